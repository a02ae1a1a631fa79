import { withTx, type SystemContext } from '../../../context.ts';
import { allocate } from '../../../core/money.ts';
import { beginCase, closeMatter, currentCase, noteCaseById } from '../../cases/service.ts';
import type { CaseDetails } from '../../cases/schema.ts';
import type { Dispute } from '../../../integrations/stripe/provider.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { fundsMilestone } from '../../escrow/funding/payments.ts';
import {
  disputeStateOf,
  inOrderOfBooking,
  isNewDispute,
  leftOf,
  linePost,
  outstanding,
  shareId,
  takesOf,
} from './rules.ts';
import { closeIfSetOff } from '../debts/debts.ts';
import { recovered } from './netting.ts';
import { keepEvidence } from '../evidence/evidence.ts';
import { changedAt, disputesOf, saveDispute, sharesKnown, type DisputeRow } from './queries.ts';
import { lockedLines, type Line, type Lines } from '../lines/lines.ts';
import { divideLines } from '../lines/rules.ts';
import { returnedOf, type PaymentRow } from '../queries/payments.ts';
import { isSuspended, wasReturned } from '../rules.ts';
import { isReturnUnderWay, refundedOf } from '../suspense/suspense.ts';
import { applyToOther } from './other-money.ts';
import { applyChange } from './milestone.ts';
import { followSuspended } from './suspended.ts';

/**
 * Brings a dispute of a payment to the provider's current state: books its money line by line, holds the milestones
 * while it is open and after it was lost, notifies both sides, keeps a case for operators. A joint charge is disputed by
 * shares, one for each milestone. A payment that does not fund its milestone leaves that alone. Reads the current object, so
 * that events that arrive twice, late or in another order change nothing. False: another worker has changed the dispute since
 * `before` (`changedAt`), which was read ahead of the object, so that this one may be older; or a refund of a suspended
 * payment is not booked yet. `refunded`: what of it was refunded at the provider.
 */
export async function settleDispute(
  ctx: SystemContext,
  payment: Pick<PaymentRow, 'id'>,
  dispute: Dispute,
  { before, refunded }: { before?: string | null; refunded?: number | null } = {},
): Promise<boolean> {
  return withTx(ctx, async (tx) => {
    const lines = await lockedLines(tx, payment.id);
    if (!lines) throw new Error(`payment ${payment.id} is gone`);
    if (before !== undefined && (await changedAt(tx.db, dispute.disputeId)) !== before) return false;
    const suspended = isSuspended(lines.lead);
    if (suspended && ((await isReturnUnderWay(tx, lines.lead)) || (await refundedOf(tx, lines.lead)) !== refunded))
      return false;
    const posts: Post[] = [];
    for (const one of await sharesOfDispute(tx, lines, dispute))
      posts.push(...(await settleShare(tx, dispute, one, suspended)));
    await followSuspended(tx, lines, dispute, posts);
    await postAll(tx, posts);
    return true;
  });
}

interface DisputeShare {
  line: Line;
  id: string;
  before: DisputeRow | undefined;
  share: Dispute;
}

/**
 * What a dispute takes of each milestone: by the rows that it was opened with, else by what is left of each line on the
 * charge.
 */
async function sharesOfDispute(tx: SystemContext, { all }: Lines, dispute: Dispute): Promise<DisputeShare[]> {
  const known = await sharesKnown(tx.db, dispute.disputeId);
  const lines = known.length > 0 ? all.filter((l) => known.some((k) => k.payment_id === l.payment.id)) : all;
  const rowOf = (line: Line) => known.find((row) => row.payment_id === line.payment.id);
  const weights =
    known.length > 0
      ? lines.map((line) => rowOf(line)!.amount)
      : leftOf(
          lines.map(({ payment }) => payment),
          await returnedOf(
            tx.db,
            lines.map(({ payment }) => payment.id),
          ),
          dispute.amount,
        );
  const taking = lines.map((line, i) => ({ line, weight: weights[i]! })).filter(({ weight }) => weight > 0);
  const parts = taking.map(({ weight }) => weight);
  const amounts = allocate(dispute.amount, parts);
  const moved = divideLines(dispute.balanceTransactions, parts);
  return taking.flatMap(({ line }, i): DisputeShare[] => {
    if (amounts[i]! <= 0) return [];
    const before = rowOf(line);
    return [
      {
        line,
        id: before?.id ?? shareId(dispute.disputeId, i),
        before,
        share: { ...dispute, amount: amounts[i]!, balanceTransactions: moved[i]! },
      },
    ];
  });
}

