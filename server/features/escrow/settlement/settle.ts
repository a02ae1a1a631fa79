import type { SystemContext } from '../../../context.ts';
import { balancesByMilestone, NO_BALANCES, postAll, type Post } from '../../ledger/service.ts';
import { contested } from '../../ledger/contests/rules.ts';
import { releasePosting } from '../../ledger/rules.ts';
import { isMoneyOutStopped } from '../../money-stops/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { fundingPayment } from '../funding/payments.ts';
import { endDealIfOver } from '../milestone/end-deal.ts';
import { booksOf } from '../milestone/facts.ts';
import { holdForStaff } from '../milestone/holds.ts';
import { withoutShortage } from '../milestone/rules.ts';
import { milestoneMove, notifyParty, signalEscrow } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { claimRefund } from '../refund/claim.ts';
import { finishRefunded } from '../refund/finish.ts';
import { NOTHING_NETTED, type Netting } from '../refund/netting.ts';
import { refundsOf } from '../refund/queries.ts';
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
 * alone. What a card's bank has returned to the brand for good counts as its part. Returns why it waits, or null when it is
 * claimed.
 */
export async function claimSettlement(
  tx: SystemContext,
  row: MilestoneRow,
  kept: number,
  net: Netting,
): Promise<string | null> {
  await holdForStaff(tx, row);
  if (withoutShortage(row.holds).length > 0) return `held: ${row.holds.join(', ')}`;
  if (await isMoneyOutStopped(tx, row.currency)) return 'money-out is stopped';
  const payment = await fundingPayment(tx, row.id);
  const parts = { before: row.released_parts, kept };
  const settlement = settlementAt(payment, parts, row.currency);
  const netted = row.charged_back_at ? await net(tx, row, { ...settlement, paymentId: payment.id }) : NOTHING_NETTED;
  if (typeof netted === 'string') return netted;
  // Parts that the brand released before the dispute are the creator's.
  const earned = await earnParts(tx, row);
  const { disputed } = (await balancesByMilestone(tx, [row.id])).get(row.id) ?? NO_BALANCES;
  const amount = restOf(row);
  if (kept > amount) throw new Error(`milestone ${row.id} holds ${amount}, ${kept} cannot be kept of it`);
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
  const posts: Post[] = [];
  // The money is earned and returned out of the account of held money, as after an approval or a cancellation.
  if (disputed > 0)
    posts.push({ ...contested('contest_closed', books, disputed), opId: `settle:${row.id}:free`, ...at });
  posts.push(...earned);
  posts.push(...(await claimCreatorsLeg(tx, row, parts, { books, fee: settlement.kept.fee })));
  // Nothing goes back: what its bank took the brand owes.
  const { back } = settlement;
  posts.push(
    ...(back.total === 0 ? netted.posts : await claimRefund(tx, row, payment, { reason: 'settled', back, netted })),
  );
  await signalEscrow(tx, moved, 'settled');
  await postAll(tx, posts);
  const returned = { paymentId: payment.id, reason: 'settled', back: settlement.back, byBank: netted.byBank } as const;
  if (netted.byBank > 0 && netted.byBank === settlement.back.total) await finishRefunded(tx, moved, returned);
  await finishSettlement(tx, moved);
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
  const kept = row.settled_kept ?? 0;
  const end =
    row.refund_reason === null
      ? { action: 'settleForCreator' as const, event: 'released' as const, set: { released_at: now } }
      : legs.length === 0
        ? { action: 'settleForBrand' as const, event: 'refunded' as const, set: { refunded_at: now } }
        : {
            action: 'finishSplit' as const,
            event: 'settled_split' as const,
            set: { released_at: now, refunded_at: now },
          };
  const moved = await milestoneMove(tx, row, end.action, { ...end.set, deadline_at: null });
  const returned = back.reduce((sum, r) => sum + r.amount, 0);
  // Of a payment that its bank took back, the brand has a part from there.
  const all = row.charged_back_at
    ? settlementAt(await fundingPayment(tx, row.id), { before: row.released_parts, kept }, row.currency).back.total
    : returned;
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: end.event,
    data: { amount: end.event === 'refunded' ? all : kept, back: all, reason: 'settled' },
  });
  if (returned > 0) await notifyParty(tx, moved, 'brand', 'milestone_refunded', 'settled', { amountMinor: returned });
  const { creator } = settledShares({ before: row.released_parts, kept }, row.commission_bps, row.currency);
  if (kept > 0) await notifyParty(tx, moved, 'creator', 'milestone_released', 'settled', { amountMinor: creator });
  await endDealIfOver(tx, moved);
  if (row.dispute_id)
    await signalWorkflow(tx, 'disputeCase', row.dispute_id, 'settled', `milestone:${row.id}:v${moved.version}`);
}
