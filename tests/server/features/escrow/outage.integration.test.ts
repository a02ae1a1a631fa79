import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTx, type OrgActor, type StaffActor } from '../../../../server/context.ts';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { moneyWaits } from '../../../../server/features/escrow/deals/waits.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { claimOperation, settleOperation } from '../../../../server/features/provider-calls/operations.ts';
import { openOperations, sendAgain } from '../../../../server/features/operations/service.ts';
import { createStaff, prove } from '../../../support/people.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('outage', { timeoutMs: 400 });
});
afterAll(() => world.close());
beforeEach(() => wellAgain());

const wellAgain = async () =>
  void (await fetch(`${world.sandbox.url}/_sandbox/faults`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  }));
const fault = (path: string, kind: string, options: { method?: string; times?: number } = {}) =>
  world.command('faults', {
    match: { method: options.method ?? 'POST', path },
    kind,
    times: options.times ?? 1_000,
    delay_ms: 600,
  });
const outcome = async (act: Promise<unknown>): Promise<string> =>
  act.then(
    (v) => String(v),
    (e: unknown) => (isAppError(e) ? e.code : String(e)),
  );
const begunAt = async (opId: string) =>
  (await world.owner.selectFrom('operations').select('begun_at').where('op_id', '=', opId).executeTakeFirstOrThrow())
    .begun_at;
const operation = (opId: string) =>
  world.owner
    .selectFrom('operations')
    .select(['state', 'attempt', 'error'])
    .where('op_id', '=', opId)
    .executeTakeFirstOrThrow();
const living = async (opId: string) =>
  (
    (await world.command<{ by_op_id: Record<string, unknown[]> }>(`books?op_id=${encodeURIComponent(opId)}`)).by_op_id[
      opId
    ] ?? []
  ).length;

/** The provider's clock is moved on, and ours with it: pages and keys have their ends there. */
let ahead = 0;
const clockNow = () => steppedClock(new Date(Date.now() + ahead));
async function forgetKeys(): Promise<void> {
  ahead += 25 * HOUR;
  await world.command('clock', { advance_seconds: (25 * HOUR) / 1_000 });
}

interface Leaving {
  deal: TestDeal;
  opId: string;
  path: string;
  done: 'released' | 'refunded';
  step(): Promise<string>;
  stateNow(): Promise<string>;
}

/** A deal whose money is about to leave escrow, one way or the other. */
async function leaving(way: 'transfer' | 'refund', clock: SteppedClock, options: DealOptions = {}): Promise<Leaving> {
  const deal: TestDeal = await openDeal(world, { clock, ...options });
  const { milestoneId } = deal;
  const seen = async () => ({ milestoneId, version: (await milestone(world, milestoneId)).version });
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  const stateNow = async () => (await milestone(world, milestoneId)).state;
  if (way === 'refund') {
    await cancel(world.as(deal.creator, { clock }), { ...(await seen()), reason: '' });
    return {
      deal,
      opId: `refund:${milestoneId}:1`,
      path: '/v1/refunds',
      done: 'refunded',
      step: () => refund(world.system(clock), { milestoneId }),
      stateNow,
    };
  }
  await deliver(world, deal, { clock });
  await approve(world.as(deal.brand, { clock }), await seen());
  return {
    deal,
    opId: `xfer:${milestoneId}:creator`,
    path: '/v1/transfers',
    done: 'released',
    step: () => release(world.system(clock), { milestoneId }),
    stateNow,
  };
}

describe.each(['transfer', 'refund'] as const)('a night without the provider, %s', (way) => {
  test.each(['429', '500_before', 'reset_before', 'timeout_before'])(
    'that answers %s: it goes out once when the provider is well again, without a person',
    async (kind) => {
      const clock = clockNow();
      const { opId, path, done, step, stateNow } = await leaving(way, clock);
      await fault(path, kind);
      for (let hour = 0; hour <= 20; hour += 4) {
        expect(await outcome(step())).not.toBe(done);
        clock.advance(4 * HOUR);
      }
      // The provider has deleted the first key by now.
      await forgetKeys();
      await wellAgain();
      expect(await step()).toBe(done);
      expect([await stateNow(), (await operation(opId)).state, await living(opId)]).toEqual([done, 'done', 1]);
      expect(await step(), 'and not once more').toBe(done);
      expect(await living(opId)).toBe(1);
    },
  );

  test('a call that took effect, was never answered and cannot be looked up for a day: it is adopted, never made twice', async () => {
    const clock = clockNow();
    const { opId, path, done, step } = await leaving(way, clock);
    await fault(path, 'timeout_after', { times: 1 });
    await fault(`${path}*`, '500_before', { method: 'GET' });
    for (let hour = 0; hour <= 24; hour += 6) {
      expect(await outcome(step())).not.toBe(done);
      clock.advance(6 * HOUR);
    }
    await forgetKeys();
    await wellAgain();
    expect(await step()).toBe(done);
    expect([(await operation(opId)).attempt, await living(opId)]).toEqual([1, 1]);
  });

  test('no new key is taken while a call under the old one may still take effect', async () => {
    const clock = clockNow();
    const { opId, path, done, step } = await leaving(way, clock);
    await fault(path, 'timeout_before', { times: 1 });
    await outcome(step());
    clock.advance(20 * HOUR + MINUTE);
    expect(await outcome(step())).toContain('OutcomeUnknown');
    expect(await living(opId)).toBe(0);
    clock.advance(5 * MINUTE);
    const begun = await begunAt(opId);
    expect(await step()).toBe(done);
    expect([(await operation(opId)).attempt, await living(opId)]).toEqual([2, 1]);
    expect(await begunAt(opId), 'the age of the act counts from its first claim').toEqual(begun);
  });
});

