import type { SystemContext } from '../../../context.ts';
import { ADDRESSES } from '../../../core/addresses.ts';
import { newId } from '../../../core/ids.ts';
import { transferClaimed, type TransferBooks } from '../../ledger/rules.ts';
import type { Post } from '../../ledger/service.ts';
import { notify } from '../../notifications/notify.ts';
import { claimAgain, claimOperation, operationOf } from '../../provider-calls/operations.ts';
import { fundingPayment } from '../funding/payments.ts';
import { notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { ACCOUNT_REMINDERS_DAYS } from '../timers/rules.ts';
import { legsOfPart } from './rules.ts';
import {
  coversTransfers,
  insertTransfer,
  moveTransfer,
  readyAccounts,
  transfersOf,
  type TransferRow,
} from './queries.ts';

const DAY_MS = 24 * 3_600_000;

const claimPost = (t: TransferBooks, attempt: number, row: MilestoneRow): Post => ({
  ...transferClaimed(t),
  opId: `${t.opId}:a${attempt}:claim`,
  contractId: row.contract_id,
  milestoneId: row.id,
});

/**
 * The charge that a transfer which is claimed now passes on; null: it comes from the platform's balance. Stored with the claim,
 * whose key may be repeated with the same parameters alone, whatever is refunded meanwhile.
 */
export async function sourceOf(tx: SystemContext, milestoneId: string): Promise<string | null> {
  const { charge_id: charge } = await fundingPayment(tx, milestoneId);
  return (await coversTransfers(tx.db, charge)) ? charge : null;
}

/**
 * Writes a transfer for each share of what was earned: claimed where the payee can be paid, waiting where not, and with
 * `clearsAt` until then. An agency without an account is notified of what waits for it; the creator is by the caller. Returns
 * the claimed legs and the postings that go with them. `n`: which part of the milestone.
 */
export async function prepareTransfers(
  tx: SystemContext,
  row: MilestoneRow,
  shares: { creator: number; agent: number },
  { n, clearsAt = null }: { n: number; clearsAt?: Date | null },
): Promise<{ posts: Post[]; claimed: TransferBooks['leg'][] }> {
  const wanted = legsOfPart(row, shares, n);
  const ready = await readyAccounts(
    tx.db,
    wanted.map((t) => t.payeeOrg),
  );
  const source = await sourceOf(tx, row.id);
  const posts: Post[] = [];
  const claimed: TransferBooks['leg'][] = [];
  for (const t of wanted) {
    const state = ready.has(t.payeeOrg) && !clearsAt ? 'claimed' : 'waiting';
    await claimOperation(tx, {
      opId: t.opId,
      kind: 'transfer',
      milestoneId: row.id,
      contractId: row.contract_id,
      orgId: t.payeeOrg,
      amount: t.amount,
      currency: t.currency,
      state,
    });
    await insertTransfer(tx.db, {
      ...t,
      id: newId(),
      milestoneId: row.id,
      contractId: row.contract_id,
      part: n,
      clearsAt,
      state,
      sourceCharge: state === 'claimed' ? source : null,
      at: tx.clock.now(),
    });
    if (state !== 'claimed') continue;
    posts.push(claimPost(t, 1, row));
    claimed.push(t.leg);
  }
  const agent = wanted.find((t) => t.leg === 'agent' && !ready.has(t.payeeOrg));
  if (agent)
    await notify(tx, {
      orgId: agent.payeeOrg,
      kind: 'payout_account_needed',
      data: {
        title: `${row.creator_name} · ${row.contract_title}`,
        amountMinor: agent.amount,
        currency: agent.currency,
      },
      link: ADDRESSES.payouts,
      key: `payout_account_needed:${agent.opId}`,
    });
  return { posts, claimed };
}

/** Claims the waiting transfers that have cleared and whose payee can be paid by now; returns their postings. */
export async function claimWaiting(tx: SystemContext, row: MilestoneRow): Promise<Post[]> {
  const now = tx.clock.now();
  const waiting = (await transfersOf(tx.db, row.id)).filter(
    (t) => t.state === 'waiting' && (!t.clearsAt || t.clearsAt <= now),
  );
  if (waiting.length === 0) return [];
  const ready = await readyAccounts(
    tx.db,
    waiting.map((t) => t.payeeOrg),
  );
  const source = await sourceOf(tx, row.id);
  const posts: Post[] = [];
  for (const t of waiting.filter((w) => ready.has(w.payeeOrg))) posts.push(await claimOne(tx, row, t, source));
  return posts;
}

/**
 * Reminds the creator of parts that have cleared and wait for its payout account, while the milestone goes on: each try to
 * transfer them comes here, and a day's reminder is sent once.
 */
export async function remindOfParts(tx: SystemContext, row: MilestoneRow): Promise<void> {
  const now = tx.clock.now().getTime();
  const waiting = (await transfersOf(tx.db, row.id)).filter(
    (t) => t.leg === 'creator' && t.state === 'waiting' && t.clearsAt && t.clearsAt.getTime() <= now,
  );
  const [first] = waiting;
  if (!first?.clearsAt) return;
  const days = (now - first.clearsAt.getTime()) / DAY_MS;
  const day = ACCOUNT_REMINDERS_DAYS.findLast((one) => one <= days);
  if (day === undefined) return;
  const amountMinor = waiting.reduce((sum, t) => sum + t.amount, 0);
  await notifyParty(tx, row, 'creator', 'payout_account_needed', `part${first.part}:day${day}`, { amountMinor });
}

/** Claims a waiting transfer, which passes on the charge `source`; returns its posting. */
export async function claimOne(
  tx: SystemContext,
  row: MilestoneRow,
  t: TransferRow,
  source: string | null,
): Promise<Post> {
  const op = await operationOf(tx, t.opId);
  if (!op) throw new Error(`transfer ${t.id} has no operation`);
  const { attempt } = await claimAgain(tx, op);
  await moveTransfer(tx.db, t, 'claimed', { source_charge: source });
  return claimPost(t, attempt, row);
}

/** Of the shares that were earned, what still waits to be transferred. */
export const waitingAmount = async (tx: SystemContext, row: Pick<MilestoneRow, 'id'>): Promise<number> =>
  (await transfersOf(tx.db, row.id)).reduce((sum, t) => sum + (t.state === 'waiting' ? t.amount : 0), 0);

/** The creator's part of it. */
export const creatorsWaiting = async (tx: SystemContext, row: Pick<MilestoneRow, 'id'>): Promise<number> =>
  (await transfersOf(tx.db, row.id)).reduce(
    (sum, t) => sum + (t.leg === 'creator' && t.state === 'waiting' ? t.amount : 0),
    0,
  );
