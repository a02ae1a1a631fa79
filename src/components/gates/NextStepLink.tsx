import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** A link to the page where the condition of a refusal is met; that page leads back here. Renders nothing for other refusals. */
export function NextStepLink({ code }: { code: string | null | undefined }) {
  const { t } = useTranslation();
  const next = useRouterState({ select: (state) => state.location.href });
  if (code !== 'auth.mailbox_unverified') return null;
  return (
    <Link to="/verify-account" search={{ next }} className="font-semibold whitespace-nowrap link">
      {t('action.verifyMailbox')}
    </Link>
  );
}