test.each(['transfer', 'refund'] as const)(
  'while the provider does not answer, the side whose money it is reads since when, and when staff take over; a brand does of the money of its creator: %s',
  async (way) => {
    const clock = clockNow();
    const { deal, opId, path, done, step } = await leaving(way, clock);
    const [payee, other] = way === 'transfer' ? [deal.creator, deal.brand] : [deal.brand, deal.creator];
    const waits = (who = payee) => moneyWaits(world.as(who, { clock }), deal);
    await fault(path, '500_before');
    expect(await outcome(step())).not.toBe(done);
    const since = await begunAt(opId);
    const wait = { milestoneId: deal.milestoneId, since, staffFrom: new Date(since.getTime() + 24 * HOUR) };
    expect(await waits()).toEqual([{ ...wait, waitsFor: 'answer' }]);
    expect(await waits(other), 'a refund is no matter of the creator').toEqual(
      way === 'transfer' ? [{ ...wait, waitsFor: 'toCreator' }] : [],
    );
    const stranger = await openDeal(world, { clock });
    for (const who of [stranger.creator, stranger.brand]) expect(await outcome(waits(who))).toBe('not_found');
    await forgetKeys();
    clock.advance(25 * HOUR);
    await wellAgain();
    expect(await step()).toBe(done);
    for (const who of [payee, other]) expect(await waits(who)).toEqual([]);
  },
);

test('an agency reads that the transfer to its creator has no answer while it represents the creator, and not afterwards', async () => {
  const clock = clockNow();
  const { deal, path, step } = await leaving('transfer', clock, { commissionBps: 1_500 });
  const waits = () => moneyWaits(world.as(deal.agency!, { clock }), deal);
  await fault(path, '500_before');
  await outcome(step());
  // The agency has no account here: its leg waits for one until then.
  await world.owner
    .updateTable('operations')
    .set({ state: 'unknown', error: 'timeout' })
    .where('op_id', '=', `xfer:${deal.milestoneId}:agent`)
    .execute();
  const read = async (who: OrgActor) =>
    (await moneyWaits(world.as(who, { clock }), deal)).map(({ waitsFor }) => waitsFor).toSorted();
  expect(await read(deal.brand), 'the brand pays both').toEqual(['toAgency', 'toCreator']);
  expect(await read(deal.creator)).toEqual(['answer', 'toAgency']);
  const late = () =>
    withTx(
      world.as(deal.agency!),
      async (tx) => (await sql`select * from late_transfers(${deal.contractId})`.execute(tx.db)).rows.length,
    );
  expect(await late()).toBe(1);
  const shares = (who: OrgActor) =>
    withTx(
      world.as(who),
      async (tx) => (await sql`select * from late_agency_shares(${deal.contractId})`.execute(tx.db)).rows.length,
    );
  const stranger = await openDeal(world, { clock });
  for (const [who, seen] of [
    [deal.brand, 1],
    [deal.creator, 1],
    [stranger.brand, 0],
    [stranger.creator, 0],
  ] as const)
    expect(await shares(who)).toBe(seen);
  await world.owner
    .updateTable('representations')
    .set({ state: 'ended', valid_to: new Date(), ended_by: 'creator' })
    .where('agency_org', '=', deal.agency!.orgId)
    .execute();
  expect(await outcome(waits())).toBe('not_found');
  expect(await late(), 'nor by the function itself').toBe(0);
});

