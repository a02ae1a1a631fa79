import { withTx, type SystemContext } from '../../../context.ts';
import { allocate } from '../../../core/money.ts';
import { beginCase, closeMatter, currentCase, hasOpenCase, noteCaseById } from '../../cases/service.ts';
import type { Dispute } from '../../../integrations/stripe/provider.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { noteChargedBack, putOnHold, takeOffHold } from '../../escrow/milestone/holds.ts';
import { endsByBank, isApproved, paidSomething } from '../../escrow/milestone/rules.ts';
import { awaitsRefund } from '../../escrow/refund/charged-back.ts';
import { endWithRefund } from '../../escrow/refund/end.ts';
import { holdsInEscrow } from '../../escrow/timers/rules.ts';
import { isSetAside } from '../../escrow/settlement/dispute.ts';
import { notifyParty, readMilestone } from '../../escrow/milestone/moves.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import { earnParts, unearnedOf } from '../../escrow/release/parts.ts';
import { restOf } from '../../escrow/release/rules.ts';
import { disputeLifted, disputeOpened } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import {
  asideAfter,
  disputeStateOf,
  inOrderOfBooking,
  isChargedBack,
  isNewDispute,
  isNewLoss,
  leftOf,
  linePost,
  outstanding,
  owedByBrand,
  setsAside,
  shareId,
  suspectsFraud,
} from './rules.ts';
import { closeIfSetOff } from '../debts/debts.ts';
import { bookLoss, endShortage } from './guarantee.ts';
import { recovered } from './netting.ts';
import { keepEvidence } from '../evidence/evidence.ts';
import { changedAt, disputesOf, saveDispute, sharesKnown, type DisputeRow } from './queries.ts';
import { lockedLines, type Line, type Lines, type Milestone } from '../lines/lines.ts';
import { divideLines } from '../lines/rules.ts';
import { returnedOf, type PaymentRow } from '../queries/payments.ts';

/**
 * Brings a dispute of a payment to the provider's current state: books its money line by line, holds the milestones
 * while it is open and after it was lost, notifies both sides, keeps a case for operators. A joint charge is disputed by
 * shares, one for each milestone. Reads the current object, so that events that arrive twice, late or in another order
 * change nothing. False: another worker has changed the dispute since `before` (`changedAt`), which was read ahead of the
 * object, so that this one may be older.
 */