/** Brings one share to the provider's current state; returns its postings. `suspended`: its payment is in suspense. */
async function settleShare(
  tx: SystemContext,
  dispute: Dispute,
  { line, id, before, share }: DisputeShare,
  suspended: boolean,
): Promise<Post[]> {
  const { payment, milestone } = line;
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  const funds = await fundsMilestone(tx, payment);
  const takes = takesOf({ funds, suspended: suspended || wasReturned(payment) }, before);
  const row: DisputeRow = {
    id,
    share_of: id === dispute.disputeId ? null : dispute.disputeId,
    payment_id: payment.id,
    milestone_id: milestone.id,
    contract_id: milestone.contract_id,
    brand_org: milestone.brand_org,
    charge_id: dispute.chargeId,
    amount: share.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    state: disputeStateOf(dispute, outstanding(dispute)),
    evidence_due_at: dispute.evidenceDueBy,
    withdrawn: Math.max(outstanding(share), 0),
    withdrawn_currency: dispute.balanceTransactions[0]?.currency ?? null,
    set_aside: before?.set_aside ?? false,
    returned: before?.returned ?? 0,
    suspended: takes === 'suspended',
  };
  const posts: Post[] = takes === 'suspended' ? [] : await recovered(tx, line, before, row);
  // What moves after suspended money went back is parked as a whole.
  if (suspended || takes !== 'suspended')
    posts.push(
      ...inOrderOfBooking(share.balanceTransactions).flatMap(
        (moved) => linePost({ ...share, disputeId: id }, moved, row.suspended) ?? [],
      ),
    );
  const others = (await disputesOf(tx.db, milestone.id)).filter((d) => d.id !== row.id && d.state !== 'won');
  const apply = takes === 'milestone' ? applyChange : applyToOther;
  posts.push(...(await apply(tx, milestone, { before, row, others })));
  await saveDispute(tx.db, row, tx.clock.now());
  // One answer for the whole dispute, kept with its first share. Suspended money has paid no work that could be shown.
  if (row.share_of === null && takes !== 'suspended') await keepEvidence(tx, row, before);
  await keepCase(tx, before, row);
  if (row.state === 'lost') await closeIfSetOff(tx, row.id);
  return posts.map((post) => ({ ...at, ...post }));
}

/** One case for each share of a dispute, from its first event to its end, and another when it begins again; a lost one stays open. */
async function keepCase(tx: SystemContext, before: DisputeRow | undefined, row: DisputeRow): Promise<void> {
  const matter = { kind: 'card_dispute', key: row.id, milestoneId: row.milestone_id } as const;
  const details: CaseDetails = {
    dispute: row.share_of ?? row.id,
    charge: row.charge_id,
    reason: row.reason,
    status: row.status,
    outcome: row.state,
    withdrawn: row.withdrawn,
    withdrawn_currency: row.withdrawn_currency,
    ...(row.suspended ? { bank_dispute: row.state } : {}),
  };
  const facts = {
    amount: row.amount,
    currency: row.currency,
    dueAt: row.state === 'open' ? row.evidence_due_at : null,
    details,
  };
  if (isNewDispute(before, row))
    await beginCase(tx, {
      ...matter,
      orgId: row.brand_org,
      contractId: row.contract_id,
      paymentId: row.payment_id,
      ...facts,
    });
  else {
    const open = await currentCase(tx, matter);
    if (open) await noteCaseById(tx, open, facts);
  }
  if (row.state === 'won') await closeMatter(tx, matter, { outcome: 'won' });
}
