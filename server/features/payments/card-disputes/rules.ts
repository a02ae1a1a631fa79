import type { Currency } from '../../../core/money.ts';
import { waitsForPost } from '../../escrow/live/rules.ts';
import { endsByFraud, isApproved, paidSomething } from '../../escrow/milestone/rules.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import { lostOf, type DebtSums } from '../debts/rules.ts';
import { disputeReinstated, disputeWithdrawn, type DisputedMoney, type Posting } from '../../ledger/rules.ts';

export type DisputeState = 'open' | 'won' | 'lost';

/** A dispute in our books, as far as it decides about the milestone's money. */
interface Facts {
  state: DisputeState;
  /** Withdrawn and not reinstated. */
  withdrawn: number;
  withdrawn_currency: Currency | null;
  /** The milestone's money in escrow is set aside for it. */
  set_aside: boolean;
  /** Of what was withdrawn, what counts as money that goes back to the brand. */
  returned: number;
}

/** A line of the provider's balance, as a dispute names it. */
interface BankLine {
  id: string;
  amount: number;
  fee: number;
  currency: Currency;
}

/** A dispute as the provider has it. */
interface BankDispute {
  disputeId: string;
  status: string;
  balanceTransactions: readonly BankLine[];
}

/**
 * Our state for each of the provider's states. A dispute that was averted otherwise than by being won has cost the
 * money all the same, until all of it is back.
 */
export function disputeStateOf(dispute: BankDispute, out: number): DisputeState {
  const isBack = dispute.balanceTransactions.length > 0 && out === 0;
  if (dispute.status === 'lost' || dispute.status === 'prevented') return isBack ? 'won' : 'lost';
  // Won, and the money is on its way back: the dispute stays open until it arrives.
  return (dispute.status === 'won' || dispute.status === 'warning_closed') && out === 0 ? 'won' : 'open';
}

/** Withdrawn and not reinstated, in the currency of the balance. */
export const outstanding = (dispute: BankDispute): number =>
  -dispute.balanceTransactions.reduce((sum, line) => sum + line.amount, 0);

/** A posting of one line, with its operation. */
type LinePosting = Posting & { opId: string; providerRef: string };

/** `suspended`: it moves money that is in suspense. */
export function linePost(dispute: BankDispute, line: BankLine, suspended = false): LinePosting | null {
  const money: DisputedMoney = {
    disputeId: dispute.disputeId,
    currency: line.currency,
    amount: Math.abs(line.amount),
    fee: line.fee,
    suspended,
  };
  if (line.amount === 0 && line.fee === 0) return null;
  return {
    ...(line.amount <= 0 ? disputeWithdrawn(money) : disputeReinstated(money)),
    opId: `dispute:${dispute.disputeId}:${line.id}`,
    providerRef: line.id,
  };
}

/** What was taken before what was given back: of lines that are read together the account of the dispute is never below zero. */
export const inOrderOfBooking = <L extends Pick<BankLine, 'amount'>>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => a.amount - b.amount);

/** What a dispute takes: money of the milestone that its payment funds, suspended money, or what went or goes back. */
export const takesOf = (
  payment: { funds: boolean; suspended: boolean },
  before: { suspended: boolean } | undefined,
): 'milestone' | 'suspended' | 'other' =>
  payment.funds ? 'milestone' : payment.suspended || before?.suspended ? 'suspended' : 'other';

/** The row of the first milestone has the provider's id, the next ones end with `:2`, `:3`. */
export const shareId = (disputeId: string, index: number): string =>
  index === 0 ? disputeId : `${disputeId}:${index + 1}`;

/** What of a line of a charge goes back by refunds: all that is decided, and of it what the provider has made. */
export interface Returned {
  decided: number;
  made: number;
}

/**
 * What is left of each line of a charge after refunds, by which a dispute of the charge is divided. Where the bank takes more
 * than that, refunds on their way count for nothing; where it takes more still, since a refund was paid otherwise, what was
 * charged: no line loses more than was paid for it.
 */
export function leftOf(
  lines: readonly { id: string; total: number }[],
  returned: ReadonlyMap<string, Returned>,
  disputed: number,
): number[] {
  const totals = lines.map(({ total }) => total);
  const after = (which: keyof Returned) =>
    lines.map(({ id, total }) => Math.max(0, total - (returned.get(id)?.[which] ?? 0)));
  const covers = (left: readonly number[]) => left.reduce((sum, amount) => sum + amount, 0) >= disputed;
  return [after('decided'), after('made')].find(covers) ?? totals;
}

/**
 * Whether the card's bank reports a payment that its holder did not make; then approved work waits until staff have looked.
 * https://docs.stripe.com/disputes/categories
 */
export const suspectsFraud = (dispute: { reason: string }): boolean => dispute.reason === 'fraudulent';

