import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { keepsProblem, proposedShare } from '../../../server/features/escrow/cancel/rules.ts';
import { agreedSettlement } from '../../../server/features/escrow/refund/rules.ts';
import { restOfCharge } from '../../../server/features/ledger/charges/rules.ts';
import { toDecimal } from '../../../server/core/money.ts';
import { parseAmount } from '../../../server/core/typed-amounts.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { CancelShares } from '@/features/deals/CancelShares.tsx';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** Proposes to the other side to end a milestone, with what the creator keeps of what is held. */
export function ProposeCancelDialog({ deal, m, onClose }: { deal: DealDto; m: MilestoneDto; onClose: () => void }) {
  const { t } = useTranslation('cancel');
  const format = useFormat();
  const proposed = proposedShare(deal.mySide, {
    held: m.rest,
    killFeeBps: deal.terms.killFeeBps,
    currency: m.currency,
  });
  const [text, setText] = useState(() => toDecimal({ amount: proposed, currency: m.currency }));
  const [reason, setReason] = useState('');
  useFormDraft(`propose-cancel.${m.id}`, {
    read: () => (reason ? { text, reason } : null),
    restore: (draft) => {
      setText(draft.text);
      setReason(draft.reason);
    },
  });
  const [requestKey] = useState(randomId);
  const act = trpc.escrow.proposeCancel.useMutation(withRequestKey(requestKey));
  const parsed = parseAmount(text.trim() || '0', m.currency, () => null);
  const problem = parsed.ok ? keepsProblem(parsed.amount, m.rest, m.currency) : 'not_integer';
  const held = { currency: m.currency, held: format.money({ amount: m.rest, currency: m.currency }) };
  const error =
    problem === null
      ? undefined
      : t(
          problem === 'above_held' ? 'ask.aboveHeld' : problem === 'off_step' ? 'ask.offStep' : 'ask.notAnAmount',
          held,
        );
  const keeps = parsed.ok && problem === null ? parsed.amount : null;
  const enough = reason.trim().length >= 3;
  const other = deal.mySide === 'brand' ? deal.creator.name : deal.brand.name;
  const until = deal.whatIf?.rows.find((row) => row.choice === 'proposeCancel')?.at;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('ask.title', { milestone: m.title })}
      submitLabel={t('ask.send')}
      keepLabel={t('ask.keep')}
      variant="ink"
      pending={act.isPending}
      error={act.error}
      incomplete={keeps === null ? t('ask.enterShare') : enough ? false : t('ask.enterReason')}
      onDecide={async () => {
        if (keeps === null) return;
        await act.mutateAsync({ milestoneId: m.id, version: m.version, keeps, reason: reason.trim() });
        setReason('');
      }}
    >
      <p>
        {until ? (
          <Rich text={t('ask.text', { name: other })} parts={{ date: <DateText value={until} /> }} />
        ) : (
          t('ask.goesOn')
        )}
      </p>
      <Field
        id="cancel-keeps"
        label={t('ask.keeps', { name: deal.creator.name })}
        hint={t('ask.hint', { ...held, brand: deal.brand.name })}
        error={error}
      >
        <Input
          id="cancel-keeps"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'cancel-keeps-error' : 'cancel-keeps-hint'}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {keeps === null ? null : (
        <CancelShares
          deal={deal}
          shares={{
            keeps,
            back: agreedSettlement(restOfCharge(m.charge, m.amount - m.rest, m.currency), keeps, m.currency).back.total,
          }}
        />
      )}
      <Field id="cancel-why" label={t('ask.reason')} hint={t('ask.reasonHint', { name: other })}>
        <Textarea
          id="cancel-why"
          rows={3}
          maxLength={500}
          dir="auto"
          aria-describedby="cancel-why-hint"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </DecisionDialog>
  );
}
