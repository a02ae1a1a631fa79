import type { SystemContext } from '../../../context.ts';
import { commissionBetween, restOfCharge } from '../../ledger/charges/rules.ts';
import { disputeLifted, refundClaimed, releasePosting } from '../../ledger/rules.ts';
import { balancesByMilestone, NO_BALANCES, postAll, type Post } from '../../ledger/service.ts';
import { claimAgain, operationOf } from '../../provider-calls/operations.ts';
import { fundingPayments, type FundingPayment } from '../funding/queries.ts';
import { booksOf } from '../milestone/facts.ts';
import { notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { earnParts, nextPart } from '../release/parts.ts';
import { prepareTransfers } from '../release/prepare.ts';
import { partSuffix } from '../release/rules.ts';
import { appendEvent } from '../timeline/events.ts';
import { claimRefund } from './claim.ts';
import { finishRefunded } from './finish.ts';
import { NOTHING_NETTED, type Netted, type Netting } from './netting.ts';
import { moveRefund, refundsOf, type RefundRow } from './queries.ts';
import { endingOf, settlementOf, type RefundReason, type Settlement } from './rules.ts';

/**
 * Starts the refund that ended the milestone, once. Of a payment that a card's bank took back for good, what the bank has
 * returned is not refunded again. Answers why it waits, or null.
 */
export async function startRefund(tx: SystemContext, row: MilestoneRow, net: Netting): Promise<string | null> {
  // A late payment does not count: its refund did not end the milestone.
  if ((await refundsOf(tx.db, row.id)).some((r) => r.reason !== 'late_payment')) return null;
  const payment = (await fundingPayments(tx.db, row.id)).find((p) => p.state === 'paid');
  if (!payment) throw new Error(`milestone ${row.id} has nothing to refund`);
  const reason = row.refund_reason as RefundReason;
  const settlement = settlementFor(row, payment, reason);
  const netted = row.charged_back_at ? await net(tx, row, { ...settlement, paymentId: payment.id }) : NOTHING_NETTED;
  if (typeof netted === 'string') return netted;
  const aside = row.charged_back_at
    ? ((await balancesByMilestone(tx, [row.id])).get(row.id) ?? NO_BALANCES).disputed
    : 0;
  const parts = await earnParts(tx, row);
  const posts = await decideRefund(tx, row, payment, { reason, settlement, netted });
  const [back, kept] = [settlement.back.price, settlement.kept.price];
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'refund_started',
    data: { reason, amount: back, kept },
    change: { held: aside - (back + kept), disputed: -aside, refunded: back, released: kept },
  });
  const lifted: Post[] =
    aside > 0
      ? [
          {
            ...disputeLifted(booksOf(row, ''), aside),
            opId: `refund:${row.id}:${payment.attempt}:free`,
            contractId: row.contract_id,
            milestoneId: row.id,
          },
        ]
      : [];
  if (netted.byBank === settlement.back.total)
    await finishRefunded(tx, row, { paymentId: payment.id, reason, back: settlement.back, byBank: netted.byBank });
  await postAll(tx, [...lifted, ...parts, ...posts]);
  return null;
}

/** What came too late goes back whole; else the parts that were released are not part of it any more. */
const settlementFor = (row: MilestoneRow, payment: FundingPayment, reason: RefundReason): Settlement =>
  settlementOf(
    restOfCharge(payment, reason === 'late_payment' ? 0 : row.released_parts, row.currency),
    endingOf(row, reason),
    row.currency,
  );

/** The refund of a payment that came too late, in the caller's transaction; returns its postings. */
export const decideLateRefund = (tx: SystemContext, row: MilestoneRow, payment: FundingPayment): Promise<Post[]> =>
  decideRefund(tx, row, payment, {
    reason: 'late_payment',
    settlement: settlementFor(row, payment, 'late_payment'),
    netted: NOTHING_NETTED,
  });

/**
 * P8 and P9 for one payment, in the caller's transaction: decides and claims the refund, and earns a kill fee. Returns
 * the postings; the caller writes its event first and posts last.
 */
async function decideRefund(
  tx: SystemContext,
  row: MilestoneRow,
  payment: FundingPayment,
  { reason, settlement: { back, kept }, netted }: { reason: RefundReason; settlement: Settlement; netted: Netted },
): Promise<Post[]> {
  const posts = await claimRefund(tx, row, payment, { reason, back, netted });
  if (kept.price > 0) {
    const part = await nextPart(tx, row, kept.price);
    const shares = commissionBetween(part.from, part.to, row.agency_org ? row.commission_bps : 0, row.currency);
    const { posts: claims, claimed } = await prepareTransfers(tx, row, shares, { n: part.n });
    if (!claimed.includes('creator'))
      await notifyParty(tx, row, 'creator', 'payout_account_needed', 'kept', { amountMinor: shares.creator });
    posts.push(
      {
        ...releasePosting(
          booksOf(row, payment.tax_country),
          { ...shares, fee: kept.fee },
          { creatorOrg: row.creator_org, agencyOrg: row.agency_org },
        ),
        opId: `release:${row.id}${partSuffix(part.n)}`,
        contractId: row.contract_id,
        milestoneId: row.id,
      },
      ...claims,
    );
  }
  return posts;
}

/**
 * A refund that did not go through is claimed once more, under a new key. False when another transaction was first: it may
 * have set the refund off against what the brand owes.
 */
export async function claimRefundAgain(tx: SystemContext, r: RefundRow): Promise<boolean> {
  const op = await operationOf(tx, r.opId);
  if (!op || !(await moveRefund(tx.db, r, { to: 'claimed', at: tx.clock.now() }))) return false;
  await claimAgain(tx, op, { anew: true });
  await postAll(tx, [{ ...refundClaimed(r), opId: `${r.opId}:a${op.attempt + 1}:claim` }]);
  return true;
}
