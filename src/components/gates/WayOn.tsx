import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Under a refusal: where its condition is met, with the way back here. Nothing for refusals that have no such place. */
export function WayOn({ code }: { code: string | null | undefined }) {
  const { t } = useTranslation();
  const next = useRouterState({ select: (state) => state.location.href });
  if (code !== 'auth.mailbox_unverified') return null;
  return (
    <Link to="/verify-account" search={{ next }} className="font-semibold whitespace-nowrap link">
      {t('action.verifyMailbox')}
    </Link>
  );
}
