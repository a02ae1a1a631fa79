import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { HOMES, type BuiltScreen, type Persona, type Screen } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';

/** An address whose screen is not built yet. It says so and names no date. */
export function NotOpenYet({ screen, persona, home }: { screen: Screen; persona?: Persona; home: BuiltScreen }) {
  const { t } = useTranslation();
  const titleOf = useScreenTitle();
  const name = titleOf(screen, persona);
  return (
    <div data-slot="not-open-yet">
      <PageHeader title={name} />
      <p className="mt-4 max-w-60ch">{t('notOpenYet.text', { screen: name })}</p>
      <Button asChild className="mt-5">
        {/* If the home itself is not built, another screen is linked. */}
        <Link to={home.path}>
          {!persona || home.path === HOMES[persona] ? t('action.goHome') : titleOf(home, persona)}
        </Link>
      </Button>
    </div>
  );
}
