import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DISPUTE_REASONS } from '../../../server/features/disputes/rules.ts';
import type { DisputeReason } from '../../../server/features/disputes/schema.ts';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** A dispute about all that is still held of a milestone, with a reason that both sides read. */
export function OpenDispute({ m, onClose }: { m: MilestoneDto; onClose: () => void }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const id = useId();
  const [requestKey] = useState(randomId);
  const open = trpc.disputes.open.useMutation(withRequestKey(requestKey));
  const [reason, setReason] = useState<DisputeReason>();
  const [text, setText] = useState('');
  const amount = format.money({ amount: m.balances.held, currency: m.currency });
  const isComplete = reason !== undefined && text.trim().length >= 10;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('open.title', { amount })}
      submitLabel={t('open.submit', { amount })}
      variant="destructive"
      pending={open.isPending}
      error={open.error}
      incomplete={isComplete ? false : t('open.incomplete')}
      onDecide={async () => {
        if (!reason) return;
        await open.mutateAsync({ milestoneId: m.id, version: m.version, reason, text: text.trim() });
        await api.disputes.invalidate();
      }}
    >
      <p className="text-sm text-muted-foreground">{t('open.text')}</p>
      <Field id={`${id}-reason`} label={t('open.reason')} className="mt-3">
        <Select
          id={`${id}-reason`}
          value={reason}
          onValueChange={(value) => setReason(DISPUTE_REASONS.find((one) => one === value))}
          options={DISPUTE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
      </Field>
      <Field id={`${id}-text`} label={t('open.details')} hint={t('statement.hint')} className="mt-3">
        <Textarea
          id={`${id}-text`}
          rows={4}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </DecisionDialog>
  );
}
