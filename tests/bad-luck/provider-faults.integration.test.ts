import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock, type SteppedClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { CALL_NAMES, callsOf, type Call, type CallName, type Prepared } from '../support/chaos/provider-calls.ts';
import { chosenBy, noteFigures, shareOf } from '../support/chaos/chosen.ts';
import { differencesUnder } from '../support/chaos/provider-deals.ts';
import { createStripeProvider, type PaymentProvider } from '../../server/integrations/stripe/provider.ts';
import { createMoneyWorld, type MoneyWorld } from '../server/features/escrow/deal-kit.ts';
import { services } from '../support/services.ts';

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
/** A call under a fault is given up soon; what is prepared and looked up waits, however busy the machine is. */
const TIMEOUT_MS = 250;
const PATIENCE_MS = 20_000;
const TRIES = 12;
/** What `npm test` has time for; `npm run chaos -- --faults` plays all of them. */
const SHARE = shareOf('faults', 30);

let world: MoneyWorld;
let calls: Readonly<Record<CallName, Call>>;
let patient: PaymentProvider;
let hasty: PaymentProvider;
const clock: SteppedClock = steppedClock(new Date());
/** How far both clocks are ahead of the real time, on which the provider's goes on: a page is valid from its making. */
let aheadMs = 0;
const keepPace = (): void => clock.set(new Date(Date.now() + aheadMs));

beforeAll(async () => {
  world = await createMoneyWorld('provider_faults', {
    timeoutMs: PATIENCE_MS,
    sandbox: { PAYMENTS_SETTLEMENT_SECONDS: '0' },
  });
  calls = callsOf(world, clock);
  patient = world.integrations.payments;
  hasty = createStripeProvider({
    secretKey: services().secrets.STRIPE_SECRET_KEY,
    apiBase: world.sandbox.url,
    timeoutMs: TIMEOUT_MS,
  });
});
afterAll(() => world?.close());

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

/** With a client that gives up soon. */
async function inHaste<T>(act: () => Promise<T>): Promise<T> {
  world.integrations.payments = hasty;
  try {
    return await act();
  } finally {
    world.integrations.payments = patient;
  }
}

async function untilDone(prepared: Prepared): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1)
    if (await inHaste(() => prepared.step()).catch(() => false)) return true;
  return false;
}

type Case = { call: CallName; fault: (typeof FAULTS)[number] } | { call: CallName; fault: 'expired_key' };
/** Nine faults and a forgotten key at each of eight calls. */
const CASES: readonly Case[] = CALL_NAMES.flatMap((call) =>
  ([...FAULTS, 'expired_key'] as const).map((fault) => ({ call, fault })),
);
const cases = chosenBy(SHARE.seed, CASES, SHARE.count);
/** For what hangs, not for a slow machine. */
const TEST_MS = 60_000 + cases.length * 15_000;

async function outcomeOf(prepared: Prepared): Promise<string | null> {
  const done = await untilDone(prepared);
  await forgetFaults();
  // Once more: a call that is done is not made again.
  await prepared.step().catch(() => false);
  const effects = await prepared.effects();
  return done && effects === 1 ? null : `${done ? 'done' : 'not done'}, ${effects} effects`;
}

const faulty = cases.filter(
  (one): one is Extract<Case, { fault: (typeof FAULTS)[number] }> => one.fault !== 'expired_key',
);
test(
  `${faulty.length} faults of calls to the provider: each has one effect and the books agree`,
  async () => {
    const wrong: string[] = [];
    for (const { call, fault } of faulty) {
      keepPace();
      const prepared = await calls[call].prepare();
      await meet(calls[call], fault, 2);
      const outcome = await outcomeOf(prepared);
      if (outcome) wrong.push(`${call} meets ${fault}: ${outcome}`);
    }
    noteFigures({ faults: faulty.length, faultsWrong: wrong.length });
    expect(wrong).toEqual([]);
    expect(await differencesUnder(world, clock)).toEqual([]);
  },
  TEST_MS,
);

const expired = cases.filter(({ fault }) => fault === 'expired_key');
test(
  `${expired.length} keys that the provider has deleted are not repeated: after a day the call is looked up, and has one effect`,
  async () => {
    const wrong: string[] = [];
    for (const { call: name } of expired) {
      const call = calls[name];
      keepPace();
      const prepared = await call.prepare();
      await meet(call, 'reset_after', 1);
      await world.command('faults', { match: { method: 'GET', path: '*' }, kind: '500_before', times: 3 });
      await inHaste(() => prepared.step()).catch(() => false);
      await forgetFaults();
      const dayLater = 25 * 3_600_000;
      aheadMs += dayLater;
      keepPace();
      await world.command('clock', { advance_seconds: dayLater / 1_000 });
      const outcome = prepared.dayLater ? await prepared.dayLater() : await outcomeOf(prepared);
      if (outcome) wrong.push(`${name}: ${outcome}`);
    }
    noteFigures({ expiredKeys: expired.length, expiredWrong: wrong.length });
    expect(wrong).toEqual([]);
    expect(await differencesUnder(world, clock)).toEqual([]);
  },
  TEST_MS,
);

const answersLost = faulty.filter(({ fault }) => (AFTER as readonly string[]).includes(fault));
test(
  'the same calls with a random key and three blind retries have a second effect',
  async () => {
    let doubled = 0;
    for (const { call: name, fault } of answersLost) {
      const call = calls[name];
      keepPace();
      const prepared = await call.prepare();
      // Its operation exists; the naive client has no claim.
      await prepared.step().catch(() => false);
      const before = await prepared.effects();
      await meet(call, fault, 1);
      for (let tries = 1; tries <= 3; tries += 1)
        if (
          await inHaste(() => prepared.blindly(newId())).then(
            () => true,
            () => false,
          )
        )
          break;
      await forgetFaults();
      if ((await prepared.effects()) - before > 1) doubled += 1;
    }
    noteFigures({ doubledByOthers: doubled });
    // Once for nearly every kind of call when all of them are played.
    expect(doubled).toBeGreaterThanOrEqual(cases.length === CASES.length ? CALL_NAMES.length - 1 : 1);
  },
  TEST_MS,
);
