import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Session } from '@/lib/auth.ts';
import { chooseOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

/** For whom this tab acts; it stays in sight on every screen, also on those without a sidebar. */
export function ActingBanner({ acting }: { acting: NonNullable<Session['acting']> }) {
  const { t } = useTranslation('nav');
  return (
    <div
      role="status"
      data-slot="acting"
      className="sticky top-0 z-30 flex h-(--banner) items-center justify-between gap-x-4 bg-ink-field px-4 text-sm text-ink-field-foreground md:px-9 print-hidden"
    >
      <p className="flex min-w-0 items-center gap-2">
        <UserRound aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 truncate">
          <span className="font-semibold">{t('acting.for', { name: acting.creatorName })}</span>
          <span className="max-sm:hidden"> · {t('acting.seen', { name: acting.creatorName })}</span>
        </span>
      </p>
      <Button
        size="small"
        className="text-foreground!"
        onClick={() => {
          chooseOrg(acting.agencyOrg);
          window.location.assign('/agent-dashboard');
        }}
      >
        {t('acting.stop', { agency: acting.agencyName })}
      </Button>
    </div>
  );
}
