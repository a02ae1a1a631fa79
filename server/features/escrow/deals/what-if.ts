import { chargeFor, feeRateOf, restOfCharge } from '../../ledger/charges/rules.ts';
import { factsOf } from '../milestone/facts.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { releaseStops } from '../milestone/rules.ts';
import { restOf, sharesOfNext } from '../release/rules.ts';
import { isPostOverdue, livePlan, partUpTo, postTime, postWord, type LivePlan } from '../live/rules.ts';
import { cancellationOf, cancelReason, endingOf, settlementOf, type RefundReason } from '../refund/rules.ts';
import { answerBy, endOfRequest } from '../cancel/rules.ts';
import { areTimersPaused, deadlines, moreDays, nextDeadline } from '../timers/rules.ts';
import type { CancelShares, MilestoneDto } from '../schema.ts';
import type { WhatIfRow } from './schema.ts';

/*
 * The effect of each choice now, computed by the functions that execute it, so that a preview cannot differ.
 */

type Shown = Pick<MilestoneDto, 'charge' | 'cancelRequest'>;
type Choice = Exclude<WhatIfRow['choice'], 'nothing' | 'post'>;
const ORDER = [
  'fund',
  'submit',
  'approve',
  'release',
  'releasePart',
  'requestChanges',
  'extendReview',
  'extendWork',
  'extendPost',
  'cancel',
  'proposeCancel',
  'acceptCancel',
  'declineCancel',
  'withdrawCancel',
] as const satisfies readonly Choice[];

function consequence(
  choice: Choice,
  row: MilestoneRow,
  { charge, approval, cancelRequest }: Pick<MilestoneDto, 'charge' | 'approval' | 'cancelRequest'>,
  side: 'brand' | 'creator',
  now: Date,
): Omit<WhatIfRow, 'choice'> {
  const { clocks } = row.terms;
  const plan = livePlan(row);
  switch (choice) {
    case 'fund':
      if (row.bonus)
        return {
          outcome: 'release',
          amount: charge.price,
          recipient: 'creator',
          at: deadlines.approved(now, clocks, null),
        };
      return { outcome: 'secured', amount: charge.price, recipient: 'held', at: null };
    case 'submit':
      return { outcome: 'review', amount: restOf(row), recipient: 'held', at: deadlines.delivered(now, clocks) };
    case 'approve':
    case 'release':
      if (choice === 'approve' && approval === 'accept')
        return { outcome: 'accept', amount: restOf(row), recipient: 'held', at: row.deadline_at };
      if (plan) return afterApproval(row, plan, now);
      // A hold prevents the release of approved work for an unknown time.
      if (releaseStops(row.holds))
        return { outcome: 'releaseOnHold', amount: restOf(row), recipient: 'held', at: null };
      return {
        outcome: 'release',
        amount: restOf(row),
        recipient: 'creator',
        at: deadlines.approved(now, clocks, row.hold_expires_at),
      };
    case 'releasePart':
      return { outcome: 'part', amount: restOf(row), recipient: 'held', at: null };
    case 'requestChanges':
      return {
        outcome: 'changes',
        amount: restOf(row),
        recipient: 'held',
        at: deadlines.revisionDue(now, row.due_at, clocks),
      };
    case 'extendReview':
      return {
        outcome: 'extended',
        amount: restOf(row),
        recipient: 'held',
        at: deadlines.extended(row.deadline_at ?? now, clocks),
      };
    case 'extendWork':
      return {
        outcome: 'workExtended',
        amount: restOf(row),
        recipient: 'held',
        // The latest end that the brand can choose.
        at: row.deadline_at && deadlines.moreTime(row.deadline_at, moreDays(factsOf(row))),
      };
    case 'extendPost': {
      const extension = postTime(row, row.post)?.extension;
      return {
        outcome: 'postExtended',
        amount: restOf(row),
        recipient: 'held',
        at: extension instanceof Date ? extension : null,
      };
    }
    case 'cancel': {
      if (cancellationOf(row.state) === 'cancelUnfunded')
        return { outcome: 'void', amount: 0, recipient: 'none', at: null };
      const { back, kept } = settlementOf(
        restOfCharge(charge, row.released_parts, row.currency),
        endingOf(row, cancelReason({ state: row.state, deadlineAt: row.deadline_at }, side, now)),
        row.currency,
      );
      return {
        outcome: row.state === 'awaiting_live' ? 'cancelUnposted' : kept.price > 0 ? 'refundLessKillFee' : 'refund',
        amount: back.total,
        recipient: 'brand',
        at: null,
      };
    }
    case 'proposeCancel':
      return {
        outcome: 'proposeCancel',
        amount: restOf(row),
        recipient: 'held',
        at: endOfRequest({ answerBy: answerBy(now, clocks), fromDeadlineAt: row.deadline_at ?? now }),
      };
    case 'acceptCancel':
      return { ...agreed(cancelRequest), at: null };
    case 'declineCancel':
    case 'withdrawCancel':
      return { outcome: 'goesOn', amount: restOf(row), recipient: 'held', at: null };
  }
}

/** Where an approval releases a share at once, and the rest waits for the post. */
function afterApproval(row: MilestoneRow, plan: LivePlan, now: Date): Omit<WhatIfRow, 'choice'> {
  const amount = partUpTo(plan.approval, row.released_parts);
  const { clocks } = row.terms;
  return amount > 0 && !releaseStops(row.holds)
    ? {
        outcome: 'releaseThenPost',
        amount,
        recipient: 'creator',
        at: deadlines.approved(now, clocks, row.hold_expires_at),
      }
    : {
        outcome: 'waitForPost',
        amount: restOf(row),
        recipient: 'held',
        at: deadlines.posting(now, clocks, row.hold_expires_at),
      };
}

