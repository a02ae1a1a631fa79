import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** A refusal by the mailbox arrives seconds after the mail was asked for. */
const MIN_POLL_MS = 5_000;

/** Where somebody waits for a mail: says that the mailbox refused the last one; nothing as long as it did not. */
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
