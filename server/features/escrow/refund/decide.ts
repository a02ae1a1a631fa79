import type { SystemContext } from '../../../context.ts';
import { newId } from '../../../core/ids.ts';
import { commissionBetween, restOfCharge } from '../../ledger/charges/rules.ts';
import { refundClaimed, refundDecided, releasePosting, type RefundBooks } from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { claimAgain, claimOperation, operationOf } from '../../provider-calls/operations.ts';
import { fundingPayments, movePaidPayment, type FundingPayment } from '../funding/queries.ts';
import { booksOf } from '../milestone/facts.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { earnParts, nextPart } from '../release/parts.ts';
import { prepareTransfers } from '../release/prepare.ts';
import { partSuffix } from '../release/rules.ts';
import { appendEvent } from '../timeline/events.ts';
import { insertRefund, moveRefund, refundsOf, type RefundRow } from './queries.ts';
import { endingOf, settlementOf, type RefundReason } from './rules.ts';

/** Starts the refund that ended the milestone, once. */
export async function startRefund(tx: SystemContext, row: MilestoneRow): Promise<void> {
  // A late payment does not count: its refund did not end the milestone.
  if ((await refundsOf(tx.db, row.id)).some((r) => r.reason !== 'late_payment')) return;
  const payment = (await fundingPayments(tx.db, row.id)).find((p) => p.state === 'paid');
  if (!payment) throw new Error(`milestone ${row.id} has nothing to refund`);
  const reason = row.refund_reason as RefundReason;
  const parts = await earnParts(tx, row);
  const { posts, back, kept } = await decideRefund(tx, row, payment, reason);
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'refund_started',
    data: { reason, amount: back, kept },
    change: { held: -(back + kept), refunded: back, released: kept },
  });
  await postAll(tx, [...parts, ...posts]);
}

/**
 * P8 and P9 for one payment, in the caller's transaction: decides and claims the refund, and earns a kill fee. Returns
 * the postings; the caller writes its event first and posts last.
 */
export async function decideRefund(
  tx: SystemContext,
  row: MilestoneRow,
  payment: FundingPayment,
  reason: RefundReason,
): Promise<{ posts: Post[]; back: number; kept: number }> {
  // What came too late goes back whole; else the parts that were released are not part of it any more.
  const released = reason === 'late_payment' ? 0 : row.released_parts;
  const { back, kept } = settlementOf(
    restOfCharge(payment, released, row.currency),
    endingOf(row, reason),
    row.currency,
  );
  const books = booksOf(row, payment.tax_country);
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
  await insertRefund(tx.db, {
    ...refund,
    id: newId(),
    milestoneId: row.id,
    reason,
    at: tx.clock.now(),
  });
  await movePaidPayment(tx.db, { paymentId: payment.id, from: 'paid', to: 'refunding' });
  const posts: Post[] = [];
  if (kept.price > 0) {
    const part = await nextPart(tx, row, kept.price);
    const shares = commissionBetween(part.from, part.to, row.agency_org ? row.commission_bps : 0, row.currency);
    const { posts: claims } = await prepareTransfers(tx, row, shares, { n: part.n });
    posts.push(
      {
        ...releasePosting(
          books,
          { ...shares, fee: kept.fee },
          { creatorOrg: row.creator_org, agencyOrg: row.agency_org },
        ),
        opId: `release:${row.id}${partSuffix(part.n)}`,
        ...at,
      },
      ...claims,
    );
  }
  posts.unshift(
    { ...refundDecided(books, back, payment.id), opId: `${refund.opId}:decide`, ...at },
    { ...refundClaimed(refund), opId: `${refund.opId}:a1:claim`, ...at },
  );
  return { posts, back: back.price, kept: kept.price };
}

/** A refund that did not go through is claimed once more, under a new key. */
export async function claimRefundAgain(tx: SystemContext, r: RefundRow): Promise<void> {
  const op = await operationOf(tx, r.opId);
  if (!op || !(await moveRefund(tx.db, r, { to: 'claimed', at: tx.clock.now() }))) return;
  await claimAgain(tx, op, { anew: true });
  await postAll(tx, [{ ...refundClaimed(r), opId: `${r.opId}:a${op.attempt + 1}:claim` }]);
}
