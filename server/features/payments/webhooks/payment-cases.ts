import type { SystemContext } from '../../../context.ts';
import { caseOf, noteCase, openCase, systemCase } from '../../cases/service.ts';
import type { CaseDetails, CaseKind, NewCase } from '../../cases/schema.ts';
import type { BalanceTransaction } from '../../../integrations/stripe/provider.ts';
import { fundsMilestone } from '../../escrow/funding/payments.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { putOnHold } from '../../escrow/milestone/holds.ts';
import { notifyBoth } from '../../escrow/milestone/moves.ts';
import { holdsInEscrow } from '../../escrow/timers/rules.ts';
import { providerFeePosting, unidentifiedMovement } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { lockedLines } from '../lines/lines.ts';
import { divideLines, sharesOf } from '../lines/rules.ts';
import type { PaymentRow } from '../queries/payments.ts';

/**
 * The lines of the balance that a case is about, for the decision about them. Nothing where there is none yet: the
 * stored details stay.
 */
export const named = (lines: readonly { id: string }[]): CaseDetails =>
  lines.length > 0 ? { lines: lines.map((line) => line.id).join(' ') } : {};

/** Those that a case keeps. */
export function namedIn({ details }: { details: CaseDetails }): string[] {
  const { lines } = details;
  return typeof lines === 'string' && lines !== '' ? lines.split(' ') : [];
}

/**
 * Opens a case about lines of the balance, or adds to the one that is open. Where that was decided already, a second one is
 * about what moved since: it could not be decided about otherwise. False: all of it was decided.
 */
async function openOrNote(
  tx: SystemContext,
  one: NewCase & { details: CaseDetails },
  lines: readonly { id: string }[],
): Promise<boolean> {
  const decided: string[] = [];
  for (const again of ['', ':again']) {
    const fresh = lines.filter(({ id }) => !decided.includes(id));
    if (again && fresh.length === 0) return false;
    const about = { kind: one.kind, key: `${one.key}${again}` };
    const details: CaseDetails = { ...one.details, ...named(fresh) };
    const { id, opened } = await openCase(tx, { ...one, ...about, details });
    if (opened || (await noteCase(tx, about, { details }))) return true;
    const closed = await systemCase(tx, id);
    if (closed) decided.push(...namedIn(closed));
  }
  return false;
}

/** A line of the balance, or a milestone's share of one, whose `ref` is then the line. */
type Movement = Pick<BalanceTransaction, 'id' | 'amount' | 'fee' | 'currency'> & { ref?: string };

/** Parks each movement of the balance until staff decide whose it is. Its fee is the platform's. */
const park = (lines: readonly Movement[], at: Pick<Post, 'contractId' | 'milestoneId'>): Post[] =>
  lines.flatMap((line) => [
    ...(line.amount === 0
      ? []
      : [
          {
            ...unidentifiedMovement(line.currency, line.amount),
            opId: `moved:${line.id}`,
            providerRef: line.ref ?? line.id,
            ...at,
          },
        ]),
    ...(line.fee > 0 ? [{ ...providerFeePosting(line.currency, line.fee), opId: `moved:${line.id}:fee`, ...at }] : []),
  ]);

interface Matter {
  kind: CaseKind;
  key: string;
  /** The hold to set while the money is in escrow and its case is open, or null. */
  hold: 'fraud_warning' | 'provider_refund' | null;
  amount: number | null;
  lines?: readonly BalanceTransaction[];
  details: CaseDetails;
}

/**
 * An event about a payment's money: booked, each milestone that it funds held while that has money, both sides notified, a
 * case for each.
 */
export async function caseAboutPayment(tx: SystemContext, payment: PaymentRow | null, matter: Matter): Promise<void> {
  const { kind, key, hold, lines = [] } = matter;
  // What was parked as a whole stays one sum: its shares would be booked beside it.
  const before = await caseOf(tx, { kind, key });
  if (!payment || (lines.length > 0 && before?.paymentId === null)) {
    const sum = lines[0] ? { amount: Math.abs(lines[0].amount), currency: lines[0].currency } : {};
    await openOrNote(tx, { kind, key, details: matter.details, ...sum }, lines);
    return postAll(tx, park(lines, {}));
  }
  const all = (await lockedLines(tx, payment.id))?.all ?? [];
  const weights = all.map((line) => line.payment.total);
  // Each milestone of a joint payment has a hold, a case and a share of the money, which is decided about by itself.
  const moved = divideLines(lines, weights);
  const shares = sharesOf(
    matter.amount ?? 0,
    all.map((line) => line.payment),
  );
  const posts: Post[] = [];
  for (const [i, line] of all.entries()) {
    const { milestone } = line;
    const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
    const own = i === 0 ? key : `${key}:${i + 1}`;
    const parts = moved[i]!.map((part) => ({ ...part, id: i === 0 ? part.id : `${part.id}:${i + 1}`, ref: part.id }));
    const amount = kind === 'fraud_warning' ? line.payment.total : matter.amount === null ? null : shares[i]!;
    const isOpen = await openOrNote(
      tx,
      {
        kind,
        key: own,
        orgId: milestone.brand_org,
        ...at,
        paymentId: line.payment.id,
        details: matter.details,
        ...(amount === null ? {} : { amount, currency: line.payment.currency }),
      },
      parts.filter((part) => part.amount !== 0),
    );
    // Without an open case nothing would lift it: a refund is reported again once its bank has paid it, perhaps after its decision.
    const holds = hold && isOpen && holdsInEscrow(milestone.state) && (await fundsMilestone(tx, line.payment));
    if (holds && (await putOnHold(tx, milestone, hold))) {
      await appendEvent(tx, { ...at, type: 'payment_on_hold', data: { reason: hold } });
      await notifyBoth(tx, milestone, 'payment_on_hold', own);
    }
    posts.push(...park(parts, at));
  }
  return postAll(tx, posts);
}
