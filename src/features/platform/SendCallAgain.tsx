import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/operations/schema.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** Sends a call without a known outcome again under a new key, unless the provider has it. */
export function SendCallAgain({ row, onClose }: { row: OpenOperation; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const format = useFormat();
  const send = trpc.operations.sendAgain.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operations.invalidate(), api.platform.invalidate()]),
  });
  const amount =
    row.amount !== null && row.currency ? format.money({ amount: row.amount, currency: row.currency }) : row.opId;
  return (
    <ActDialog
      title={t('operation.sendAgain.title', { amount })}
      submit={t('operation.sendAgain.submit')}
      act={{ onAct: () => send.mutate({ opId: row.opId }) }}
      pending={send.isPending}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {send.error ? <Alert tone="problem">{explain(send.error)}</Alert> : null}
        <p>{t('operation.sendAgain.text')}</p>
      </div>
    </ActDialog>
  );
}
