import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../../server/context.ts';
import { steppedClock, type SteppedClock } from '../../../../../server/core/clock.ts';
import { newId } from '../../../../../server/core/ids.ts';
import type { Currency } from '../../../../../server/core/money.ts';
import { postAll } from '../../../../../server/features/ledger/service.ts';
import { saveBanks } from '../../../../../server/features/payouts/banks/queries.ts';
import type { Schedule } from '../../../../../server/features/payouts/schedule/rules.ts';
import { payScheduled, saveSchedule } from '../../../../../server/features/payouts/schedule/service.ts';
import { createOrg, createTestWorld, prove, type TestWorld } from '../../../../support/people.ts';
import { problemOf } from '../../../../support/refused.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('payout_schedule', { clockPolicy: 'standard' });
});
afterAll(() => world?.close());

const bank = ({ orgId }: OrgActor, currency: Currency, changedAt: Date | null) =>
  saveBanks(world.owner, orgId, [{ currency, bankId: 'ba_1', last4: '4242', changedAt, notifiedAt: null }]);
/** A creator whose account is ready, at that moment. */
async function payee(at: string, currency: 'EUR' | 'KWD' = 'EUR'): Promise<{ who: OrgActor; clock: SteppedClock }> {
  const clock = steppedClock(new Date(at));
  const who = await createOrg(world, 'creator', 'Sol');
  await prove(world, who, clock);
  await world.owner
    .insertInto('payout_accounts')
    .values({
      org_id: who.orgId,
      country: currency === 'EUR' ? 'FR' : 'KW',
      currency,
      provider_account_id: `acct_${who.orgId}`,
      state: 'enabled',
    })
    .execute();
  await bank(who, currency, null);
  return { who, clock };
}
const earned = ({ orgId }: OrgActor, amount: number) =>
  withTx(world.system(), (tx) =>
    postAll(tx, [
      {
        kind: 'transfer_sent',
        opId: `test:${newId()}`,
        legs: [
          { code: 'M_CONNECTED', scope: orgId, org: orgId, currency: 'EUR', debit: amount, credit: 0 },
          { code: 'M_EARNED', scope: orgId, org: orgId, currency: 'EUR', debit: 0, credit: amount },
        ],
      },
    ]),
  );
