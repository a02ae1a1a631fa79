import { withTx, type SystemContext } from '../../../context.ts';
import { closeMatter } from '../../cases/service.ts';
import { claimReclaimed } from '../../escrow/refund/charged-back.ts';
import { unsentRefunds } from '../../escrow/refund/confirm.ts';
import { refund } from '../../escrow/refund/refund.ts';
import type { Netting } from '../../escrow/refund/netting.ts';
import { unearnedOf } from '../../escrow/release/parts.ts';
import { lockTimeline } from '../../escrow/timeline/events.ts';
import { disputeReclaimed, disputeRecovered, disputeRefunded, lossRegained } from '../../ledger/contests/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { returnToDebt } from '../debts/debts.ts';
import { setOff } from '../debts/set-off.ts';
import { lockedFloat } from '../locked-float.ts';
import { bookLoss, endShortage, waitForFloat } from './guarantee.ts';
import type { Line } from '../lines/lines.ts';
import { coverOf, disputesOf, saveDispute, type DisputeRow } from './queries.ts';
import { backAfterLoss, floatSuffices, netDisputes, splitRecovered } from './rules.ts';

/*
 * A payment that a card's bank took back for good: what the bank returned is not refunded once more, what it took beyond that
 * the brand owes, and what the creator keeps is paid out of the platform's own money.
 */

export const netBank: Netting = async (tx, row, { back, kept, paymentId }) => {
  const all = (await disputesOf(tx.db, row.id)).filter((d) => d.state === 'lost' && d.withdrawn > 0);
  // Nothing of it was in escrow: the refund and the dispute are two sums, and the brand owes the second one.
  if (!all.some((d) => d.set_aside)) return { byBank: 0, posts: [] };
  const netted = netDisputes(all, { back: back.total, currency: row.currency });
  const byBank = netted.reduce((sum, { returned }) => sum + returned, 0);
  const paid = kept.price + (await unearnedOf(tx, row));
  if (paid > 0) {
    await lockTimeline(tx, row.contract_id);
    const float = await lockedFloat(tx, row.currency);
    const uncovered = Math.max(0, (await coverOf(tx.db, row)) - byBank);
    if (uncovered > 0 && !floatSuffices(float, uncovered)) return waitForFloat(tx, row, paid);
  }
  await endShortage(tx, row, 'covered');
  const at = { contractId: row.contract_id, milestoneId: row.id };
  const posts: Post[] = [];
  for (const { dispute, returned, owed } of netted) {
    const disputeId = dispute.id;
    if (returned > 0)
      posts.push({
        ...disputeRefunded({
          disputeId,
          paymentId,
          brandOrg: row.brand_org,
          currency: row.currency,
          amount: returned,
        }),
        opId: `dispute:${disputeId}:refunded:${row.version}`,
        ...at,
      });
    if (owed > 0 && dispute.withdrawn_currency)
      posts.push(...(await bookLoss(tx, { ...dispute, returned, withdrawn_currency: dispute.withdrawn_currency })));
    await saveDispute(tx.db, { ...dispute, set_aside: false, returned }, tx.clock.now());
    if (owed === 0)
      await closeMatter(tx, { kind: 'card_dispute', key: disputeId, milestoneId: row.id }, { outcome: 'returned' });
  }
  return { byBank, posts };
};

/** `refund` of escrow, for a milestone whose payment a card's bank may have taken back. */
export async function refundNetted(ctx: SystemContext, input: { milestoneId: string }): Promise<string> {
  const summary = await refund(ctx, input, netBank);
  if ((await unsentRefunds(ctx, input.milestoneId)).length === 0) return summary;
  const settled = await withTx(ctx, async (tx) => {
    const posts = await setOff(tx, input.milestoneId);
    await postAll(tx, posts);
    return posts.length > 0;
  });
  return settled ? 'refunded: a bank has returned it' : summary;
}

/**
 * What a lost dispute gave back is owed no more, where it was owed, and no loss where that was written off; what the brand
 * had paid, or what had counted as its refund, is refunded by the platform. Booked before the bank's line. Changes `row.returned`.
 */
export async function recovered(
  tx: SystemContext,
  { payment, milestone }: Line,
  before: DisputeRow | undefined,
  row: DisputeRow,
): Promise<Post[]> {
  const amount = backAfterLoss(before, row);
  if (!before || amount === 0 || !row.withdrawn_currency) return [];
  const { owed, returned } = splitRecovered(before, amount);
  const posts: Post[] = [];
  const currency = row.withdrawn_currency;
  const debt = await returnToDebt(tx, row.id, owed);
  if (debt.cancelled > 0)
    posts.push({
      ...disputeRecovered(row.brand_org, { disputeId: row.id, currency, amount: debt.cancelled, fee: 0 }),
      opId: `dispute:${row.id}:recovered:${debt.step}`,
    });
  if (debt.regained > 0)
    posts.push({
      ...lossRegained(row.id, currency, debt.regained),
      opId: `dispute:${row.id}:regained:${debt.step}`,
    });
  // What had counted as its refund, and what it had paid of its debt.
  for (const [amount, reason, step] of [
    [returned, 'charged_back', row.withdrawn],
    [debt.repaid, 'debt_repaid', debt.step],
  ] as const) {
    if (amount === 0) continue;
    const key = `${row.id}:${reason}:${step}`;
    const back = { disputeId: row.id, paymentId: row.payment_id, brandOrg: row.brand_org, currency, amount };
    posts.push(
      { ...disputeReclaimed(back), opId: `dispute:${key}` },
      ...(await claimReclaimed(tx, milestone, payment, { amount, reason, key })),
    );
  }
  row.returned = before.returned - returned;
  return posts;
}
