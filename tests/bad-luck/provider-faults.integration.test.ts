import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock, type SteppedClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../server/features/escrow/refund/refund.ts';
import { release } from '../../server/features/escrow/release/release.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { settleDispute } from '../../server/features/payments/card-disputes/card-disputes.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { submitEvidence } from '../../server/features/payments/evidence/evidence.ts';
import { ensureFloat } from '../../server/features/payments/float.ts';
import { startOnboarding } from '../../server/features/payouts/account.ts';
import { advancePayout } from '../../server/features/payouts/delivery.ts';
import { payOut } from '../../server/features/payouts/service.ts';
import { createOrg, prove } from '../support/people.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';

/*
 * Every call that moves money, or prepares that, under every way in which its answer may be lost: it has one effect. The
 * same calls with a random key and blind retries, as a client without claims would make them, have two.
 */

const FAULTS = [
  'timeout_before',
  'timeout_after',
  'reset_before',
  'reset_after',
  '500_before',
  '500_after',
  '429',
  '409',
  'error',
] as const;
/** Faults after which the object exists although no answer came. */
const AFTER = ['timeout_after', 'reset_after', '500_after'] as const;
const TIMEOUT_MS = 250;
const TRIES = 12;

let world: MoneyWorld;
const clock: SteppedClock = steppedClock(new Date());

beforeAll(async () => {
  world = await createMoneyWorld('provider_faults', {
    timeoutMs: TIMEOUT_MS,
    sandbox: { PAYMENTS_SETTLEMENT_SECONDS: '0' },
  });
});
afterAll(() => world?.close());

const system = () => world.system(clock);
const versionOf = async (deal: TestDeal) => ({
  milestoneId: deal.milestoneId,
  version: (await milestone(world, deal.milestoneId)).version,
});

async function funded(): Promise<TestDeal> {
  const deal = await openDeal(world, { clock });
  await payAtProvider(world, deal, { clock });
  await confirmFunding(system(), deal);
  return deal;
}
async function approved(): Promise<TestDeal> {
  const deal = await funded();
  await deliver(world, deal, { clock });
  await approve(world.as(deal.brand, { clock }), await versionOf(deal));
  return deal;
}

/** A call that is about to be made. */
interface Prepared {
  /** Goes on with it; true once it is done. Throws, or answers false, while it is not. */
  step(): Promise<boolean>;
  /** How many effects of it the provider has. */
  effects(): Promise<number>;
  /** The same with this key, without a claim. */
  blindly(key: string): Promise<unknown>;
}

interface Call {
  path: string;
  prepare(): Promise<Prepared>;
}

/** Objects at the provider that carry the id of the operation. */
async function objectsOf(opId: string): Promise<number> {
  const { by_op_id: objects } = await world.command<{ by_op_id: Record<string, unknown[]> }>(
    `books?op_id=${encodeURIComponent(opId)}`,
  );
  return objects[opId]?.length ?? 0;
}

