import type { SystemContext } from '../../../context.ts';
import { beginCase, closeMatter, hasOpenCase } from '../../cases/service.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { noteChargedBack, putOnHold, takeOffHold } from '../../escrow/milestone/holds.ts';
import { endsByBank } from '../../escrow/milestone/rules.ts';
import { awaitsRefund } from '../../escrow/refund/charged-back.ts';
import { endWithRefund } from '../../escrow/refund/end.ts';
import { holdsInEscrow } from '../../escrow/timers/rules.ts';
import { isSetAside } from '../../escrow/settlement/dispute.ts';
import { notifyParty, readMilestone } from '../../escrow/milestone/moves.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import { earnParts, unearnedOf } from '../../escrow/release/parts.ts';
import { restOf } from '../../escrow/release/rules.ts';
import { disputeLifted, disputeOpened } from '../../ledger/rules.ts';
import type { Post } from '../../ledger/service.ts';
import {
  asideAfter,
  creatorNotice,
  isChargedBack,
  isNewDispute,
  isNewLoss,
  isPaid,
  owedByBrand,
  setsAside,
  suspectsFraud,
} from './rules.ts';
import { bookLoss, endShortage } from './guarantee.ts';
import { saveDispute, type DisputeRow } from './queries.ts';
import type { Milestone } from '../lines/lines.ts';

export interface ChangedDispute {
  before: DisputeRow | undefined;
  row: DisputeRow;
  /** Of the same milestone, and not won. */
  others: readonly DisputeRow[];
}

/** Moves the milestone with its dispute; returns the postings. Changes `row.set_aside`. */
export async function applyChange(tx: SystemContext, milestone: Milestone, change: ChangedDispute): Promise<Post[]> {
  const { before, row, others } = change;
  const step = `${row.id}:${tx.clock.now().getTime()}`;
  // A dispute between the sides has set the money aside already, and goes on after this one.
  const contested = milestone.state === 'disputed' && (await isSetAside(tx, milestone));
  const posts = await applyOpened(tx, milestone, change, { step, contested });
  if (row.state === 'won' && before && before.state !== 'won')
    posts.push(...(await applyWon(tx, milestone, change, { step, contested })));
  if (row.state === 'lost') posts.push(...(await applyLost(tx, milestone, change, step)));
  if (isNewLoss(before, row) || (row.state !== 'open' && row.state !== before?.state))
    await afterDecision(tx, milestone, row, others);
  return posts;
}

/** A dispute that is new, or whose bank withdraws now: the money that is still in escrow is set aside. */
async function applyOpened(
  tx: SystemContext,
  milestone: Milestone,
  { before, row, others }: ChangedDispute,
  { step, contested }: { step: string; contested: boolean },
): Promise<Post[]> {
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  const isOpening = isNewDispute(before, row) && row.state !== 'won';
  const inEscrow = holdsInEscrow(milestone.state) || (await awaitsRefund(tx, milestone));
  const setAside = setsAside(inEscrow, row, others);
  if (isOpening) await holdFor(tx, milestone, row, step);
  // What the brand released before is the creator's, whether or not the books had it yet.
  const posts = setAside ? await earnParts(tx, milestone) : [];
  const rest = restOf(milestone);
  if (setAside || isOpening)
    await appendEvent(tx, {
      ...at,
      type: 'payment_disputed',
      data: { amount: row.amount },
      change: setAside && !contested ? { held: -rest, disputed: rest } : {},
    });
  if (!setAside) return posts;
  row.set_aside = true;
  if (!contested)
    posts.push({
      ...disputeOpened(booksOf(milestone, ''), rest),
      opId: `dispute:${row.id}:aside:${milestone.version}`,
      ...at,
    });
  return posts;
}

/** What was set aside is back in escrow, unless another dispute of the milestone needs it. */
async function applyWon(
  tx: SystemContext,
  milestone: Milestone,
  { row, others }: ChangedDispute,
  { step, contested }: { step: string; contested: boolean },
): Promise<Post[]> {
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  const posts: Post[] = [];
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
  if (row.set_aside && next) {
    next.set_aside = true;
    await saveDispute(tx.db, next, tx.clock.now());
  }
  row.set_aside = false;
  await endSuspicion(tx, milestone, row, 'won');
  if (others.length === 0) await endShortage(tx, milestone, 'won');
  await notifyBoth(tx, milestone, row, 'dispute_won', step);
  return posts;
}

/** Of money that had left escrow the brand owes what its bank withdrew; money still in escrow stays set aside until decided. */
async function applyLost(
  tx: SystemContext,
  milestone: Milestone,
  { before, row, others }: ChangedDispute,
  step: string,
): Promise<Post[]> {
  if (before?.state !== 'lost') {
    const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
    await appendEvent(tx, { ...at, type: 'dispute_lost', data: { amount: row.amount } });
    // Whose milestone ends by it is notified of that.
    if (!endsNow(milestone, [row, ...others])) await notifyBoth(tx, milestone, row, 'dispute_lost', step);
  }
  if (!owedByBrand(row, others)) return [];
  // One that is lost with its first event is read with what its brand owes.
  if (!before) await saveDispute(tx.db, row, tx.clock.now());
  const posts = await bookLoss(tx, row);
  // A refund that was set off may have ended it.
  Object.assign(milestone, await readMilestone(tx, milestone.id));
  return posts;
}

async function notifyBoth(
  tx: SystemContext,
  milestone: Milestone,
  { amount, currency }: DisputeRow,
  kind: 'dispute_won' | 'dispute_lost',
  step: string,
): Promise<void> {
  for (const side of ['brand', 'creator'] as const)
    await notifyParty(tx, milestone, side, kind, step, { amountMinor: amount, currency });
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
  const paid = !suspected && isPaid(milestone);
  await notifyParty(tx, milestone, 'brand', paid ? 'approved_payment_disputed' : 'payment_disputed', step, amount);
  await notifyParty(tx, milestone, 'creator', creatorNotice(milestone, suspected), step);
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
