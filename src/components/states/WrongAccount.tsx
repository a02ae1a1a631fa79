import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { useFormat } from '@/lib/format.ts';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { homeOf, HOMES, type Persona, type Screen, fallbackScreen } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';

export interface WrongAccountProps {
  screen: Screen;
  persona: Persona;
  /** Name of the signed-in user. */
  name: string;
  onUseAnotherAccount: () => void;
}

/** Not an error: the page exists, but for another kind of account. Links to a fallback and reveals nothing else. */
export function WrongAccount({ screen, persona, name, onUseAnotherAccount }: WrongAccountProps) {
  const { t } = useTranslation();
  const { t: screens } = useTranslation('screens');
  const titleOf = useScreenTitle();
  const format = useFormat();
  const target = fallbackScreen(screen, persona);
  const allowed = format.list(screen.personas.map((kind) => screens(`personas.${kind}`)));
  const home = homeOf(persona);
  const isHome = target.path === home.path;
  return (
    <div data-slot="wrong-account">
      <PageHeader
        title={t('wrongAccount.title', { personas: allowed })}
        status={t('wrongAccount.text', { name, persona: screens(`personas.${persona}`) })}
      />
      <div className="mt-5 flex flex-wrap gap-2">
        {isHome ? null : (
          <Button asChild variant="ink">
            <Link to={target.path}>{titleOf(target, persona)}</Link>
          </Button>
        )}
        <Button asChild variant={isHome ? 'ink' : 'outline'}>
          <Link to={home.path}>{home.path === HOMES[persona] ? t('wrongAccount.home') : titleOf(home, persona)}</Link>
        </Button>
        <Button variant="quiet" onClick={onUseAnotherAccount}>
          {t('wrongAccount.another')}
        </Button>
      </div>
    </div>
  );
}
