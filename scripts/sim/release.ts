import type { Post } from '../../server/features/ledger/service.ts';
import type { PartOfPrice } from '../../server/features/escrow/release/rules.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import { asProviderError, refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Transfer as MadeByProvider } from '../../server/integrations/stripe/provider.ts';
import { cover, unearnedOf } from './guarantee.ts';
import {
  claim,
  claimAgain,
  endDealIfOver,
  event,
  fundingPayments,
  holdForStaff,
  liftSettled,
  markUnknown,
  milestoneOf,
  move,
  operation,
  settle,
} from './moves.ts';
import { groupOf } from './joint.ts';
import { isRefundedByHand } from './parked.ts';
import { write, type Steps } from './runs.ts';
import { finishSettlement } from './settled.ts';
import { nowOf, type Operation, type Sim, type SimMilestone, type Transfer } from './state.ts';

export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
export class MoneyOutStopped extends Error {
  override readonly name = 'MoneyOutStopped';
}
class NoPayeeAccount extends Error {
  override readonly name = 'NoPayeeAccount';
}

interface Call<T> {
  find(): T | null;
  /** Null where there is no account to send to: nothing is written to the provider then. */
  create: ((key: string) => T) | null;
}

/** `executeOperation` of the product: one call to the provider, made once. */
export function* execute<T>(s: Sim, opId: string, call: Call<T>): Steps<{ made: T; attempt: number }> {
  let op = operation(s, opId);
  const now = nowOf(s);
  const over = s.rules.keyExpiryOf(op, now, s.sendAgain.get(`${opId}:${op.attempt}`) ?? null);
  if (s.rules.looksFirst(op, over !== null)) {
    const found = call.find();
    if (found) return { made: found, attempt: op.attempt };
  }
  if (s.stopped) {
    const found = call.find();
    if (found) return { made: found, attempt: op.attempt };
    throw new MoneyOutStopped();
  }
  if (over) {
    if (now < over.callsEnded) throw new OutcomeUnknown(opId);
    op = takeNewKey(s, op);
  }
  try {
    const { create } = call;
    if (create) return { made: yield* write(s, () => create(op.idempotency_key)), attempt: op.attempt };
    const found = call.find();
    if (!found) throw new NoPayeeAccount();
    return { made: found, attempt: op.attempt };
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused || refused.provenNotCreated) throw error;
    markUnknown(s, opId);
    if (!s.rules.answeredServerError(refused)) throw error;
    const found = call.find();
    if (found) return { made: found, attempt: op.attempt };
    takeNewKey(s, op);
    throw error;
  }
}

const takeNewKey = (s: Sim, op: Operation): Operation => claimAgain(s, { ...op, state: 'unknown' });

export const transfersOf = (s: Sim, milestoneId: string): Transfer[] =>
  s.transfers
    .filter((t) => t.milestoneId === milestoneId)
    .sort((a, b) => a.part - b.part || (a.leg < b.leg ? 1 : a.leg > b.leg ? -1 : 0));

const isReady = (s: Sim, leg: Transfer['leg']): boolean => s.accounts[leg].ready;

const claimPost = (s: Sim, t: Transfer, attempt: number): Post => ({
  ...s.rules.postings.transferClaimed(t),
  opId: `${t.opId}:a${attempt}:claim`,
});

/**
 * The charge that a transfer which is claimed now passes on; null: it was refunded by hand for good, or a paid debt of one of
 * its lines was refunded from it, so that it does not cover the transfer.
 */
function sourceOf(s: Sim, milestoneId: string): string | null {
  const payment = fundingPayments(s, milestoneId)[0]!;
  const charge = new Set(s.payments.filter((p) => p.chargeId === payment.chargeId).map((p) => p.id));
  const refunded =
    isRefundedByHand(s, payment) || s.refunds.some((r) => charge.has(r.paymentId) && r.reason === 'debt_repaid');
  return refunded ? null : payment.chargeId;
}

/** A transfer for each share of what was earned. */
export function prepareTransfers(
  s: Sim,
  row: SimMilestone,
  shares: { creator: number; agent: number },
  { n, clearsAt = null }: { n: number; clearsAt?: Date | null },
): Post[] {
  const posts: Post[] = [];
  const source = sourceOf(s, row.id);
  for (const leg of s.rules.legsOfPart(row, shares, n)) {
    const state = isReady(s, leg.leg) && !clearsAt ? 'claimed' : 'waiting';
    claim(s, leg.opId, state);
    const of = { milestoneId: row.id, part: n, source: state === 'claimed' ? source : null };
    const transfer: Transfer = { ...leg, ...of, clearsAt, payoutId: null, reversed: 0, state };
    s.transfers.push(transfer);
    if (state === 'claimed') posts.push(claimPost(s, transfer, 1));
  }
  return posts;
}

