import type { SystemContext } from '../../../context.ts';
import { newId } from '../../../core/ids.ts';
import { balancesByMilestone, NO_BALANCES, postAll, type Post } from '../../ledger/service.ts';
import { contested } from '../../ledger/contests/rules.ts';
import { refundClaimed, refundDecided, releasePosting, type RefundBooks } from '../../ledger/rules.ts';
import { isMoneyOutStopped } from '../../money-stops/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { claimOperation } from '../../provider-calls/operations.ts';
import { movePaidPayment } from '../funding/queries.ts';
import { fundingPayment } from '../funding/payments.ts';
import { endDealIfOver } from '../milestone/end-deal.ts';
import { booksOf } from '../milestone/facts.ts';
import { holdForStaff } from '../milestone/holds.ts';
import { milestoneMove, notifyParty, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { insertRefund, refundsOf } from '../refund/queries.ts';
import { isOver } from '../refund/rules.ts';
import { earnParts, nextPart } from '../release/parts.ts';
import { prepareTransfers } from '../release/prepare.ts';
import { partSuffix, restOf } from '../release/rules.ts';
import { transfersOf } from '../release/queries.ts';
import { appendEvent } from '../timeline/events.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';
import { settledShares, settlementAt } from './rules.ts';

/**
 * Claims the settlement of a disputed milestone in the caller's transaction: `kept` of all that is held to the creator,
 * the rest back to the brand. Each leg is an operation of its own, which the milestone's workflow carries out and repeats
 * alone. Returns why it waits, or null when it is claimed.
 */
export async function claimSettlement(tx: SystemContext, row: MilestoneRow, kept: number): Promise<string | null> {
  await holdForStaff(tx, row);
  if (row.holds.length > 0) return `held: ${row.holds.join(', ')}`;
  if (await isMoneyOutStopped(tx, row.currency)) return 'money-out is stopped';
  // Parts that the brand released before the dispute are the creator's.
  const earned = await earnParts(tx, row);
  const { disputed } = (await balancesByMilestone(tx, [row.id])).get(row.id) ?? NO_BALANCES;
  const amount = restOf(row);
  if (kept > amount) throw new Error(`milestone ${row.id} holds ${amount}, ${kept} cannot be kept of it`);
  const payment = await fundingPayment(tx, row.id);
  const parts = { before: row.released_parts, kept };
  const settlement = settlementAt(payment, parts, row.currency);
  const moved = await milestoneMove(tx, row, 'claimSettlement', {
    settled_kept: kept,
    refund_reason: amount > kept ? 'settled' : null,
    deadline_at: new Date(tx.clock.now().getTime() + CLAIM_LIMIT_MS),
  });
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await appendEvent(tx, {
    ...at,
    type: 'settlement_started',
    data: { amount, kept, back: settlement.back.price },
    change: { held: disputed - amount, disputed: -disputed, released: kept, refunded: settlement.back.price },
  });
  const books = booksOf(row, payment.tax_country);
  const posts: Post[] = [...earned];
  // The money is earned and returned out of the account of held money, as after an approval or a cancellation.
  if (disputed > 0)
    posts.push({ ...contested('contest_closed', books, disputed), opId: `settle:${row.id}:free`, ...at });
  posts.push(...(await claimCreatorsLeg(tx, row, parts, { books, fee: settlement.kept.fee })));
  posts.push(...(await claimBrandsLeg(tx, row, payment, { books, back: settlement.back })));
  await signalEscrow(tx, moved, 'settled');
  await postAll(tx, posts);
  return null;
}

type Books = ReturnType<typeof booksOf>;

async function claimCreatorsLeg(
  tx: SystemContext,
  row: MilestoneRow,
  parts: { before: number; kept: number },
  { books, fee }: { books: Books; fee: number },
): Promise<Post[]> {
  if (parts.kept === 0) return [];
  const shares = settledShares(parts, row.agency_org ? row.commission_bps : 0, row.currency);
  const { n } = await nextPart(tx, row, parts.kept);
  const { posts, claimed } = await prepareTransfers(tx, row, shares, { n });
  if (!claimed.includes('creator') && shares.creator > 0)
    await notifyParty(tx, { ...row, amount: shares.creator }, 'creator', 'payout_account_needed', 'settlement');
  return [
    {
      ...releasePosting(books, { ...shares, fee }, { creatorOrg: row.creator_org, agencyOrg: row.agency_org }),
      opId: `release:${row.id}${partSuffix(n)}`,
      contractId: row.contract_id,
      milestoneId: row.id,
    },
    ...posts,
  ];
}

async function claimBrandsLeg(
  tx: SystemContext,
  row: MilestoneRow,
  payment: Awaited<ReturnType<typeof fundingPayment>>,
  { books, back }: { books: Books; back: ReturnType<typeof settlementAt>['back'] },
): Promise<Post[]> {
  if (back.total === 0) return [];
  const refund: RefundBooks = {
    opId: `refund:${row.id}:${payment.attempt}`,
    paymentId: payment.id,
    brandOrg: row.brand_org,
    amount: back.total,
    currency: row.currency,
  };
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await claimOperation(tx, {
    opId: refund.opId,
    kind: 'refund',
    ...at,
    orgId: row.brand_org,
    amount: back.total,
    currency: row.currency,
  });
  await insertRefund(tx.db, { ...refund, id: newId(), milestoneId: row.id, reason: 'settled', at: tx.clock.now() });
  await movePaidPayment(tx.db, { paymentId: payment.id, from: 'paid', to: 'refunding' });
  return [
    { ...refundDecided(books, back, payment.id), opId: `${refund.opId}:decide`, ...at },
    { ...refundClaimed(refund), opId: `${refund.opId}:a1:claim`, ...at },
  ];
}

/**
 * Ends a settlement whose legs are both done: the brand has its part, and the creator's was transferred. Does nothing
 * before that. In the transaction that confirms a leg, on the locked row.
 */
export async function finishSettlement(tx: SystemContext, row: MilestoneRow): Promise<void> {
  if (row.state !== 'settling') return;
  const back = (await refundsOf(tx.db, row.id)).filter((r) => r.reason === 'settled');
  const legs = await transfersOf(tx.db, row.id);
  if (!back.every(isOver) || legs.some((t) => t.leg === 'creator' && t.state !== 'sent')) return;
  const now = tx.clock.now();
  const end =
    back.length === 0
      ? { action: 'settleForCreator' as const, event: 'released' as const, set: { released_at: now } }
      : legs.length === 0
        ? { action: 'settleForBrand' as const, event: 'refunded' as const, set: { refunded_at: now } }
        : {
            action: 'finishSplit' as const,
            event: 'settled_split' as const,
            set: { released_at: now, refunded_at: now },
          };
  const moved = await milestoneMove(tx, row, end.action, { ...end.set, deadline_at: null });
  const kept = row.settled_kept ?? 0;
  const returned = back.reduce((sum, r) => sum + r.amount, 0);
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: end.event,
    data: { amount: end.event === 'refunded' ? returned : kept, back: returned, reason: 'settled' },
  });
  if (returned > 0) await notifyParty(tx, moved, 'brand', 'milestone_refunded', 'settled', { amountMinor: returned });
  if (kept > 0) await notifyParty(tx, moved, 'creator', 'milestone_released', 'settled', { amountMinor: kept });
  await endDealIfOver(tx, moved);
  if (row.dispute_id)
    await signalWorkflow(tx, 'disputeCase', row.dispute_id, 'settled', `milestone:${row.id}:v${moved.version}`);
}
