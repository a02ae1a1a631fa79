import { shareOf, type Currency } from '../../../core/money.ts';
import type { Side } from '../../terms/schema.ts';
import { divideCharge, type Charge } from '../../ledger/charges/rules.ts';
import type { MilestoneState, RefundState } from '../schema.ts';
import { isOverdue } from '../timers/rules.ts';
import type { MilestoneFacts } from '../rules.ts';

/** Which cancellation applies in a state; null when neither side can cancel alone. */
export function cancellationOf(
  state: MilestoneState,
): 'cancelUnfunded' | 'cancelFunded' | 'cancelOverdue' | 'cancelUnposted' | null {
  if (state === 'awaiting_funding') return 'cancelUnfunded';
  if (state === 'funded') return 'cancelFunded';
  if (state === 'awaiting_live') return 'cancelUnposted';
  return state === 'overdue' ? 'cancelOverdue' : null;
}

/**
 * Why the money goes back when a side cancels now. An overdue milestone is refunded in full, whichever side ends it; so is
 * what waits for a post that did not come.
 */
export const cancelReason = (m: Pick<MilestoneFacts, 'state' | 'deadlineAt'>, side: Side, now: Date): RefundReason =>
  m.state === 'awaiting_live' ? 'not_posted' : isOverdue(m, now) ? 'overdue' : `cancelled_by_${side}`;

export type RefundReason =
  | 'cancelled_by_brand'
  | 'cancelled_by_creator'
  | 'overdue'
  | 'late_payment'
  | 'settled'
  | 'agreed'
  /** The bank of the brand's card took the payment back for good. */
  | 'charged_back'
  /** Two staff members found that the payment is fraudulent. */
  | 'fraud'
  /** What a brand had paid of its debt, since its bank gave the money back. */
  | 'debt_repaid'
  /** Approved work whose post did not come in time, or was not live. */
  | 'not_posted'
  | 'not_live';

export interface Settlement {
  /** Goes back to the brand, line by line. */
  back: Charge;
  /** Kill fee, or what was agreed: goes to the creator, and the platform earns the fee's share of it. */
  kept: Charge;
}

/** Why a milestone ends without its release, and what both sides agreed or signed for that. */
export interface Ending {
  reason: RefundReason;
  killFeeBps: number;
  /** What the creator keeps by agreement; counts with the reason `agreed` alone. */
  agreedKept: number | null;
}

/**
 * Shares of what is left of the charge of an ended milestone: what both sides agreed, or the kill fee that a brand owes
 * which cancels funded work before it is overdue, and nothing else.
 */
export function settlementOf(rest: Charge, { reason, killFeeBps, agreedKept }: Ending, currency: Currency): Settlement {
  const share =
    reason === 'agreed'
      ? (agreedKept ?? 0)
      : reason === 'cancelled_by_brand'
        ? shareOf(rest.price, killFeeBps, currency)
        : 0;
  const { part, rest: back } = divideCharge(rest, Math.min(rest.price, share), currency);
  return { back, kept: part };
}

/** What an agreement comes to by which the creator keeps so much of the price that is left. */
export const agreedSettlement = (rest: Charge, keeps: number, currency: Currency): Settlement =>
  settlementOf(rest, { reason: 'agreed', killFeeBps: 0, agreedKept: keeps }, currency);

/**
 * The operation of what goes back of a payment. `key`: of money that a card's bank gave back after the refund was decided,
 * which the platform refunds beside it.
 */
export const refundOp = (milestoneId: string, attempt: number, key?: string): string =>
  ['refund', milestoneId, attempt, ...(key === undefined ? [] : [key])].join(':');

/** The refund that a decision made: its payment is refunded when it is over. One beside it ends nothing. */
export const isOfDecision = ({ opId }: { opId: string }): boolean => opId.split(':').length === 3;

/** The ending that a milestone's row says. */
export const endingOf = (
  row: { terms: { killFeeBps: number }; agreed_kept: number | null },
  reason: RefundReason,
): Ending => ({ reason, killFeeBps: row.terms.killFeeBps, agreedKept: row.agreed_kept });

/** The brand has its money, from the provider or a bank. */
export const isOver = (r: { state: RefundState }): boolean => r.state === 'done' || r.state === 'by_bank';

type Status = 'canceled' | 'failed' | 'pending' | 'requires_action' | 'succeeded';

const cameBack = (status: Status): boolean => status === 'failed' || status === 'canceled';

/**
 * Whether a refund that was found at the provider is the one of the attempt under way. One that came back and is in the books
 * (`recorded`) is of an attempt before; one that came back and is not was made by a call whose answer was lost.
 */
export const isOfAttempt = (found: { refundId: string; status: Status }, recorded: string | null): boolean =>
  !cameBack(found.status) || found.refundId !== recorded;

/** The provider's answer, as far as it decides. */
interface Made {
  status: Status;
  balanceTransactionId: string | null;
}

/**
 * The provider has taken the refund from its balance, even if the payer's bank credits it later. While its balance does not
 * cover the refund, it has not, and there is no line to book.
 */
export const wasTaken = (made: Pick<Made, 'balanceTransactionId'>): boolean => made.balanceTransactionId !== null;

/**
 * What the provider's answer makes of a refund. Two runs may read concurrently: a returned refund is recorded once, and never
 * for an attempt that followed (`current`: the answer is of the newest one).
 */
export function refundOutcome(
  state: RefundState,
  made: Made,
  current: boolean,
): 'done' | 'pending' | 'failed' | 'ignored' {
  if (isOver({ state })) return 'ignored';
  if (cameBack(made.status)) return state === 'failed' || !current ? 'ignored' : 'failed';
  return made.status === 'succeeded' && wasTaken(made) ? 'done' : 'pending';
}