function claimWaiting(s: Sim, row: SimMilestone): Post[] {
  const posts: Post[] = [];
  for (const t of transfersOf(s, row.id)) {
    if (t.state !== 'waiting' || (t.clearsAt && t.clearsAt.getTime() > s.now) || !isReady(s, t.leg)) continue;
    posts.push(claimOne(s, t, sourceOf(s, row.id)));
  }
  return posts;
}

function claimOne(s: Sim, t: Transfer, source: string | null): Post {
  const { attempt } = claimAgain(s, operation(s, t.opId));
  t.state = 'claimed';
  t.source = source;
  return claimPost(s, t, attempt);
}

const partsOf = (s: Sim, row: SimMilestone) => s.parts.filter((p) => p.milestoneId === row.id);

export function nextPart(s: Sim, row: SimMilestone, amount = s.rules.restOf(row)): PartOfPrice {
  return { n: partsOf(s, row).length + 1, from: row.released_parts, to: row.released_parts + amount };
}

/** P4 of the parts that the brand released and the books do not have yet. */
export function earnParts(s: Sim, row: SimMilestone): Post[] {
  const posts: Post[] = [];
  let from = 0;
  for (const part of partsOf(s, row)) {
    const to = from + part.amount;
    if (!part.earned) {
      const shares = sharesOf(s, row, { from, to });
      event(s, row, 'part_release_started', {
        amount: part.amount,
        change: { held: -part.amount, released: part.amount },
      });
      prepareTransfers(s, row, shares, { n: part.n, clearsAt: part.clearsAt });
      posts.push(releasePost(s, row, shares, part.n));
      part.earned = true;
    }
    from = to;
  }
  return posts;
}

const sharesOf = (s: Sim, row: SimMilestone, part: { from: number; to: number }) =>
  s.rules.sharesOfPart(part, {
    charge: fundingPayments(s, row.id)[0]!,
    commissionBps: row.agency_org ? row.commission_bps : 0,
    currency: row.currency,
  });

export const releasePost = (
  s: Sim,
  row: SimMilestone,
  shares: { creator: number; agent: number; fee: number },
  n: number,
): Post => ({
  ...s.rules.postings.releasePosting(s.rules.booksOf(row, s.deal.taxCountry), shares, {
    creatorOrg: row.creator_org,
    agencyOrg: row.agency_org,
  }),
  opId: `release:${row.id}${s.rules.partSuffix(n)}`,
});

function claimParts(s: Sim, row: SimMilestone): boolean {
  if (row.released_parts === 0 || s.rules.releaseStops(s.rules.withoutShortage(row.holds)) || s.stopped) return false;
  if (!cover(s, row, unearnedOf(s, row) > 0 ? 'parts' : 'transfers')) return false;
  const earned = earnParts(s, row);
  s.books.post([...earned, ...claimWaiting(s, row)]);
  return true;
}

/** Whether transfers are to be made now. */
function claimRelease(s: Sim, row: SimMilestone): boolean {
  liftSettled(s, row);
  holdForStaff(s, row);
  switch (s.rules.releaseStep({ ...row, holds: s.rules.withoutShortage(row.holds) }, nowOf(s))) {
    case 'parts':
      return claimParts(s, row);
    case 'held':
    case 'nothing':
      return false;
    case 'clear':
      if (row.state !== 'clearing') {
        move(s, row, 'clear');
        event(s, row, 'clearing');
      }
      return claimParts(s, row);
    case 'earn':
      if (s.stopped || !cover(s, row, 'rest')) return false;
      earn(s, row);
      return true;
    case 'waiting':
      if (!s.stopped && cover(s, row, 'transfers')) s.books.post(claimWaiting(s, row));
      return true;
  }
}

function earn(s: Sim, row: SimMilestone): void {
  const parts = earnParts(s, row);
  const last = nextPart(s, row);
  const amount = last.to - last.from;
  const shares = sharesOf(s, row, last);
  move(s, row, 'claimRelease', { deadline_at: new Date(s.now + CLAIM_LIMIT_MS) });
  event(s, row, 'release_started', { amount, change: { held: -amount, released: amount } });
  const claims = prepareTransfers(s, row, shares, { n: last.n });
  s.books.post([...parts, releasePost(s, row, shares, last.n), ...claims, ...claimWaiting(s, row)]);
}