export async function settleDispute(
  ctx: SystemContext,
  payment: Pick<PaymentRow, 'id'>,
  dispute: Dispute,
  before?: string | null,
): Promise<boolean> {
  return withTx(ctx, async (tx) => {
    const lines = await lockedLines(tx, payment.id);
    if (!lines) throw new Error(`payment ${payment.id} is gone`);
    if (before !== undefined && (await changedAt(tx.db, dispute.disputeId)) !== before) return false;
    const state = disputeStateOf(dispute, outstanding(dispute));
    const posts: Post[] = [];
    for (const { line, id, before, share } of await sharesOfDispute(tx, lines, dispute)) {
      const { milestone } = line;
      const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
      const row: DisputeRow = {
        id,
        share_of: id === dispute.disputeId ? null : dispute.disputeId,
        payment_id: line.payment.id,
        milestone_id: milestone.id,
        contract_id: milestone.contract_id,
        brand_org: milestone.brand_org,
        charge_id: dispute.chargeId,
        amount: share.amount,
        currency: dispute.currency,
        reason: dispute.reason,
        status: dispute.status,
        state,
        evidence_due_at: dispute.evidenceDueBy,
        withdrawn: Math.max(outstanding(share), 0),
        withdrawn_currency: dispute.balanceTransactions[0]?.currency ?? null,
        set_aside: before?.set_aside ?? false,
        returned: before?.returned ?? 0,
      };
      posts.push(...(await recovered(tx, milestone, before, row)).map((post) => ({ ...post, ...at })));
      posts.push(
        ...inOrderOfBooking(share.balanceTransactions)
          .flatMap((moved) => linePost({ ...share, disputeId: id }, moved) ?? [])
          .map((post) => ({ ...post, ...at })),
      );
      const others = (await disputesOf(tx.db, milestone.id)).filter((d) => d.id !== row.id && d.state !== 'won');
      posts.push(...(await applyChange(tx, milestone, { before, row, others })));
      await saveDispute(tx.db, row, tx.clock.now());
      // One answer for the whole dispute, kept with its first share.
      if (row.share_of === null) await keepEvidence(tx, row, before);
      await keepCase(tx, before, row);
      if (row.state === 'lost') await closeIfSetOff(tx, row.id);
    }
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

interface ChangedDispute {
  before: DisputeRow | undefined;
  row: DisputeRow;
  /** Of the same milestone, and not won. */
  others: readonly DisputeRow[];
}

/** Moves the milestone with its dispute; returns the postings. Changes `row.set_aside`. */
async function applyChange(
  tx: SystemContext,
  milestone: Milestone,
  { before, row, others }: ChangedDispute,
): Promise<Post[]> {
  const posts: Post[] = [];
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  const step = `${row.id}:${tx.clock.now().getTime()}`;
  const isNew = isNewDispute(before, row);
  const inEscrow = holdsInEscrow(milestone.state) || (await awaitsRefund(tx, milestone));
  const setAside = setsAside(inEscrow, row, others);
  // A dispute between the sides has set the money aside already, and goes on after this one.
  const contested = milestone.state === 'disputed' && (await isSetAside(tx, milestone));
  if (isNew && row.state !== 'won') await holdFor(tx, milestone, row, step);
  // What the brand released before is the creator's, whether or not the books had it yet.
  if (setAside) posts.push(...(await earnParts(tx, milestone)));
  if (setAside || (isNew && row.state !== 'won')) {
    const change = setAside && !contested ? { held: -restOf(milestone), disputed: restOf(milestone) } : {};
    await appendEvent(tx, { ...at, type: 'payment_disputed', data: { amount: row.amount }, change });
  }
  if (setAside) {
    row.set_aside = true;
    if (!contested)
      posts.push({
        ...disputeOpened(booksOf(milestone, ''), restOf(milestone)),
        opId: `dispute:${row.id}:aside:${milestone.version}`,
        ...at,
      });
  }
  if (row.state === 'won' && before && before.state !== 'won') {
    const last = others.length === 0;
    const next = asideAfter(others);
    const free = row.set_aside && !next && !contested;
    // A part that waited for the platform's money is set aside with the rest.
    const aside = free ? restOf(milestone) + (await unearnedOf(tx, milestone)) : 0;
    await appendEvent(tx, {
      ...at,
      type: 'dispute_won',
      data: { amount: row.amount },
      change: free ? { held: aside, disputed: -aside } : {},
    });
    if (free)
      posts.push({
        ...disputeLifted(booksOf(milestone, ''), aside),
        opId: `dispute:${row.id}:back:${milestone.version}`,
        ...at,
      });
    // Money that another dispute still needs set aside moves to that dispute.
    if (row.set_aside && next) {
      next.set_aside = true;
      await saveDispute(tx.db, next, tx.clock.now());
    }
    row.set_aside = false;
    await endSuspicion(tx, milestone, row, 'won');
    if (last) await endShortage(tx, milestone, 'won');
    for (const side of ['brand', 'creator'] as const)
      await notifyParty(tx, milestone, side, 'dispute_won', step, { amountMinor: row.amount, currency: row.currency });
  }
  if (row.state === 'lost' && before?.state !== 'lost') {
    await appendEvent(tx, { ...at, type: 'dispute_lost', data: { amount: row.amount } });
    // Whose milestone ends by it is notified of that.
    if (!endsNow(milestone, [row, ...others]))
      for (const side of ['brand', 'creator'] as const)
        await notifyParty(tx, milestone, side, 'dispute_lost', step, {
          amountMinor: row.amount,
          currency: row.currency,
        });
  }
  // Its money had left escrow: the brand owes what its bank withdrew. Money still in escrow stays set aside until it is
  // decided where it goes.
  if (row.state === 'lost' && owedByBrand(row, others)) {
    // One that is lost with its first event is read with what its brand owes.
    if (!before) await saveDispute(tx.db, row, tx.clock.now());
    posts.push(...(await bookLoss(tx, row)));
    // A refund that was set off may have ended it.
    Object.assign(milestone, await readMilestone(tx, milestone.id));
  }
  if (isNewLoss(before, row) || (row.state !== 'open' && row.state !== before?.state))
    await afterDecision(tx, milestone, row, others);
  return posts;
}

const endsNow = (milestone: Milestone, all: readonly DisputeRow[]): boolean =>
  isChargedBack(all) && endsByBank(milestone.state) && all.some((d) => d.set_aside);

/**
 * The bank has decided. Once it has about every dispute of the milestone, deadlines go on; a payment that it keeps ends work
 * that waits for no verdict.
 */
async function afterDecision(
  tx: SystemContext,
  milestone: Milestone,
  row: DisputeRow,
  others: readonly DisputeRow[],
): Promise<void> {
  const all = row.state === 'won' ? others : [row, ...others];
  if (all.some((d) => d.state === 'open')) return;
  await takeOffHold(tx, milestone, 'card_dispute');
  await noteChargedBack(tx, milestone, isChargedBack(all));
  if (!endsNow(milestone, all)) return;
  for (const lost of all) await endSuspicion(tx, milestone, lost, 'lost');
  await endWithRefund(tx, milestone, 'charged_back');
}

/** Holds a milestone for a new dispute and notifies both sides of what it means for them. */
async function holdFor(tx: SystemContext, milestone: Milestone, row: DisputeRow, step: string): Promise<void> {
  const suspected = suspectsFraud(row) && holdsInEscrow(milestone.state);
  await putOnHold(tx, milestone, 'card_dispute');
  const amount = { amountMinor: row.amount, currency: row.currency };
  const paid =
    !suspected && (isApproved(milestone.state) || paidSomething(milestone) || milestone.state === 'releasing');
  await notifyParty(tx, milestone, 'brand', paid ? 'approved_payment_disputed' : 'payment_disputed', step, amount);
  await notifyParty(tx, milestone, 'creator', paid ? 'approved_work_disputed' : 'milestone_disputed', step);
  if (!suspected) return;
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  await beginCase(tx, {
    kind: 'fraud_warning',
    key: row.id,
    orgId: milestone.brand_org,
    ...at,
    paymentId: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    details: { dispute: row.share_of ?? row.id, charge: row.charge_id, reason: row.reason },
  });
  if (await putOnHold(tx, milestone, 'fraud_warning'))
    await appendEvent(tx, { ...at, type: 'payment_on_hold', data: { reason: 'fraud_warning' } });
}

/**
 * A dispute that was won proves nothing any more, and nothing is paid by one that ended its milestone; an early warning of
 * the same payment has a case of its own.
 */
async function endSuspicion(
  tx: SystemContext,
  milestone: Milestone,
  row: DisputeRow,
  outcome: 'won' | 'lost',
): Promise<void> {
  await closeMatter(tx, { kind: 'fraud_warning', key: row.id, milestoneId: milestone.id }, { outcome });
  if (await hasOpenCase(tx, { kind: 'fraud_warning', milestoneId: milestone.id })) return;
  await takeOffHold(tx, milestone, 'fraud_warning');
}

/** One case for each share of a dispute, from its first event to its end, and another when it begins again; a lost one stays open. */
async function keepCase(tx: SystemContext, before: DisputeRow | undefined, row: DisputeRow): Promise<void> {
  const matter = { kind: 'card_dispute', key: row.id, milestoneId: row.milestone_id } as const;
  const details = {
    dispute: row.share_of ?? row.id,
    charge: row.charge_id,
    reason: row.reason,
    status: row.status,
    outcome: row.state,
    withdrawn: row.withdrawn,
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
