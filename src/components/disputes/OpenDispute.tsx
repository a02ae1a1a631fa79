import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DISPUTE_REASONS, disputeLimit, fitPhases } from '../../../server/features/disputes/rules.ts';
import type { DisputeReason } from '../../../server/features/disputes/schema.ts';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** A dispute about all that is still held of a milestone, with a reason that both sides read. */
export function OpenDispute({ m, onClose }: { m: MilestoneDto; onClose: () => void }) {
  const { t } = useTranslation('disputes');
  const { t: common } = useTranslation();
  const format = useFormat();
  const id = useId();
  const [requestKey] = useState(randomId);
  const open = trpc.disputes.open.useMutation(withRequestKey(requestKey));
  const [reason, setReason] = useState<DisputeReason>();
  const [text, setText] = useState('');
  useFormDraft(`dispute.${m.id}`, { read: () => text || null, restore: setText });
  const [ends] = useState(() => endsIfOpened(m));
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
        setText('');
        await api.disputes.invalidate();
      }}
    >
      {ends ? (
        <p>
          <Rich
            text={t('open.text', { amount })}
            parts={{ talk: <Deadline at={ends.talk} />, decision: <Deadline at={ends.decision} /> }}
          />
        </p>
      ) : null}
      <Field id={`${id}-reason`} label={t('open.reason')}>
        <Select
          id={`${id}-reason`}
          value={reason}
          placeholder={common('form.choose')}
          onValueChange={(value) => setReason(DISPUTE_REASONS.find((one) => one === value))}
          options={DISPUTE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
      </Field>
      <Field id={`${id}-text`} label={t('open.details')} hint={t('statement.hint')}>
        <Textarea
          id={`${id}-text`}
          rows={4}
          maxLength={4000}
          dir="auto"
          aria-describedby={`${id}-text-hint`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </DecisionDialog>
  );
}

const Deadline = ({ at }: { at: Date }) => (
  <b className="font-semibold">
    <DateText value={at} />
  </b>
);

/** When the talk and the decision would end if the dispute were opened now; null without enough time for the phases. */
function endsIfOpened(m: MilestoneDto): { talk: Date; decision: Date } | null {
  if (!m.holdExpiresAt) return null;
  const now = serverNow();
  const phases = fitPhases(new Date(now), disputeLimit(m.holdExpiresAt));
  if (!phases) return null;
  const talk = now + phases.talk;
  return { talk: new Date(talk), decision: new Date(talk + phases.evidence + phases.decision) };
}
