import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { HOMES, type Persona, type Screen, titleKey } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';

/** An address whose screen is not built yet. It says so and names no date. */
export function NotOpenYet({ screen, persona, home }: { screen: Screen; persona?: Persona; home: Screen }) {
  const { t } = useTranslation();
  const { t: nav } = useTranslation('nav');
  const name = nav(titleKey(screen, persona));
  return (
    <div data-slot="not-open-yet">
      <PageHeader title={name} />
      <p className="mt-4 max-w-[60ch]">{t('notOpenYet.text', { screen: name })}</p>
      <Button asChild className="mt-5">
        {/* If the home itself is not built, another screen is linked. */}
        <Link to={home.path as string}>
          {!persona || home.path === HOMES[persona] ? t('action.goHome') : nav(titleKey(home, persona))}
        </Link>
      </Button>
    </div>
  );
}
