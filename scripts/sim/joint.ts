import type { Charge } from '../../server/features/ledger/charges/rules.ts';
import type { Command } from './commands.ts';
import { fundingPayments } from './moves.ts';
import type { Random } from './random.ts';
import type { Payment, Sim } from './state.ts';

/*
 * Milestones that are paid together: a payment has a line for each, as `server/features/payments/lines` has it. The first
 * line holds the page, the claim and the charge.
 */

export const leadOf = (s: Sim, line: Payment): Payment =>
  line.leadId === null ? line : s.payments.find((p) => p.id === line.leadId)!;

/** How the provider groups the transfers of a milestone: by the contract of the first line of its payment. */
export function groupOf(s: Sim, milestoneId: string): string {
  const [line] = fundingPayments(s, milestoneId);
  const named = line ? leadOf(s, line).milestoneId : milestoneId;
  return s.milestones.find((m) => m.id === named)!.contract_id;
}

/** All lines of a payment, the first one first, the others by milestone. */
export const linesOf = (s: Sim, lead: Payment): Payment[] => [
  lead,
  ...s.payments.filter((p) => p.leadId === lead.id).toSorted((a, b) => (a.milestoneId < b.milestoneId ? -1 : 1)),
];

/** First lines of other payments under way of the milestones that a payment is of. */
export function rivalsOf(s: Sim, lead: Payment): Payment[] {
  const own = new Set(linesOf(s, lead).map((line) => line.milestoneId));
  return s.payments.filter(
    (p) =>
      p.leadId === null &&
      p.id !== lead.id &&
      linesOf(s, p).some((line) => s.rules.isActive(line.state) && own.has(line.milestoneId)),
  );
}

/** Whether a command names milestones that there are: a shortened list may lack the command that has added a bonus. */
export const areThere = (s: Sim, c: Command): boolean =>
  [...('m' in c ? [c.m] : []), ...('also' in c ? (c.also ?? []) : [])].every((m) => s.milestones[m - 1] !== undefined);

/** The provider's dispute of a share of it. */
export const bankDisputeOf = (shareId: string): string => shareId.replace(/:\d+$/, '');

/** Charges that are made as one. */
export interface Together extends Charge {
  /** What the charge at the provider is over. */
  whole: Charge;
}

/** So many deals of several milestones pay some together, so many of their payments are such. */
const JOINT_DEALS = 0.6;
const JOINT_OFTEN = 0.7;
/** So many of their pages are opened with an answer that is lost, and so often what such a page leads to is played. */
const LOST_PAGES = 0.25;
const LOST_OFTEN = 0.35;

/** Whether a deal pays milestones together. */
export const paysTogether = (s: Sim, joining: Random): boolean =>
  s.milestones.length > 1 && joining.chance(JOINT_DEALS);

const OWNER = { side: 'brand', role: 'owner' } as const;

/** The command as a deal with joint payments plays it. */
export function together(s: Sim, joining: Random, command: Command): Command {
  if (command.do !== 'fund') return (joining.chance(LOST_OFTEN) ? afterLostPage(s, joining) : null) ?? command;
  if (!joining.chance(JOINT_OFTEN)) return command;
  const others = s.milestones.filter((row) => row.seq !== command.m);
  const payable = others.filter((row) => row.state === 'awaiting_funding');
  const from = payable.length > 0 && joining.chance(0.95) ? payable : others;
  const paid = from.length > 1 && joining.chance(0.6) ? from : [joining.pick(from)];
  const also = paid.map((row) => row.seq);
  return joining.chance(LOST_PAGES)
    ? { do: 'fund', m: command.m, also, role: 'owner', mishap: { fault: 'lost_after', write: 1 } }
    : { ...command, also };
}

/**
 * A page whose answer was lost is closed before the provider lists it, so that its payment is given up; one of its milestones
 * ends, and the page is paid all the same.
 */
function afterLostPage(s: Sim, joining: Random): Command | null {
  const lead = s.payments.findLast(
    (p) => p.leadId === null && p.method === null && p.sessionId === null && p.whole.total !== p.total,
  );
  if (!lead) return null;
  const rows = linesOf(s, lead).map((line) => s.milestones.find((row) => row.id === line.milestoneId)!);
  const m = rows[0]!.seq;
  if (lead.state === 'claimed') return { do: 'closePage', m, role: 'owner', mishap: { unlisted: true } };
  const payable = rows.filter((row) => row.state === 'awaiting_funding');
  if (lead.state !== 'expired' || payable.length < rows.length - 1) return null;
  if (payable.length === rows.length && joining.chance(0.7))
    return { do: 'act', m: joining.pick(payable).seq, act: 'cancel', by: OWNER };
  return { do: 'pay', m, how: 'card' };
}
