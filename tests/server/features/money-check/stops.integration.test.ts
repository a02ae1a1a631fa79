import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffActor, SystemContext } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { stoppedCurrencies } from '../../../../server/features/money-stops/service.ts';
import { runChecks, type CheckProgress } from '../../../../server/features/money-check/checker.ts';
import { requestCheck, runCheck, failCheck } from '../../../../server/features/money-check/runs.ts';
import { checkNow, confirmLift, moneyChecks, proposeLift } from '../../../../server/features/money-check/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import { createStaff, prove } from '../../../support/people.ts';

let world: MoneyWorld;
let finance: StaffActor;
let second: StaffActor;
/** Added to the provider's balance that the check reads. */
let offBy = 0;

beforeAll(async () => {
  world = await createMoneyWorld('stops');
  finance = await createStaff(world, 'finance');
  second = await createStaff(world, 'super');
  for (const one of [finance, second]) await prove(world, one);
  const { payments } = world.integrations;
  world.integrations.payments = {
    ...payments,
    balance: async (accountId) =>
      (await payments.balance(accountId)).map((b) =>
        b.currency === 'EUR' && !accountId ? { ...b, pending: b.pending + offBy } : b,
      ),
  };
}, 120_000);
afterAll(() => world.close());

beforeEach(async () => {
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
});

const { seen } = dealActs(() => world);
const stateOf = async (deal: TestDeal) => (await milestone(world, deal.milestoneId)).state;
async function run(off: number): Promise<string> {
  offBy = off;
  const { id } = await requestCheck(world.system(), 'schedule');
  // Commands that wait for a worker are no matter of this test.
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  return runCheck(world.system(), { id }, { retries: { times: 1, pauseMs: 0 } });
}
const stopped = async () => (await moneyChecks(world.as(finance))).stops.map((s) => s.currency);
async function funded(options: Parameters<typeof openDeal>[1] = {}): Promise<TestDeal> {
  const deal = await openDeal(world, options);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  return deal;
}
async function approved(options: Parameters<typeof openDeal>[1] = {}): Promise<TestDeal> {
  const deal = await funded(options);
  await deliver(world, deal);
  await approve(world.as(deal.brand), await seen(deal));
  return deal;
}
const resumed = (workflowId: string) =>
  world.owner
    .selectFrom('workflow_outbox')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .where('dedupe_key', 'like', '%money_out_resumed%')
    .execute();

test('a run leaves one row with its result, and a request during it joins it', async () => {
  const { id, isNew } = await requestCheck(world.system(), 'restart');
  expect(isNew).toBe(true);
  expect(await checkNow(world.as(finance))).toEqual({ id, joined: true });
  expect(
    await world.owner
      .selectFrom('workflow_outbox')
      .select('id')
      .where('workflow_id', '=', `money-check/${id}`)
      .execute(),
  ).toHaveLength(1);
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  expect(await runCheck(world.system(), { id }, { retries: { times: 1, pauseMs: 0 } })).toBe('clean');
  const { current, last, stops } = await moneyChecks(world.as(finance));
  expect(current).toBeNull();
  expect(last).toMatchObject({ id, state: 'clean', begunBy: 'restart', percent: 100, phase: 'done', breaches: [] });
  expect(last!.results!.every((r) => r.found === 0)).toBe(true);
  expect(stops).toEqual([]);
  // Repeated after it has ended, it only returns its state.
  expect(await runCheck(world.system(), { id })).toBe('clean');
});