const CALLS: Record<string, Call> = {
  page: {
    path: '/v1/checkout/sessions',
    async prepare() {
      const deal = await openDeal(world, { clock });
      const opId = `fund:${deal.milestoneId}:1`;
      const requestKey = newId();
      const { id: quoteId } = await quote(world.as(deal.brand, { clock }), deal);
      return {
        step: async () =>
          Boolean(
            (await pay(world.as(deal.brand, { clock, requestKey }), { milestoneId: deal.milestoneId, quoteId })).url,
          ),
        effects: () => objectsOf(opId),
        blindly: (idempotencyKey) =>
          world.integrations.payments.createCheckout({
            opId,
            idempotencyKey,
            currency: 'EUR',
            amount: 1_000,
            lines: [{ label: 'Reel', amount: 1_000 }],
            customerEmail: deal.brand.email,
            successUrl: 'http://localhost/',
            cancelUrl: 'http://localhost/',
            transferGroup: deal.contractId,
            metadata: {},
            locale: 'en',
            expiresAt: new Date(clock.now().getTime() + 3_600_000),
          }),
      };
    },
  },
  transfer: {
    path: '/v1/transfers',
    async prepare() {
      const deal = await approved();
      const opId = `xfer:${deal.milestoneId}:creator`;
      return {
        step: async () => (await release(system(), deal)) === 'released',
        effects: () => objectsOf(opId),
        blindly: async (idempotencyKey) =>
          world.integrations.payments.createTransfer({
            opId,
            idempotencyKey,
            amount: 1_000,
            currency: 'EUR',
            destination: await accountOf(deal),
            sourceCharge: null,
            transferGroup: deal.contractId,
            metadata: {},
          }),
      };
    },
  },
  refund: {
    path: '/v1/refunds',
    async prepare() {
      const deal = await funded();
      await cancel(world.as(deal.creator, { clock }), { ...(await versionOf(deal)), reason: '' });
      const opId = `refund:${deal.milestoneId}:1`;
      return {
        step: async () => (await refund(system(), deal)) === 'refunded',
        effects: () => objectsOf(opId),
        blindly: async (idempotencyKey) =>
          world.integrations.payments.createRefund({
            opId,
            idempotencyKey,
            chargeId: (await paymentOf(deal)).charge_id!,
            amount: 1_000,
            metadata: {},
          }),
      };
    },
  },
  payout: {
    path: '/v1/payouts',
    async prepare() {
      const deal = await approved();
      await release(system(), deal);
      const { id } = await payOut(world.as(deal.creator, { clock }), { currency: 'EUR' });
      return {
        step: async () => (await advancePayout(system(), { payoutId: id })).state === 'in_transit',
        effects: () => objectsOf(`po:${id}`),
        blindly: async (idempotencyKey) =>
          world.integrations.payments.createPayout({
            opId: `po:${id}`,
            idempotencyKey,
            accountId: await accountOf(deal),
            amount: 1_000,
            currency: 'EUR',
            metadata: {},
          }),
      };
    },
  },
  account: {
    path: '/v1/accounts',
    async prepare() {
      const creator = await createOrg(world, 'creator', 'Newly Paid');
      const opId = `acct:${creator.orgId}`;
      return {
        async step() {
          // A proof is good for ten minutes.
          await prove(world, creator, clock);
          return Boolean((await startOnboarding(world.as(creator, { clock }), { country: 'FR' })).url);
        },
        effects: () => objectsOf(opId),
        blindly: (idempotencyKey) =>
          world.integrations.payments.createConnectedAccount({
            opId,
            idempotencyKey,
            country: 'FR',
            businessType: 'individual',
            email: creator.email,
            metadata: {},
          }),
      };
    },
  },
  topUp: {
    path: '/v1/topups',
    async prepare() {
      const { balance } = await world.owner
        .selectFrom('ledger_accounts')
        .select('balance')
        .where('code', '=', 'FLOAT_EQUITY')
        .where('currency', '=', 'EUR')
        .executeTakeFirstOrThrow();
      const target = balance + 5_000;
      const open = () =>
        world.owner
          .selectFrom('operations')
          .select('op_id')
          .where('kind', '=', 'top_up')
          .orderBy('begun_at', 'desc')
          .executeTakeFirstOrThrow();
      return {
        step: async () => (await ensureFloat(system(), 'EUR', target)) >= target,
        effects: async () => objectsOf((await open()).op_id),
        blindly: async (idempotencyKey) =>
          world.integrations.payments.createTopUp({
            opId: (await open()).op_id,
            idempotencyKey,
            amount: 1_000,
            currency: 'EUR',
            description: 'twice',
          }),
      };
    },
  },
  evidence: {
    path: '/v1/disputes/*',
    async prepare() {
      const deal = await funded();
      await deliver(world, deal, { clock });
      const payment = await paymentOf(deal);
      const { id: disputeId } = await world.command<{ id: string }>('disputes', { charge: payment.charge_id });
      await settleDispute(system(), payment, await world.integrations.payments.retrieveDispute(disputeId));
      const { id } = await world.owner
        .selectFrom('evidence_packs')
        .select('id')
        .where('dispute_id', '=', disputeId)
        .executeTakeFirstOrThrow();
      return {
        step: async () => (await submitEvidence(system(), { id })) === 'submitted',
        effects: async () => (await world.integrations.payments.retrieveDispute(disputeId)).submissions,
        blindly: (idempotencyKey) =>
          world.integrations.payments.submitEvidence({
            disputeId,
            idempotencyKey,
            evidence: { uncategorized_text: 'sent without a look' },
          }),
      };
    },
  },
};

const paymentOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('payments')
    .select(['id', 'milestone_id', 'charge_id'])
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
async function accountOf(deal: TestDeal): Promise<string> {
  const row = await world.owner
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', deal.creator.orgId)
    .executeTakeFirstOrThrow();
  return row.provider_account_id!;
}

const forgetFaults = () =>
  fetch(`${world.sandbox.url}/_sandbox/faults`, { method: 'DELETE', headers: { 'content-type': 'application/json' } });
const meet = (call: Call, kind: (typeof FAULTS)[number], times: number) =>
  world.command('faults', {
    match: { method: 'POST', path: call.path },
    kind,
    times,
    delay_ms: TIMEOUT_MS * 2,
    ...(kind === 'error' ? { status: 503, error: { type: 'api_error', message: 'away' } } : {}),
  });

async function untilDone(prepared: Prepared): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1) if (await prepared.step().catch(() => false)) return true;
  return false;
}

/** Breaches of the invariants; deadlines may have passed under the stepped clock. */
const differences = async (): Promise<string[]> => {
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  const breaches = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
    now: new Date(clock.now().getTime() + 600_000),
  });
  return breaches.filter((b) => b.invariant !== 'deal.deadlines').map((b) => `${b.invariant}: ${b.detail}`);
};

test(`${FAULTS.length} faults of ${Object.keys(CALLS).length} calls to the provider: each has one effect and the books agree`, async () => {
  const wrong: string[] = [];
  for (const [name, call] of Object.entries(CALLS)) {
    const cases = await Promise.all(FAULTS.map(async (kind) => ({ kind, prepared: await call.prepare() })));
    for (const { kind, prepared } of cases) {
      await meet(call, kind, 2);
      const done = await untilDone(prepared);
      await forgetFaults();
      // Once more: a call that is done is not made again.
      await prepared.step().catch(() => false);
      const effects = await prepared.effects();
      if (!done || effects !== 1)
        wrong.push(`${name} meets ${kind}: ${done ? 'done' : 'not done'}, ${effects} effects`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await differences()).toEqual([]);
}, 240_000);

test('a key that the provider has deleted is not repeated: after a day the call is looked up, and has one effect', async () => {
  const wrong: string[] = [];
  for (const name of ['transfer', 'refund', 'payout', 'account', 'topUp', 'evidence'] as const) {
    const call = CALLS[name]!;
    const prepared = await call.prepare();
    await meet(call, 'reset_after', 1);
    await world.command('faults', { match: { method: 'GET', path: '*' }, kind: '500_before', times: 3 });
    await prepared.step().catch(() => false);
    await forgetFaults();
    const dayLater = 25 * 3_600_000;
    clock.advance(dayLater);
    await world.command('clock', { advance_seconds: dayLater / 1_000 });
    const done = await untilDone(prepared);
    const effects = await prepared.effects();
    if (!done || effects !== 1) wrong.push(`${name}: ${done ? 'done' : 'not done'}, ${effects} effects`);
  }
  expect(wrong).toEqual([]);
  expect(await differences()).toEqual([]);
}, 120_000);

test('the same calls with a random key and three blind retries have a second effect', async () => {
  let doubled = 0;
  for (const call of Object.values(CALLS)) {
    for (const kind of AFTER) {
      const prepared = await call.prepare();
      // Its operation exists; the naive client has no claim.
      await prepared.step().catch(() => false);
      const before = await prepared.effects();
      await meet(call, kind, 1);
      for (let tries = 1; tries <= 3; tries += 1)
        if (
          await prepared.blindly(newId()).then(
            () => true,
            () => false,
          )
        )
          break;
      await forgetFaults();
      if ((await prepared.effects()) - before > 1) doubled += 1;
    }
  }
  expect(doubled).toBeGreaterThanOrEqual(Object.keys(CALLS).length);
  const file = process.env['CHAOS_FIGURES'];
  if (file)
    writeFileSync(
      file,
      JSON.stringify({ faults: FAULTS.length * Object.keys(CALLS).length, doubledByOthers: doubled }),
    );
}, 120_000);
