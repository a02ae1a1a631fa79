import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/platform/schema.ts';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const SHORTEST_REFERENCE = 3;

/** A refund that the provider refused or the payer's bank sent back: once more the same way, or paid by a bank transfer that is named here. */
export function DecideRefund({ row }: { row: OpenOperation }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const format = useFormat();
  const [choice, setChoice] = useState<'send_again' | 'paid_by_bank' | null>(null);
  const [reference, setReference] = useState('');
  const decide = trpc.platform.decideRefund.useMutation({ onSettled: () => api.platform.invalidate() });
  const amount = row.amount !== null && row.currency ? format.money({ amount: row.amount, currency: row.currency }) : '';
  const incomplete = choice === 'paid_by_bank' && reference.trim().length < SHORTEST_REFERENCE;
  const open = (next: typeof choice) => {
    decide.reset();
    setChoice(next);
  };
  const run = () => {
    if (!choice || incomplete) return;
    decide.mutate(choice === 'send_again' ? { opId: row.opId, decision: choice } : { opId: row.opId, decision: choice, reference: reference.trim() }, { onSuccess: () => setChoice(null) });
  };
  const words = choice === 'paid_by_bank' ? 'byBank' : 'again';
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {row.workflowUrl ? <WorkflowAnchor url={row.workflowUrl} name={row.opId} /> : null}
      <Button size="small" onClick={() => open('send_again')}>{t('refund.again.open')}</Button>
      <Button size="small" onClick={() => open('paid_by_bank')}>{t('refund.byBank.open')}</Button>
      <Dialog
        open={choice !== null}
        onOpenChange={(next) => {
          if (!next) setChoice(null);
        }}
        title={t(`refund.${words}.title`, { amount })}
        closeLabel={common('action.close')}
        footer={
          <>
            <Button onClick={() => setChoice(null)}>{common('action.cancel')}</Button>
            <Button variant="ink" pending={decide.isPending} aria-disabled={incomplete || undefined} onClick={run}>{t(`refund.${words}.submit`)}</Button>
          </>
        }
      >
        <div className="grid gap-4">
          {decide.error ? <Alert tone="problem">{explain(decide.error)}</Alert> : null}
          <p>{t(`refund.${words}.text`, { amount })}</p>
          {choice === 'paid_by_bank' ? (
            <Field id="refund-reference" label={t('refund.reference')} hint={t('refund.referenceHint')}>
              <Input id="refund-reference" dir="auto" aria-describedby="refund-reference-hint" maxLength={140} value={reference} onChange={(event) => setReference(event.target.value)} />
            </Field>
          ) : null}
        </div>
      </Dialog>
    </span>
  );
}