test('a breach of one currency stops what goes out in it, and a clean run lets it go on by itself', async () => {
  const toPay = await approved();
  const claimed = await approved();
  await claimUnsent(claimed);
  const toRefund = await funded();
  await cancel(world.as(toRefund.creator), { ...(await seen(toRefund)), reason: '' });
  const payoutId = await claimedPayout(claimed);

  expect(await run(1)).toBe('breached');
  expect(await stopped()).toEqual(['EUR']);
  expect(
    [await stoppedCurrencies(world.as(toPay.creator)), await stoppedCurrencies(world.as(toRefund.brand))],
    'both sides may know that it waits',
  ).toEqual([['EUR'], ['EUR']]);
  const transfersBefore = await transfersAtProvider();

  expect(await release(world.system(), toPay)).toBe('money-out is stopped');
  expect(await stateOf(toPay)).toBe('approved');
  // Claimed before the stop, and not sent: the call is not made either.
  expect(await release(world.system(), claimed)).toContain('creator (claimed)');
  expect(await stateOf(claimed)).toBe('releasing');
  expect(await refund(world.system(), toRefund)).toBe('money-out is stopped');
  expect(await stateOf(toRefund)).toBe('refunding');
  expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'claimed', stopped: true });
  expect(await transfersAtProvider()).toBe(transfersBefore);
  // Its workflow neither spins nor loses the payout.
  const { steps } = await escrowSnapshot(world.system(), toPay);
  expect(steps[0]).toMatchObject({ act: 'release', label: 'money-out is stopped' });
  expect(Date.parse(steps[0]!.at)).toBeGreaterThan(Date.now() + 5 * 60_000);

  // Money-in goes on.
  expect(await stateOf(await funded())).toBe('funded');
  // Staff who see to money are written to.
  const mails = await world.owner
    .selectFrom('mails')
    .select(['template', 'user_id', 'data'])
    .where('template', '=', 'money_out_stopped')
    .execute();
  expect(mails.map((m) => m.user_id).sort()).toEqual([finance.userId, second.userId].sort());
  expect(mails[0]!.data).toMatchObject({ currencies: 'EUR' });

  expect(await run(0)).toBe('clean');
  expect(await stopped()).toEqual([]);
  expect(await stoppedCurrencies(world.as(toPay.creator))).toEqual([]);
  for (const deal of [toPay, claimed, toRefund]) expect(await resumed(`escrow/${deal.milestoneId}`)).toHaveLength(1);
  expect(await resumed(`payout/${payoutId}`)).toHaveLength(1);
  await release(world.system(), toPay);
  await release(world.system(), claimed);
  await refund(world.system(), toRefund);
  expect([await stateOf(toPay), await stateOf(claimed), await stateOf(toRefund)]).toEqual([
    'released',
    'released',
    'refunded',
  ]);
  expect((await advancePayout(world.system(), { payoutId })).stopped).toBe(false);
});