/** The brand's part of an agreed end; the rest of the price is the creator's. */
const agreed = (shares: CancelShares | null): Pick<WhatIfRow, 'outcome' | 'amount' | 'recipient'> => ({
  outcome: shares && shares.keeps > 0 ? 'agreedSplit' : 'refund',
  amount: shares?.back ?? 0,
  recipient: 'brand',
});

/** What goes back to the brand, with fee and tax, when the rest ends for that reason. */
const refundOfRest = (row: MilestoneRow, charge: MilestoneDto['charge'], reason: RefundReason): number =>
  settlementOf(restOfCharge(charge, row.released_parts, row.currency), endingOf(row, reason), row.currency).back.total;

function atDeadline(row: MilestoneRow, { charge, cancelRequest }: Shown, now: Date): WhatIfRow | null {
  const next = nextDeadline(row, now);
  if (!next) return null;
  const nothing = (outcome: string, amount: number, recipient: WhatIfRow['recipient']): WhatIfRow => ({
    choice: 'nothing',
    outcome,
    amount,
    recipient,
    at: next.at,
  });
  switch (next.event) {
    case 'cancel_answer': {
      if (cancelRequest?.silent.outcome !== 'cancel') return nothing('goesOn', restOf(row), 'held');
      const { outcome, amount, recipient } = agreed(cancelRequest.silent);
      return nothing(outcome, amount, recipient);
    }
    case 'due':
      return nothing('due', restOf(row), 'held');
    case 'void':
      return nothing('void', 0, 'none');
    case 'overdue':
      return nothing('overdue', restOf(row), 'held');
    case 'refund':
      return nothing('refund', refundOfRest(row, charge, 'overdue'), 'brand');
    case 'auto_approve':
      if (livePlan(row)) return nothing('autoApproveThenPost', restOf(row), 'held');
      return releaseStops(row.holds)
        ? nothing('autoApproveOnHold', restOf(row), 'held')
        : nothing('autoApprove', restOf(row), 'creator');
    case 'release':
      return nothing('release', restOf(row), 'creator');
    case 'post':
      return postAtDeadline(row, charge, nothing, now);
    case 'retention':
      return row.post && ['failing', 'undecided', 'ended'].includes(row.post.state)
        ? nothing('holdbackChecked', restOf(row), 'held')
        : nothing('holdback', restOf(row), 'creator');
  }
}

/** At the end of the time for a post: its checks, its grace period, or the refund. */
function postAtDeadline(
  row: MilestoneRow,
  charge: MilestoneDto['charge'],
  nothing: (outcome: string, amount: number, recipient: WhatIfRow['recipient']) => WhatIfRow,
  now: Date,
): WhatIfRow {
  const time = postTime(row, row.post);
  if (!time) return nothing('postChecked', restOf(row), 'held');
  return time.overdueFrom && !isPostOverdue(time, now)
    ? nothing('postOverdue', restOf(row), 'held')
    : nothing('notPosted', refundOfRest(row, charge, 'not_posted'), 'brand');
}

/** What the creator's post comes to once a check finds it live: its share, or all that waits where nothing is kept back. */
function whenLive(row: MilestoneRow, now: Date): WhatIfRow | null {
  const plan = livePlan(row);
  const word = postWord(row.post);
  const due = row.deadline_at;
  if (!plan || row.state !== 'awaiting_live' || areTimersPaused(row)) return null;
  if (!due || now >= due || (word !== null && word !== 'failing')) return null;
  const amount = partUpTo(plan.holdback === 0 ? row.amount : plan.approval + plan.live, row.released_parts);
  return { choice: 'post', outcome: 'whenLive', amount, recipient: 'creator', at: due };
}

/** What goes to the creator, the creator reads as their share of it. */
const asRead = (one: WhatIfRow, row: MilestoneRow, side: 'brand' | 'creator'): WhatIfRow =>
  side === 'creator' && one.recipient === 'creator' ? { ...one, amount: sharesOfNext(row, one.amount).creator } : one;

/** One row per choice the reader has on this milestone now, and what happens when neither side acts. */
export function whatIf(
  row: MilestoneRow,
  shown: Shown & Pick<MilestoneDto, 'can' | 'approval'>,
  side: 'brand' | 'creator',
  now: Date,
): WhatIfRow[] {
  const choices: (WhatIfRow | null)[] = ORDER.filter((choice) => shown.can[choice] === true).map((choice) => ({
    choice,
    ...consequence(choice, row, shown, side, now),
  }));
  const posted = side === 'creator' ? whenLive(row, now) : null;
  const nothing = atDeadline(row, shown, now);
  const rows = [...choices, posted, nothing].filter((one) => one !== null).map((one) => asRead(one, row, side));
  // Money that the card's bank has withdrawn is held for neither side.
  if (!row.holds.includes('card_dispute') && !row.charged_back_at) return rows;
  return rows.map((one) => {
    if (one.recipient === 'held') return { ...one, recipient: 'none' };
    return row.charged_back_at && OF_THE_WHOLE.includes(one.outcome) ? { ...one, outcome: 'returnedByBank' } : one;
  });
}

/** Outcomes in which the rest goes back to the brand, to which its bank may have returned it already. */
const OF_THE_WHOLE: readonly string[] = ['refund', 'notPosted', 'cancelUnposted'];

/** The charge of a milestone that was not paid yet, by the rates its contract carries. */
export const plannedCharge = (
  row: Pick<MilestoneRow, 'amount' | 'fee_bps' | 'fee_terms' | 'tax_bps' | 'currency'>,
): MilestoneDto['charge'] => chargeFor(row.amount, feeRateOf(row), row.tax_bps, row.currency);
