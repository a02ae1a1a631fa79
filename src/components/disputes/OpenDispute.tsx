import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toDecimal } from '../../../server/core/money.ts';
import { parseAmount } from '../../../server/core/typed-amounts.ts';
import {
  type DisputedPart,
  disputedPart,
  type DisputedPartProblem,
  disputedPartProblem,
} from '../../../server/features/disputes/part/rules.ts';
import { DISPUTE_REASONS, disputeLimit, planPhases } from '../../../server/features/disputes/rules.ts';
import type { DisputeReason } from '../../../server/features/disputes/schema.ts';
import { clearsBesideDispute } from '../../../server/features/escrow/release/rules.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { Textarea } from '@/ui/textarea.tsx';

interface OpenDisputeProps {
  /** Its page's deal. */
  deal: Pick<DealDto, 'mySide' | 'brand' | 'creator' | 'terms' | 'serverNow'>;
  m: MilestoneDto;
  onClose: () => void;
}

/**
 * A dispute about what is still held of a milestone, all of it or a part, with a reason that both sides read. The lines say
 * where the rest goes, by the rules that the server applies.
 */
export function OpenDispute({ deal, m, onClose }: OpenDisputeProps) {
  const { t } = useTranslation('disputes');
  const { t: deals } = useTranslation('deals');
  const { t: common } = useTranslation();
  const format = useFormat();
  const id = useId();
  const [requestKey] = useState(randomId);
  const open = trpc.disputes.open.useMutation(withRequestKey(requestKey));
  const [reason, setReason] = useState<DisputeReason>();
  const [text, setText] = useState('');
  const [typed, setTyped] = useState(() => toDecimal({ amount: m.rest, currency: m.currency }));
  useFormDraft(`dispute.${m.id}`, { read: () => text || null, restore: setText });
  const [ends] = useState(() => endsIfOpened(m, deal.terms.clocks.workingDaysIn));
  const parsed = parseAmount(typed, m.currency, () => null);
  const problem = parsed.ok ? disputedPartProblem(parsed.amount, m.rest, m.currency) : 'not_integer';
  const disputed = parsed.ok && problem === null ? parsed.amount : null;
  const amount = format.money({ amount: disputed ?? m.rest, currency: m.currency });
  const isComplete = reason !== undefined && text.trim().length >= 10;
  const part = mayDivide(deal.mySide, m) ? disputedPart(disputed ?? m.rest, m.rest, deal.mySide) : null;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('open.title', { amount })}
      submitLabel={t('open.submit', { amount })}
      variant="destructive"
      pending={open.isPending}
      error={open.error}
      incomplete={disputed === null ? deals('part.enter') : isComplete ? false : t('open.incomplete')}
      onDecide={async () => {
        if (!reason || disputed === null) return;
        await open.mutateAsync({
          milestoneId: m.id,
          version: m.version,
          ...(disputed < m.rest ? { amount: disputed } : {}),
          reason,
          text: text.trim(),
        });
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
      {part ? <PartFields deal={deal} m={m} part={part} typed={typed} problem={problem} onTyped={setTyped} /> : null}
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

interface PartFieldsProps extends Pick<OpenDisputeProps, 'deal' | 'm'> {
  part: DisputedPart;
  typed: string;
  problem: DisputedPartProblem | null;
  onTyped: (typed: string) => void;
}

/** How much of what is held is disputed, and where the rest goes. */
function PartFields({ deal, m, part, typed, problem, onTyped }: PartFieldsProps) {
  const { t } = useTranslation('disputes');
  const { t: deals } = useTranslation('deals');
  const format = useFormat();
  const id = useId();
  const money = (amount: number) => ({ amount, currency: m.currency });
  const otherName = deal.mySide === 'brand' ? deal.creator.name : deal.brand.name;
  return (
    <>
      <Field
        id={`${id}-amount`}
        label={t('open.amount')}
        hint={t(deal.mySide === 'brand' ? 'open.hintBrand' : 'open.hintCreator', {
          held: format.money(money(m.rest)),
          name: otherName,
        })}
        error={
          problem
            ? deals(`part.${ERRORS[problem]}`, { currency: m.currency, held: format.money(money(m.rest)) })
            : undefined
        }
      >
        <Input
          id={`${id}-amount`}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={typed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-amount-error` : `${id}-amount-hint`}
          onChange={(event) => onTyped(event.target.value)}
        />
      </Field>
      {problem === null && part.disputed < m.rest ? (
        <QuoteLines
          lines={[
            { id: 'disputed', label: t('open.disputed'), money: money(part.disputed) },
            deal.mySide === 'brand'
              ? { id: 'released', label: t('open.released', { name: otherName }), money: money(part.released) }
              : { id: 'returned', label: t('open.returned', { name: otherName }), money: money(part.returned) },
          ]}
          total={{ label: t('open.held'), money: money(m.rest) }}
        />
      ) : null}
      {part.released > 0 ? (
        <p className="text-sm text-muted-foreground">
          {deals('part.goesOn')} {deals('dialog.at')} <DateText value={clearsAt(deal, m)} />.
        </p>
      ) : null}
    </>
  );
}

const ERRORS = {
  not_integer: 'notAnAmount',
  too_small: 'tooSmall',
  above_held: 'aboveHeld',
  off_step: 'offStep',
} as const;

/** When the transfer of what is released begins. */
const clearsAt = (deal: OpenDisputeProps['deal'], m: MilestoneDto): Date =>
  clearsBesideDispute(m, { now: deal.serverNow, clocks: deal.terms.clocks, holdEnd: m.holdExpiresAt });

/** A brand that gives the rest to the creator releases it, for which it needs the right. */
const mayDivide = (side: DealDto['mySide'], m: MilestoneDto): boolean =>
  side === 'creator' || m.can.releasePart === true || m.can.releasePart === 'state.wrong';

const Deadline = ({ at }: { at: Date }) => (
  <b className="font-semibold">
    <DateText value={at} />
  </b>
);

/** When the talk and the decision would end if the dispute were opened now; null without enough time for the phases. */
function endsIfOpened(
  { holdExpiresAt }: MilestoneDto,
  workingDaysIn: string | undefined,
): { talk: Date; decision: Date } | null {
  const phases = holdExpiresAt && planPhases(new Date(serverNow()), disputeLimit(holdExpiresAt), workingDaysIn);
  return phases && { talk: phases.talkEnds, decision: phases.decisionEnds };
}