describe('a call that finds no end', () => {
  let staff: StaffActor;
  const asStaff = (clock: SteppedClock) => world.as(staff, { clock });
  beforeAll(async () => {
    staff = await createStaff(world, 'finance');
  });

  async function unanswered(clock: SteppedClock): Promise<Leaving> {
    const out = await leaving('transfer', clock);
    await fault(out.path, 'timeout_before', { times: 2 });
    await outcome(out.step());
    expect((await operation(out.opId)).state).toBe('unknown');
    return out;
  }

  test('is sent again under a new key when an operator requests it, once every call under the old key has ended', async () => {
    const clock = clockNow();
    const { opId, done, step } = await unanswered(clock);
    await expect(sendAgain(asStaff(clock), { opId }), 'its own calls still come').rejects.toThrow('state.wrong');
    clock.advance(10 * MINUTE);
    expect((await openOperations(asStaff(clock), { limit: 100 })).items.find((o) => o.opId === opId)).toMatchObject({
      sendable: true,
      sendAgainAt: null,
    });
    await expect(sendAgain(asStaff(clock), { opId })).rejects.toMatchObject({
      code: 'auth.step_up_required',
      data: { reason: 'staff_decision' },
    });
    await prove(world, staff, clock);
    await expect(sendAgain(world.as(await createStaff(world, 'support'), { clock }), { opId })).rejects.toThrow(
      'auth.not_allowed',
    );
    const related = await createStaff(world, 'trust');
    await prove(world, related, clock);
    const { brand_org } = await world.owner
      .selectFrom('milestones')
      .innerJoin('operations', 'operations.milestone_id', 'milestones.id')
      .select('brand_org')
      .where('op_id', '=', opId)
      .executeTakeFirstOrThrow();
    await world.owner
      .insertInto('org_members')
      .values({ org_id: brand_org, user_id: related.userId, role: 'viewer' })
      .execute();
    await expect(sendAgain(world.as(related, { clock }), { opId })).rejects.toThrow('payment.related');
    expect(await sendAgain(asStaff(clock), { opId })).toMatchObject({
      opId,
      sendable: false,
      sendAgainAt: clock.now(),
    });
    await expect(sendAgain(asStaff(clock), { opId })).rejects.toThrow('state.already_decided');
    expect(await outcome(step())).toContain('OutcomeUnknown');
    clock.advance(5 * MINUTE);
    await wellAgain();
    expect(await step()).toBe(done);
    expect([(await operation(opId)).attempt, await living(opId)]).toEqual([2, 1]);
    const signals = await world.owner
      .selectFrom('workflow_outbox')
      .select('payload')
      .where('dedupe_key', 'like', `%operator_asked_to_look_again:${opId}:1:send_again`)
      .execute();
    expect(signals).toHaveLength(1);
    expect(
      await world.owner.selectFrom('audit_log').select(['actor_user', 'action']).where('target', '=', opId).execute(),
    ).toEqual([{ actor_user: staff.userId, action: 'operation.send_again' }]);
  });

  test('and was made after all is reconciled, whatever the operator chose', async () => {
    const clock = clockNow();
    const { opId, path, done, step } = await leaving('transfer', clock);
    await fault(path, 'timeout_after', { times: 1 });
    await outcome(step());
    clock.advance(10 * MINUTE);
    await prove(world, staff, clock);
    await sendAgain(asStaff(clock), { opId });
    expect(await step()).toBe(done);
    expect([(await operation(opId)).attempt, await living(opId)]).toEqual([1, 1]);
    await expect(sendAgain(asStaff(clock), { opId }), 'settled').rejects.toThrow('state.wrong');
  });
});

test('a refund without an answer keeps no other of its milestone waiting', async () => {
  const clock = clockNow();
  const { opId, step, stateNow } = await leaving('refund', clock);
  const milestoneId = opId.split(':')[1]!;
  // Of an earlier payment that came too late.
  const late = { id: newId(), opId: `refund:${milestoneId}:0` };
  const paid = await world.owner
    .selectFrom('payments')
    .selectAll()
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const ofDeal = {
    milestoneId,
    contractId: paid.contract_id,
    orgId: paid.brand_org,
    amount: 100,
    currency: 'EUR',
  } as const;
  await withTx(world.system(clock), async (tx) => {
    await claimOperation(tx, { ...ofDeal, opId: `fund:${milestoneId}:0`, kind: 'checkout' });
    await settleOperation(tx, `fund:${milestoneId}:0`, { state: 'done', providerId: 'cs_earlier' });
    await claimOperation(tx, { ...ofDeal, opId: late.opId, kind: 'refund' });
  });
  await world.owner
    .insertInto('payments')
    .values({
      ...paid,
      id: late.id,
      attempt: 0,
      op_id: `fund:${milestoneId}:0`,
      session_id: null,
      payment_intent_id: 'pi_earlier',
      charge_id: 'ch_earlier',
      request_key: newId(),
      state: 'refunding',
    })
    .execute();
  await world.owner
    .insertInto('refunds')
    .values({
      id: newId(),
      op_id: late.opId,
      payment_id: late.id,
      milestone_id: milestoneId,
      brand_org: paid.brand_org,
      amount: 100,
      currency: 'EUR',
      reason: 'late_payment',
      state: 'claimed',
      created_at: new Date(clock.now().getTime() - HOUR),
    })
    .execute();
  await world.command('faults', {
    match: { method: 'POST', path: '/v1/refunds', op_id: late.opId },
    kind: '429',
    times: 1_000,
  });
  expect(await outcome(step()), 'the workflow tries the first one again').toMatch(/429|rate/iu);
  expect((await operation(late.opId)).state).toBe('claimed');
  expect(await operation(opId)).toMatchObject({ state: 'done' });
  expect(await stateNow()).toBe('refunded');
});