test('a stop between the two transfers of a release keeps the second one here, and sends it once when it ends', async () => {
  const deal = await approved({ commissionBps: 1_500 });
  await connectPayee(world, deal.agency!);
  const { payments } = world.integrations;
  let calls = 0;
  const dying = {
    ...payments,
    createTransfer: (...input: Parameters<typeof payments.createTransfer>) =>
      (calls += 1) === 1 ? payments.createTransfer(...input) : Promise.reject(new Error('the process died')),
  };
  const once = { ...world.system(), integrations: { ...world.integrations, payments: dying } };
  await expect(release(once, deal)).rejects.toThrow('the process died');
  const legs = () =>
    world.owner
      .selectFrom('transfers')
      .select(['leg', 'amount', 'state'])
      .where('milestone_id', '=', deal.milestoneId)
      .orderBy('state')
      .execute();
  const [kept, sent] = await legs();
  expect([kept!.state, sent!.state, kept!.amount + sent!.amount]).toEqual(['claimed', 'sent', 40_000]);

  expect(await run(1)).toBe('breached');
  const before = await transfersAtProvider();
  for (const _ of [1, 2]) expect(await release(world.system(), deal)).toContain(`${kept!.leg} (claimed)`);
  // Its creator has the money; the agency's is owed.
  expect([await stateOf(deal), await legs()]).toEqual(['released', [kept, sent]]);
  expect(await transfersAtProvider()).toBe(before);

  expect(await run(0)).toBe('clean');
  expect(await release(world.system(), deal)).toBe('released');
  expect(await release(world.system(), deal)).toBe('released');
  expect((await legs()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(await transfersAtProvider()).toBe(before + 1);
});

describe('two staff members', () => {
  test('may let money go out again although the books disagree; the same difference does not stop it anew, another one does', async () => {
    await run(2);
    expect(await stopped()).toEqual(['EUR']);
    const support = await createStaff(world, 'support');
    await expect(proposeLift(world.as(support), { currency: 'EUR', note: 'because' })).rejects.toMatchObject({
      code: 'auth.not_allowed',
    });
    const { id: proposalId } = await proposeLift(world.as(finance), { currency: 'EUR', note: 'two cents of a test' });
    expect((await moneyChecks(world.as(second))).stops[0]!.proposal).toMatchObject({
      id: proposalId,
      mine: false,
      mayDecide: true,
    });
    await expect(confirmLift(world.as(finance), { proposalId })).rejects.toMatchObject({
      code: 'approval.same_person',
    });
    expect(await stopped()).toEqual(['EUR']);
    expect(await confirmLift(world.as(second), { proposalId })).toEqual({ currency: 'EUR' });
    expect(await stopped()).toEqual([]);

    expect(await run(2)).toBe('breached');
    expect(await stopped()).toEqual([]);
    expect(await run(3)).toBe('breached');
    expect(await stopped()).toEqual(['EUR']);
    expect(await run(0)).toBe('clean');
    // Accepted differences are deleted once the books agreed.
    expect(await run(2)).toBe('breached');
    expect(await stopped()).toEqual(['EUR']);
    expect(await run(0)).toBe('clean');
  });

  test('read the result in any role; only some may begin a run', async () => {
    const trust = await createStaff(world, 'trust');
    expect((await moneyChecks(world.as(trust))).mayAct).toBe(false);
    await expect(checkNow(world.as(trust))).rejects.toMatchObject({ code: 'auth.not_allowed' });
  });
});

test('a provider that does not answer stops nothing and lets nothing go', async () => {
  await run(1);
  expect(await stopped()).toEqual(['EUR']);
  const { id } = await requestCheck(world.system(), 'schedule');
  expect(await failCheck(world.system(), { id, error: 'no answer' })).toBe('failed');
  expect(await stopped()).toEqual(['EUR']);
  expect((await moneyChecks(world.as(finance))).last).toMatchObject({
    id,
    state: 'failed',
    error: 'no answer',
    results: null,
  });
  await run(0);
});

test('a run that was interrupted after any page goes on there and finds the same, once', async () => {
  const whole = await collect(runChecks(world.worker, {}));
  const states: CheckProgress[] = [];
  for await (const state of runChecks(world.worker, {})) states.push(structuredClone(state));
  expect(states.length).toBeGreaterThan(4);
  for (const from of states) {
    const rest = await collect(runChecks(world.worker, {}, from));
    expect({ counts: rest.counts, done: rest.done, percent: rest.percent }).toEqual({
      counts: whole.counts,
      done: whole.done,
      percent: 100,
    });
  }
});

test('an account with many entries is walked in ranges and one wrong entry of it is found', async () => {
  const walk = { busyFrom: 2 };
  expect(
    (await collect(runChecks(world.worker, walk))).breaches.filter((b) => b.invariant.startsWith('ledger.')),
  ).toEqual([]);
});

async function collect(run: AsyncGenerator<CheckProgress, CheckProgress>): Promise<CheckProgress> {
  for (;;) {
    const step = await run.next();
    if (step.done) return step.value;
  }
}

const transfersAtProvider = async () => {
  const { by_op_id: books } = await world.command<{ by_op_id: Record<string, { object: string }[]> }>('books');
  return Object.values(books)
    .flat()
    .filter((o) => ['transfer', 'refund', 'payout'].includes(o.object)).length;
};

/** The transfer is claimed and its process died before it called the provider. */
async function claimUnsent(deal: TestDeal): Promise<void> {
  const ctx: SystemContext = world.system();
  const payments = {
    ...world.integrations.payments,
    createTransfer: () => Promise.reject(new Error('the process died')),
  };
  await expect(release({ ...ctx, integrations: { ...world.integrations, payments } }, deal)).rejects.toThrow(
    'the process died',
  );
}

async function claimedPayout(deal: TestDeal): Promise<string> {
  const [id, opId] = [newId(), `payout:${newId()}`];
  await world.owner
    .insertInto('operations')
    .values({
      op_id: opId,
      kind: 'payout',
      org_id: deal.creator.orgId,
      amount: 500,
      currency: 'EUR',
      idempotency_key: `${opId}:a1`,
      state: 'claimed',
      claimed_at: new Date(),
    })
    .execute();
  await world.owner
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: `start:payout/${id}`,
      kind: 'start',
      workflow_id: `payout/${id}`,
      workflow_type: 'payoutDelivery',
      task_queue: 'money',
      payload: '{}',
      dispatched_at: new Date(),
    })
    .execute();
  await world.owner
    .insertInto('payouts')
    .values({
      id,
      org_id: deal.creator.orgId,
      op_id: opId,
      request_key: newId(),
      amount: 500,
      currency: 'EUR',
      state: 'claimed',
      created_at: new Date(),
    })
    .execute();
  return id;
}
