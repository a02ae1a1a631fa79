import type { SystemContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { closeCaseById, openCase, openCaseAbout } from '../../cases/service.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import { putOnHold, takeOffHold } from '../../escrow/milestone/holds.ts';
import { notifyBoth } from '../../escrow/milestone/moves.ts';
import { unsentRefunds } from '../../escrow/refund/confirm.ts';
import { unearnedOf } from '../../escrow/release/parts.ts';
import { waitingAmount } from '../../escrow/release/prepare.ts';
import { release, type Covered } from '../../escrow/release/release.ts';
import { restOf } from '../../escrow/release/rules.ts';
import { appendEvent, lockTimeline } from '../../escrow/timeline/events.ts';
import { disputeGuaranteed, disputeLost } from '../../ledger/rules.ts';
import { postAll, surplusOf, type Post } from '../../ledger/service.ts';
import { queueStaffMail } from '../../notifications/queue-mail.ts';
import { notifyDebtor, openDebt } from '../debts/debts.ts';
import { debtOfDispute } from '../debts/queries.ts';
import { owedOf } from '../debts/rules.ts';
import { setOff } from '../debts/set-off.ts';
import { lockedFloat } from '../locked-float.ts';
import type { Milestone } from '../lines/lines.ts';
import { coverOf, disputesOf, saveDispute, type DisputeRow } from './queries.ts';
import { floatSuffices, lossId, owedByBrand, unbookedLoss } from './rules.ts';

/*
 * Approved work is paid although the bank of the brand's card disputes its payment: the platform's own money takes the
 * place of what the bank took. Where that does not suffice, the release waits, and finance is notified.
 */

/** `release` of escrow, for a milestone whose payment may be disputed: covered in its transaction, or not released. */
export const releaseCovered = (ctx: SystemContext, input: { milestoneId: string }): Promise<string> =>
  release(ctx, input, cover);

/** Of a locked milestone with a card dispute, before money of it or transfers that waited are claimed. Null: it suffices. */
async function cover(tx: SystemContext, row: Milestone, what: Covered): Promise<string | null> {
  const amount =
    what === 'transfers'
      ? await waitingAmount(tx, row)
      : (await unearnedOf(tx, row)) + (what === 'rest' ? restOf(row) : 0);
  if (amount === 0) return null;
  const disputes = (await disputesOf(tx.db, row.id)).filter((d) => d.state !== 'won' && d.withdrawn > 0);
  if (disputes.length === 0) {
    await endShortage(tx, row, 'won');
    return null;
  }
  await lockTimeline(tx, row.contract_id);
  const float = await lockedFloat(tx, row.currency);
  const aside = what === 'transfers' ? undefined : disputes.find((d) => d.set_aside);
  const counted = aside ? await coverOf(tx.db, row) : 0;
  if (!floatSuffices(float, counted)) return waitForFloat(tx, row, amount);
  await endShortage(tx, row, 'covered');
  if (aside) await postAll(tx, await guarantee(tx, row, { aside, disputes, what, amount }));
  return null;
}

interface Guaranteed {
  aside: DisputeRow;
  disputes: readonly DisputeRow[];
  what: Covered;
  amount: number;
}

/**
 * What was set aside is the creator's; what the bank took counts for no client any more, and is owed once it is lost. Of
 * money that waits for a post, parts are paid one by one, and the rest stays set aside.
 */
async function guarantee(
  tx: SystemContext,
  row: Milestone,
  { aside, disputes, what, amount }: Guaranteed,
): Promise<Post[]> {
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await appendEvent(tx, {
    ...at,
    type: 'paid_despite_dispute',
    data: { amount },
    change: { held: amount, disputed: -amount },
  });
  await saveDispute(tx.db, { ...aside, set_aside: what !== 'rest' }, tx.clock.now());
  const posts: Post[] = [
    {
      ...disputeGuaranteed(booksOf(row, ''), amount),
      opId: `dispute:${aside.id}:guaranteed:${row.version}${what === 'rest' ? '' : ':parts'}`,
      ...at,
    },
  ];
  const ended = what === 'rest' ? disputes : [];
  for (const lost of ended.filter((d) => d.state === 'lost').map((d) => ({ ...d, set_aside: false })))
    if (owedByBrand(lost, [])) posts.push(...(await bookLoss(tx, lost)));
  return posts;
}

/**
 * P16 of a lost dispute whose money has left escrow, with the debt of its brand: what of the loss is not booked yet. A bank
 * may give the money back and take it again, so that a dispute is lost more than once. The brand is notified of what is not
 * set off against a refund that it did not get, and that it waits where that refund is larger.
 */
export async function bookLoss(
  tx: SystemContext,
  lost: DisputeRow & { withdrawn_currency: NonNullable<DisputeRow['withdrawn_currency']> },
): Promise<Post[]> {
  const before = await debtOfDispute(tx.db, lost.id);
  const amount = unbookedLoss(lost, before);
  if (amount <= 0) return [];
  const at = { contractId: lost.contract_id, milestoneId: lost.milestone_id };
  const debt = { ...at, brandOrg: lost.brand_org, currency: lost.withdrawn_currency, amount };
  await openDebt(tx, { ...debt, of: { disputeId: lost.id } });
  const settled = await setOff(tx, lost.milestone_id);
  const owed = Math.min(amount, owedOf((await debtOfDispute(tx.db, lost.id))!));
  const kind = (await unsentRefunds(tx, lost.milestone_id)).length > 0 ? 'debt_waits' : 'debt_opened';
  if (owed > 0) await notifyDebtor(tx, kind, { ...debt, amount: owed }, `${lost.id}:${tx.clock.now().getTime()}`);
  const money = { disputeId: lost.id, currency: lost.withdrawn_currency, amount, fee: 0 };
  return [{ ...disputeLost(lost.brand_org, money), opId: lossId(lost.id, before?.amount ?? 0), ...at }, ...settled];
}

export async function waitForFloat(tx: SystemContext, row: Milestone, amount: number): Promise<string> {
  const waits = 'held: float_short';
  if (!(await putOnHold(tx, row, 'float_short'))) return waits;
  const at = { contractId: row.contract_id, milestoneId: row.id };
  const key = `${row.id}:v${row.version}`;
  await appendEvent(tx, { ...at, type: 'release_waits', data: { amount } });
  await notifyBoth(tx, row, 'release_waits', key, { amountMinor: amount });
  await openCase(tx, {
    kind: 'float_short',
    key,
    orgId: row.brand_org,
    ...at,
    amount,
    currency: row.currency,
    dueAt: tx.clock.now(),
    details: { surplus: await surplusOf(tx, row.currency) },
  });
  await queueStaffMail(tx, ['finance', 'super'], {
    kind: 'float_short',
    key,
    data: { currency: row.currency, title: row.contract_title },
    link: ADDRESSES.staffMoney,
  });
  return waits;
}

/** The release does not wait for the platform's money any more: it suffices, or the bank's is back. */
export async function endShortage(tx: SystemContext, row: Milestone, outcome: 'covered' | 'won'): Promise<void> {
  if (!(await takeOffHold(tx, row, 'float_short'))) return;
  const open = await openCaseAbout(tx, { kind: 'float_short', milestoneId: row.id });
  if (open) await closeCaseById(tx, open.id, { outcome });
}
