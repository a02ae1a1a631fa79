import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/operations/schema.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Sends a call without a known outcome again under a new key, unless the provider has it. */
export function SendCallAgain({ row, onClose }: { row: OpenOperation; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const format = useFormat();
  const send = trpc.operations.sendAgain.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operations.invalidate(), api.platform.invalidate()]),
  });
  const amount =
    row.amount !== null && row.currency ? format.money({ amount: row.amount, currency: row.currency }) : row.opId;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={send.isPending}
      title={t('operation.sendAgain.title', { amount })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={send.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button variant="ink" pending={send.isPending} onClick={() => send.mutate({ opId: row.opId })}>
            {t('operation.sendAgain.submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {send.error ? <Alert tone="problem">{explain(send.error)}</Alert> : null}
        <p>{t('operation.sendAgain.text')}</p>
      </div>
    </Dialog>
  );
}