const payouts = ({ orgId }: OrgActor) =>
  world.owner
    .selectFrom('payouts')
    .select(['amount', 'scheduled', 'state'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .execute();
const account = ({ orgId }: OrgActor) =>
  world.owner.selectFrom('payout_accounts').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow();

// 28 February 2028 is a Monday of a leap year.
test.each<[Schedule, number | null, string, string, string, string]>([
  ['daily', null, '2028-02-28T06:00:00Z', '2028-02-28T07:00:00Z', '2028-02-29T07:00:00Z', '2028-03-01T07:00:00Z'],
  ['weekly', 5, '2028-02-28T08:00:00Z', '2028-03-03T07:00:00Z', '2028-03-10T07:00:00Z', '2028-03-17T07:00:00Z'],
  ['monthly', 28, '2028-02-28T08:00:00Z', '2028-03-28T07:00:00Z', '2028-04-28T07:00:00Z', '2028-05-28T07:00:00Z'],
])(
  'a %s schedule (day %s) pays once at each of its times, −1 s not, and nothing below the minimum that was set',
  async (schedule, day, saved, ...times) => {
    const [first, second, third] = times.map((time) => new Date(time)) as [Date, Date, Date];
    const { who, clock } = await payee(saved);
    await earned(who, 25_000);
    const dto = await saveSchedule(world.as(who, { clock }), { schedule, day, minimum: 25_000 });
    expect(dto).toMatchObject({ schedule, day, minimum: 25_000, nextAt: first, stoppedAt: null });
    const pay = () => payScheduled(world.system(clock), { orgId: who.orgId });

    clock.set(new Date(first.getTime() - 1_000));
    expect(await pay()).toEqual({ schedule, nextAt: first, stopped: false });
    expect(await payouts(who)).toEqual([]);
    clock.set(first);
    // Two workers at one moment, and one more later.
    await Promise.all([pay(), pay()]);
    expect(await pay()).toEqual({ schedule, nextAt: second, stopped: false });
    const paid = { amount: 25_000, scheduled: true, state: 'claimed' };
    expect(await payouts(who)).toEqual([paid]);

    await earned(who, 24_999);
    clock.set(second);
    expect(await pay(), 'a cent below the minimum stays').toMatchObject({ nextAt: third });
    expect(await payouts(who)).toEqual([paid]);
    await earned(who, 1);
    // No worker ran at that time.
    clock.set(new Date(third.getTime() + 5 * 3_600_000));
    expect((await pay()).nextAt!.getTime()).toBeGreaterThan(clock.now().getTime());
    expect(await payouts(who)).toEqual([paid, paid]);
  },
);

test('a schedule that is switched off pays nothing, and whatever fits no schedule or sum is refused and changes nothing', async () => {
  const { who, clock } = await payee('2028-02-28T06:00:00Z');
  await earned(who, 25_000);
  const save = (schedule: Schedule, day: number | null, minimum: number | null = null) =>
    problemOf(saveSchedule(world.as(who, { clock }), { schedule, day, minimum }));
  expect(await save('weekly', 1)).toBe('done');
  const before = await account(who);
  expect(before.next_payout_at).toEqual(new Date('2028-02-28T07:00:00Z'));
  for (const [schedule, day] of [
    ['daily', 1],
    ['weekly', null],
    ['weekly', 0],
    ['weekly', 8],
    ['monthly', null],
    ['monthly', 0],
    ['monthly', 29],
    ['manual', 1],
  ] as const)
    expect(await save(schedule, day), `${schedule} on ${day}`).toBe('payout.day_wrong');
  for (const [minimum, code] of [
    [0, 'money.not_positive'],
    [-1_000, 'money.not_positive'],
    [1_000.5, 'money.not_integer'],
    [999, 'payout.below_minimum'],
  ] as const)
    expect(await save('weekly', 1, minimum), String(minimum)).toBe(code);
  expect(await account(who)).toEqual(before);

  clock.set(new Date('2028-02-28T06:59:59Z'));
  await prove(world, who, clock);
  expect(await save('manual', null)).toBe('done');
  clock.set(new Date('2028-03-28T07:00:00Z'));
  expect(await payScheduled(world.system(clock), { orgId: who.orgId })).toEqual({
    schedule: 'manual',
    nextAt: null,
    stopped: false,
  });
  expect(await payouts(who)).toEqual([]);

  const dinars = await payee('2028-02-28T06:00:00Z', 'KWD');
  const inDinars = (minimum: number) =>
    problemOf(saveSchedule(world.as(dinars.who, dinars), { schedule: 'daily', day: null, minimum }));
  expect(await inDinars(100_005), 'dinars are paid in steps of ten').toBe('money.off_step');
  expect(await inDinars(100_000)).toBe('done');
});

test('a schedule waits for a bank account that is new, and pays at the end of that', async () => {
  const { who, clock } = await payee('2028-02-28T06:00:00Z');
  await earned(who, 25_000);
  await saveSchedule(world.as(who, { clock }), { schedule: 'daily', day: null, minimum: null });
  const changed = new Date('2028-02-28T06:30:00Z');
  await bank(who, 'EUR', changed);
  const pay = () => payScheduled(world.system(clock), { orgId: who.orgId });
  clock.set(new Date('2028-02-28T07:00:00Z'));
  const { nextAt } = await pay();
  expect(await payouts(who)).toEqual([]);
  expect(nextAt!.getTime()).toBeGreaterThan(changed.getTime() + 24 * 3_600_000);
  clock.set(new Date(nextAt!.getTime() - 1_000));
  await pay();
  expect(await payouts(who)).toEqual([]);
  clock.set(nextAt!);
  expect((await pay()).nextAt!.getUTCHours()).toBe(7);
  expect(await payouts(who)).toHaveLength(1);
});
