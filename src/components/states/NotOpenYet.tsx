import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { type Persona, type Screen, titleKey } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';

/** A promised address whose screen is still being built. It says so, and promises no date. */
export function NotOpenYet({ screen, persona, homePath }: { screen: Screen; persona?: Persona; homePath: string }) {
  const { t } = useTranslation();
  const { t: nav } = useTranslation('nav');
  const name = nav(titleKey(screen, persona));
  return (
    <div data-slot="not-open-yet">
      <PageHeader title={name} />
      <p className="mt-4 max-w-[60ch]">{t('notOpenYet.text', { screen: name })}</p>
      <Button asChild className="mt-5">
        <Link to={homePath}>{t('action.goHome')}</Link>
      </Button>
    </div>
  );
}
