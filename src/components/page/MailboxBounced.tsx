import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** A bounce arrives seconds after the mail was requested. */
const MIN_POLL_MS = 5_000;

/** Shown where the user waits for a mail: the mailbox refused the last one. Renders nothing otherwise. */
export function MailboxBounced() {
  const { t } = useTranslation();
  const { data: session } = useQuery({ ...api.accounts.session.queryOptions(), refetchInterval: MIN_POLL_MS });
  if (!session?.emailBounced) return null;
  return (
    <Alert tone="problem" className="mt-5">
      {t('error.mailBounced', { email: session.email })}
    </Alert>
  );
}
