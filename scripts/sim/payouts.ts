import type { ErrorCode } from '../../server/core/errors.ts';
import { PAYOUT_MINIMUM } from '../../server/features/policies/rules.ts';
import type { Payout as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { asProviderError } from '../../server/features/provider-calls/provider-error.ts';
import { banksOf, coolingUntil, readAccount } from './bank-accounts.ts';
import { claim, claimAgain, markUnknown, operation, settle } from './moves.ts';
import { OutcomeUnknown } from './release.ts';
import { write, type Steps } from './runs.ts';
import { payoutIdOf, type Leg, type Payout, type PayoutPlan } from './payout-row.ts';
import { IDS, nowOf, type Sim } from './state.ts';

/*
 * Payouts of the two payees to their banks, and their schedules, as the services of `payouts` carry them out.
 */

/** An older claim may have been acted upon by a process that died. */
const FRESH_MS = 5_000;

export const orgOf = (leg: Leg): string => (leg === 'creator' ? IDS.creator : IDS.agency);
export const isUnderWay = (p: Payout): boolean => ['claimed', 'in_transit', 'unknown'].includes(p.state);

/** Transferred and not on its way out. */
function available(s: Sim, leg: Leg): number {
  const of = (code: 'M_CONNECTED' | 'M_TRANSIT') => s.books.balance(code, orgOf(leg), s.deal.currency);
  const asked = s.payouts.reduce((sum, p) => sum + (p.leg === leg && isUnderWay(p) ? p.amount : 0), 0);
  return s.rules.payable(of('M_CONNECTED') - Math.max(asked - of('M_TRANSIT'), 0), s.deal.currency);
}

const refusal = (s: Sim, leg: Leg, amount: number) =>
  s.rules.payoutRefusal({
    mayManage: true,
    account: { state: s.accounts[leg].ready ? 'enabled' : 'restricted', banks: banksOf(s, leg) },
    available: amount,
    currency: s.deal.currency,
    now: nowOf(s),
    taxMissing: false,
  });

const ACCOUNT_CURRENCY = 'EUR';

function claimPayout(s: Sim, leg: Leg, amount: number, scheduled: boolean): void {
  const { minimum } = s.schedules[leg];
  const taken = new Set(s.payouts.flatMap((p) => (['claimed', 'unknown'].includes(p.state) ? p.transfers : [])));
  const id = payoutIdOf(s.payouts.length + 1);
  const payout: Payout = {
    id,
    leg,
    opId: `po:${id}`,
    amount,
    state: 'claimed',
    version: 1,
    providerId: null,
    destination: null,
    transfers: s.transfers
      .filter(
        (t) =>
          t.leg === leg && t.state === 'sent' && t.payoutId === null && t.reversed < t.amount && !taken.has(t.opId),
      )
      .map((t) => t.opId),
    createdAt: nowOf(s),
    scheduled,
    least: scheduled && s.deal.currency === ACCOUNT_CURRENCY ? (minimum ?? 0) : 0,
  };
  claim(s, payout.opId);
  s.payouts.push(payout);
}

/** `payOut` of the product. Answers the refusal, or null. */
export function payOut(s: Sim, leg: Leg): ErrorCode | null {
  const amount = available(s, leg);
  const refused = refusal(s, leg, amount);
  if (refused) return refused;
  claimPayout(s, leg, amount, false);
  return null;
}

/** `payScheduled` of the product. */
export function payScheduled(s: Sim, leg: Leg): boolean {
  const plan = s.schedules[leg];
  if (plan.schedule === 'manual' || plan.stopped || !plan.nextAt || plan.nextAt > nowOf(s)) return false;
  const amount = available(s, leg);
  const minimum = s.rules.scheduledMinimum(s.deal.currency, {
    currency: ACCOUNT_CURRENCY,
    scheduleMinimum: plan.minimum,
  });
  const regular = s.rules.nextPayoutAt(plan.schedule, plan.day, nowOf(s));
  const waits = amount > 0 ? [coolingUntil(s, leg, s.deal.currency)] : [];
  const isBlocked = leg === 'creator' && s.onHold.creator;
  if (!isBlocked && !refusal(s, leg, amount) && amount >= minimum) claimPayout(s, leg, amount, true);
  plan.nextAt = s.accounts[leg].ready ? s.rules.nextWithWaits(regular, waits) : regular;
  return true;
}

/** `saveSchedule` of the product. Answers the refusal, or null. */
export function saveSchedule(
  s: Sim,
  leg: Leg,
  { schedule, day, minimum }: Pick<PayoutPlan, 'schedule' | 'day' | 'minimum'>,
): ErrorCode | null {
  if (minimum !== null && minimum < PAYOUT_MINIMUM[ACCOUNT_CURRENCY]) return 'payout.below_minimum';
  s.schedules[leg] = { schedule, day, minimum, nextAt: s.rules.nextPayoutAt(schedule, day, nowOf(s)), stopped: false };
  return null;
}

const current = (s: Sim, p: Payout): Payout => s.payouts.find((one) => one.id === p.id)!;
function move(p: Payout, state: Payout['state'], providerId = p.providerId): void {
  Object.assign(p, { state, providerId, version: p.version + 1 });
}
const money = (s: Sim, p: Payout): [string, Sim['deal']['currency'], number] => [
  orgOf(p.leg),
  s.deal.currency,
  p.amount,
];

/** `advancePayout` of the product: takes a payout one step further. */
export function* advancePayout(s: Sim, id: string): Steps<string> {
  const row = { ...s.payouts.find((p) => p.id === id)! };
  if (row.state === 'claimed' || row.state === 'unknown') yield* send(s, row);
  else if (row.providerId && (row.state === 'in_transit' || row.state === 'paid'))
    reconcile(s, row, s.provider.retrievePayout(s.accounts[row.leg].id, row.providerId));
  return 'looked';
}

function* send(s: Sim, row: Payout): Steps<void> {
  const claimId = `${row.opId}:claim`;
  if (!s.books.posted.has(claimId)) {
    s.books.post([{ ...s.rules.postings.payoutClaimed(...money(s, row)), opId: claimId }]);
    for (const t of s.transfers) if (row.transfers.includes(t.opId)) t.payoutId ??= row.id;
  }
  const op = operation(s, row.opId);
  const now = nowOf(s);
  const account = s.accounts[row.leg].id;
  const find = () => s.provider.findPayout(row.opId, account);
  const over = s.rules.keyExpiryOf(op, now, null);
  const { stopped } = s;
  const isOld = now.getTime() - op.claimed_at.getTime() > FRESH_MS;
  if (stopped || row.state === 'unknown' || op.attempt > 1 || over || isOld) {
    const found = find();
    if (found) return reconcile(s, row, found);
    if (stopped) return;
    if (over && now < over.callsEnded) throw new OutcomeUnknown(row.opId);
    if (over) return nextAttempt(s, row, op.attempt);
  }
  const bank = readAccount(s, row.leg).find(({ currency }) => currency === s.deal.currency);
  if (coolingUntil(s, row.leg, s.deal.currency)) return nextAttempt(s, row, op.attempt);
  const destination = (current(s, row).destination ??= bank?.externalId ?? null);
  if (destination === null) return refuse(s, row, op.attempt);
  let made: AtProvider;
  try {
    made = yield* write(s, (provider) =>
      provider.createPayout({
        opId: row.opId,
        idempotencyKey: op.idempotency_key,
        accountId: account,
        amount: row.amount,
        currency: s.deal.currency,
        destination,
        metadata: {},
      }),
    );
  } catch (error) {
    return answered(s, row, { error, attempt: op.attempt, find });
  }
  reconcile(s, row, made);
}

function answered(
  s: Sim,
  row: Payout,
  { error, attempt, find }: { error: unknown; attempt: number; find: () => AtProvider | null },
): void {
  const refused = asProviderError(error);
  if (!refused) throw error;
  if (refused.code === 'balance_insufficient')
    return s.rules.isTakenBack(s.books.balance('M_CONNECTED', orgOf(row.leg), s.deal.currency))
      ? refuse(s, row, attempt)
      : nextAttempt(s, row, attempt);
  switch (refused.kind) {
    case 'unknown_outcome': {
      if (!s.rules.answeredServerError(refused)) return markLost(s, row);
      const found = find();
      return found ? reconcile(s, row, found) : nextAttempt(s, row, attempt);
    }
    case 'idempotency':
      return nextAttempt(s, row, attempt);
    case 'invalid':
    case 'declined':
    case 'not_found':
      return refuse(s, row, attempt);
    default:
      throw error;
  }
}

function nextAttempt(s: Sim, row: Payout, attempt: number): void {
  const locked = current(s, row);
  const op = operation(s, row.opId);
  if (op.state === 'done' || op.attempt !== attempt) return;
  claimAgain(s, op);
  locked.destination = null;
  if (locked.state === 'unknown') move(locked, 'claimed');
}

function markLost(s: Sim, row: Payout): void {
  const locked = current(s, row);
  if (locked.state !== 'claimed') return;
  markUnknown(s, row.opId);
  move(locked, 'unknown');
}

function refuse(s: Sim, row: Payout, attempt: number): void {
  const locked = current(s, row);
  if ((locked.state !== 'claimed' && locked.state !== 'unknown') || operation(s, row.opId).attempt !== attempt) return;
  settle(s, row.opId, 'failed');
  move(locked, 'failed');
  s.books.post([{ ...s.rules.postings.payoutFailed(...money(s, row)), opId: `${row.opId}:failed` }]);
  release(s, locked);
}

/** Its earnings become available for the next payout, and a schedule stops. */
function release(s: Sim, row: Payout): void {
  for (const t of s.transfers) if (t.payoutId === row.id) t.payoutId = null;
  const plan = s.schedules[row.leg];
  if (plan.schedule !== 'manual') plan.stopped = true;
}

/** The provider has the payout: its state is copied, forward only. */
function reconcile(s: Sim, read: Payout, seen: AtProvider): void {
  const p = current(s, read);
  const failed = seen.status === 'failed' || seen.status === 'canceled';
  if (p.state === 'claimed' || p.state === 'unknown') {
    settle(s, p.opId, 'done');
    move(p, 'in_transit', seen.payoutId);
    if (!failed && seen.status !== 'paid') return;
  }
  const { postings } = s.rules;
  if (p.state === 'in_transit' && seen.status === 'paid') {
    move(p, 'paid');
    s.books.post([{ ...postings.payoutPaid(...money(s, p)), opId: `${p.opId}:paid` }]);
  } else if (p.state === 'in_transit' && failed) {
    move(p, 'failed');
    s.books.post([{ ...postings.payoutFailed(...money(s, p)), opId: `${p.opId}:failed` }]);
    release(s, p);
  } else if (p.state === 'paid' && failed) {
    move(p, 'returned');
    s.books.post([{ ...postings.payoutReturned(...money(s, p)), opId: `${p.opId}:returned` }]);
    release(s, p);
  }
}

/** The bank may still return what was paid. */
export const notOver = (s: Sim): Payout[] => s.payouts.filter((p) => p.state !== 'failed' && p.state !== 'returned');

export function payoutOf(s: Sim, n: number): Payout | undefined {
  const open = notOver(s);
  const found = open[n % Math.max(1, open.length)];
  s.notes.payout = found?.id ?? '';
  return found;
}
export const mayFail = (s: Sim, id: string): boolean =>
  ['pending', 'in_transit', 'paid'].includes(s.provider.world.get('payout', id).status);
