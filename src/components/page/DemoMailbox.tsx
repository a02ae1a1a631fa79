import { useTranslation } from 'react-i18next';
import { usePlainQuery } from '@/lib/plain-query.ts';
import type { RouterOutputs } from '@/lib/trpc.ts';

/** A link to the demo's mails; renders nothing elsewhere. */
export function DemoMailbox() {
  const { t } = useTranslation('accounts');
  const data = usePlainQuery<RouterOutputs['accounts']['demo']>('accounts.demo');
  if (!data?.mailboxUrl) return null;
  return (
    <p className="text-center text-sm">
      <a href={data.mailboxUrl} target="_blank" rel="noreferrer" className="link">
        {t('verify.mailbox')}
      </a>
    </p>
  );
}