interface Made {
  opId: string;
  /** As it was read before the call. */
  state: Transfer['state'];
  attempt: number;
  transfer: MadeByProvider;
}

/** `release` of the product: claim, act, confirm. */
export function* release(s: Sim, milestoneId: string): Steps<string> {
  const row = milestoneOf(s, milestoneId);
  if (!claimRelease(s, row)) return 'not released';
  const made: Made[] = [];
  const failures: unknown[] = [];
  const open = transfersOf(s, milestoneId)
    .filter((t) => t.state === 'claimed' || t.state === 'unknown')
    .map((t) => ({
      ...t,
      account: s.accounts[t.leg].ready ? s.accounts[t.leg].id : null,
    }));
  for (const t of open) {
    try {
      const one = yield* makeOne(s, t);
      if (one) made.push(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (made.length === 0 && failures.length > 0) throw failures[0];
  const state = confirm(s, row, made);
  const fault = failures.find((error) => !asProviderError(error) && !(error instanceof OutcomeUnknown));
  if (fault) throw fault;
  return state;
}

function* makeOne(s: Sim, t: Transfer & { account: string | null }): Steps<Made | null> {
  const { account } = t;
  const group = groupOf(s, t.milestoneId);
  try {
    const { made, attempt } = yield* execute(s, t.opId, {
      find: () => s.provider.findTransfer(t.opId, group),
      create:
        account === null
          ? null
          : (idempotencyKey) =>
              s.provider.createTransfer({
                opId: t.opId,
                idempotencyKey,
                amount: t.amount,
                currency: t.currency,
                destination: account,
                sourceCharge: t.source,
                transferGroup: group,
                metadata: { milestone_id: t.milestoneId, leg: t.leg },
              }),
    });
    return { opId: t.opId, state: t.state, attempt, transfer: made };
  } catch (error) {
    if (error instanceof MoneyOutStopped) return null;
    const refused = asProviderError(error);
    const proven =
      error instanceof NoPayeeAccount || (refused?.provenNotCreated && refusedWith(error, 'invalid', 'not_found'));
    if (!proven) throw error;
    return refuse(s, t) ? yield* makeOne(s, { ...t, state: 'claimed', source: null }) : null;
  }
}

/** P6x: proven not made. True: its charge covers it no longer, and it is claimed again at once. */
function refuse(s: Sim, read: Transfer & { account: string | null }): boolean {
  const current = s.transfers.find((t) => t.opId === read.opId)!;
  const op = operation(s, read.opId);
  if (current.state !== read.state) return false;
  current.state = 'waiting';
  settle(s, read.opId, 'failed');
  const failed = { ...s.rules.postings.transferFailed(read), opId: `${read.opId}:a${op.attempt}:failed` };
  const covered = read.source === null || sourceOf(s, read.milestoneId) !== null;
  const again = !covered && read.account !== null;
  s.books.post(again ? [failed, claimOne(s, current, null)] : [failed]);
  return again;
}

function confirm(s: Sim, row: SimMilestone, made: readonly Made[]): string {
  const posts: Post[] = [];
  const last = Math.max(...transfersOf(s, row.id).map((t) => t.part));
  for (const one of made) {
    const t = s.transfers.find((x) => x.opId === one.opId)!;
    if (t.state !== one.state) continue;
    t.state = 'sent';
    settle(s, t.opId, 'done');
    posts.push({
      ...s.rules.postings.transferSent(t),
      opId: `${t.opId}:a${one.attempt}:sent`,
      providerRef: one.transfer.balanceTransactionId,
    });
    if (row.state !== 'releasing' || t.part < last) event(s, row, 'transfer_sent', { amount: t.amount });
  }
  const left = transfersOf(s, row.id).filter((t) => t.state !== 'sent');
  if (row.state === 'releasing' && !left.some((t) => t.leg === 'creator')) {
    move(s, row, 'finishRelease', { released_at: nowOf(s), deadline_at: null });
    event(s, row, 'released', { amount: s.rules.restOf(row) });
    endDealIfOver(s);
  }
  finishSettlement(s, row);
  s.books.post(posts);
  return row.state;
}