/** What its creator reads when a bank disputes the payment of a milestone: delivered work has no delivery ahead. */
export function creatorNotice(
  m: { state: MilestoneState; released_parts?: number },
  suspected: boolean,
):
  | 'approved_work_disputed'
  | 'approved_work_suspected'
  | 'delivered_work_disputed'
  | 'live_work_disputed'
  | 'milestone_disputed' {
  if (m.state === 'delivered') return 'delivered_work_disputed';
  if (suspected && endsByFraud(m.state)) return 'approved_work_suspected';
  if (suspected) return 'milestone_disputed';
  if (waitsForPost(m.state)) return 'live_work_disputed';
  return isPaid(m) ? 'approved_work_disputed' : 'milestone_disputed';
}

/** Whether its creator is paid, or was, whatever the bank decides. */
export const isPaid = (m: { state: MilestoneState; released_parts?: number }): boolean =>
  isApproved(m.state) || paidSomething(m) || m.state === 'releasing';

/** Its first event, or one that was won and begins again. */
export const isNewDispute = (before: Facts | undefined, row: Facts): boolean =>
  !before || (before.state === 'won' && row.state !== 'won');

/** Lost just now, or the line of a loss that was reported without it, or of more, has come. */
export const isNewLoss = (before: Facts | undefined, row: Facts): boolean =>
  row.state === 'lost' && (before?.state !== 'lost' || row.withdrawn > before.withdrawn);

/** Of what a bank took for good and did not count as a refund, what is not booked as owed yet. `debt`: of the same dispute. */
export const unbookedLoss = (
  row: Pick<Facts, 'withdrawn' | 'returned'>,
  debt: Pick<DebtSums, 'amount' | 'cancelled' | 'repaid' | 'regained'> | undefined,
): number => row.withdrawn - row.returned - (debt ? lostOf(debt) : 0);

/** The operation that books a loss: the first of a dispute, or the one after `before` was owed in all. */
export const lossId = (disputeId: string, before: number): string =>
  `dispute:${disputeId}:lost${before === 0 ? '' : `:${before}`}`;

/** Whether the milestone's money is set aside for it now: money that is in escrow, once. `others`: those that are not won. */
export const setsAside = (inEscrow: boolean, row: Facts, others: readonly Facts[]): boolean =>
  row.withdrawn > 0 && inEscrow && !row.set_aside && !others.some((d) => d.set_aside);

/** Whether a bank took the payment back for good: it has decided about each of its disputes, and kept money of one. */
export const isChargedBack = (all: readonly Facts[]): boolean =>
  all.every((d) => d.state !== 'open') && all.some((d) => d.state === 'lost' && d.withdrawn > 0);

/**
 * How what banks took for good is counted, dispute by dispute: `returned` of it is what goes back to the brand, `back` at
 * most in all, and the rest the brand owes. Only money in the milestone's currency is returned.
 */
export function netDisputes<D extends Facts>(
  disputes: readonly D[],
  { back, currency }: { back: number; currency: Currency },
): { dispute: D; returned: number; owed: number }[] {
  let left = back;
  return disputes.map((dispute) => {
    const returned = dispute.withdrawn_currency === currency ? Math.min(dispute.withdrawn, left) : 0;
    left -= returned;
    return { dispute, returned, owed: dispute.withdrawn - returned };
  });
}

/** Of money that came back after a loss: what the brand owed of it, and what had counted as its refund. */
export function splitRecovered(before: Facts, amount: number): { owed: number; returned: number } {
  const owed = Math.min(amount, before.withdrawn - before.returned);
  return { owed, returned: amount - owed };
}

/**
 * Of a lost one: the money has left escrow, so that the brand owes what its bank withdrew. `others`: disputes of the same
 * milestone that are not won; while its money is set aside for one of them, nothing is owed.
 */
export const owedByBrand = <D extends Facts>(
  row: D,
  others: readonly Facts[],
): row is D & { withdrawn_currency: Currency } =>
  ![row, ...others].some((d) => d.set_aside) && row.withdrawn > 0 && row.withdrawn_currency !== null;

/** What the bank gave back of a dispute that was lost. */
export const backAfterLoss = (before: Facts | undefined, row: Facts): number =>
  before?.state === 'lost' ? Math.max(before.withdrawn - row.withdrawn, 0) : 0;

/** For which of the others the money stays set aside once this dispute is won; undefined: it is free. */
export const asideAfter = <D extends Facts>(others: readonly D[]): D | undefined => others.find((d) => d.withdrawn > 0);

/**
 * Whether the platform's own money may take the place of what a card's bank took: `counted` of it counts for clients' money
 * until the release, which must be covered without it.
 */
export const floatSuffices = (surplus: number, counted: number): boolean => surplus >= counted;
