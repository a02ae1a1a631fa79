import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { endGrace, markOverdue, remind } from '../../../../server/features/escrow/timers/deadlines.ts';
import { extendWork } from '../../../../server/features/escrow/timers/extend.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import type { NoticeKind } from '../../../../server/features/notifications/schema.ts';
import { member } from '../../../support/people.ts';
import { codeOf } from '../../../support/refused.ts';
import { addendaKit } from '../addenda/addenda-kit.ts';
import { dealActs } from './deal-acts.ts';
import { createMoneyWorld, deliver, milestone, type DealOptions, type MoneyWorld, type TestDeal } from './deal-kit.ts';

/*
 * A brand gives overdue work more days before its refund, without an addendum.
 */

const DAY = 24 * 3_600_000;
const plus = (at: Date, ms: number) => new Date(at.getTime() + ms);

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('more_time');
});
afterAll(() => world.close());

type Late = TestDeal & { clock: SteppedClock; /** The end of the grace period. */ end: Date };

const { seen, funded, breaches } = dealActs(() => world);
const rowOf = (deal: TestDeal) => milestone(world, deal.milestoneId);
const as = (deal: Late, who = deal.brand, more: { requestKey?: string } = {}) =>
  world.as(who, { clock: deal.clock, ...more });
const shown = async (deal: Late) => (await dealFor(as(deal), deal)).milestones[0]!;
const extensionsOf = async (deal: Late) =>
  (await dealFor(as(deal), deal)).timeline.filter(({ type }) => type === 'work_extended');

/** Who is notified of it, and of which deadline. */
const noticesOf = async (deal: TestDeal, kind: NoticeKind) => {
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'data'])
    .where('kind', '=', kind)
    .where('dedupe_key', 'like', `%${deal.milestoneId}%`)
    .orderBy('id')
    .execute();
  return notices.map(({ org_id, data }) => ({ to: org_id, ...(data as { deadlineAt: string; title: string }) }));
};

/** Work that did not come, on the first day of a week of grace. */
async function overdue(options: DealOptions = {}): Promise<Late> {
  const clock = steppedClock(new Date());
  const deal = await funded({ clock, dueIn: DAY, ...options });
  clock.set((await rowOf(deal)).deadline_at!);
  expect(await markOverdue(world.system(clock), deal)).toEqual({ outcome: 'done', summary: 'overdue' });
  return { ...deal, clock, end: (await rowOf(deal)).deadline_at! };
}

test('more time moves the end of the grace and the refund: work is taken until then, and at it the money goes back', async () => {
  const deal = await overdue();
  expect(deal.end).toEqual(plus(deal.clock.now(), 7 * DAY));
  const before = await dealFor(as(deal), deal);
  expect(before.milestones[0]!.can).toMatchObject({ extendWork: true, cancel: true });
  expect(before.whatIf!.rows.find(({ choice }) => choice === 'extendWork')).toMatchObject({
    outcome: 'workExtended',
    amount: 40_000,
    recipient: 'held',
    at: plus(deal.end, 14 * DAY),
  });

  const until = plus(deal.end, 5 * DAY);
  const after = await extendWork(as(deal), { ...(await seen(deal)), days: 5 });
  expect(after.milestones[0]).toMatchObject({ state: 'overdue', deadlineAt: until, atZero: 'refund', turn: 'creator' });
  expect(after.timeline.at(-1)).toMatchObject({
    type: 'work_extended',
    actorKind: 'brand',
    data: { days: 5, until: until.toISOString() },
  });
  expect(after.balances).toEqual(before.balances);
  const plan = await escrowSnapshot(world.system(deal.clock), deal);
  expect(plan.steps.find(({ act }) => act === 'endGrace')?.at).toBe(until.toISOString());
  expect(plan.attributes).toMatchObject({ SponsioDeadline: until.toISOString() });
  expect(await noticesOf(deal, 'work_extended')).toEqual([
    expect.objectContaining({ to: deal.creator.orgId, deadlineAt: until.toISOString() }),
  ]);

  deal.clock.set(deal.end);
  expect(await endGrace(world.system(deal.clock), deal), 'at its old zero').toMatchObject({ summary: 'not due yet' });
  deal.clock.set(plus(until, -1));
  expect((await dealFor(as(deal, deal.creator), deal)).milestones[0]!.can.submit).toBe(true);
  expect(await endGrace(world.system(deal.clock), deal)).toMatchObject({ outcome: 'not_due' });
  deal.clock.set(until);
  expect(await codeOf(deliver(world, deal, { clock: deal.clock }))).toBe('escrow.deadline_passed');
  expect(await endGrace(world.system(deal.clock), deal)).toMatchObject({ outcome: 'done' });
  await refund(world.system(deal.clock), deal);
  expect(await dealFor(as(deal), deal)).toMatchObject({ balances: { held: 0, released: 0, refunded: 40_000 } });
  expect(await breaches()).toEqual([]);
});

test('more time leaves the brand its refund: it cancels overdue work in full, also after it gave days twice', async () => {
  const deal = await overdue({ killFeeBps: 1_000 });
  await extendWork(as(deal), { ...(await seen(deal)), days: 1 });
  await extendWork(as(deal), { ...(await seen(deal)), days: 2 });
  expect((await rowOf(deal)).deadline_at).toEqual(plus(deal.end, 3 * DAY));
  await cancel(as(deal), { ...(await seen(deal)), reason: '' });
  await refund(world.system(deal.clock), deal);
  expect(await dealFor(as(deal), deal)).toMatchObject({ balances: { held: 0, released: 0, refunded: 40_000 } });
  expect(await breaches()).toEqual([]);
});

test('more time is refused to the creator, to its agency, and to a role without the right to accept work', async () => {
  const deal = await overdue({ commissionBps: 1_500 });
  const input = { ...(await seen(deal)), days: 3 };
  expect(await codeOf(extendWork(as(deal, deal.creator), input))).toBe('auth.wrong_account_type');
  expect(await codeOf(extendWork(as(deal, deal.agency!), input))).not.toBe('done');
  for (const role of ['viewer', 'finance'] as const)
    expect(await codeOf(extendWork(as(deal, await member(world, deal.brand, role, 'Inès')), input))).toBe(
      'auth.not_allowed',
    );
  expect((await rowOf(deal)).deadline_at).toEqual(deal.end);
  const reviewer = await member(world, deal.brand, 'reviewer', 'Noé');
  expect(await codeOf(extendWork(as(deal, reviewer), input))).toBe('done');
});

test('more time ends where a review of the work has to begin so that the money leaves by its last day', async () => {
  const deal = await overdue();
  // The review takes five days; two days and an hour are left before it.
  await world.owner
    .updateTable('milestones')
    .set({ hold_expires_at: plus(deal.end, 7 * DAY + 3_600_000) })
    .where('id', '=', deal.milestoneId)
    .execute();
  expect(await codeOf(extendWork(as(deal), { ...(await seen(deal)), days: 3 }))).toBe('escrow.no_more_time');
  expect((await rowOf(deal)).deadline_at).toEqual(deal.end);
  expect(await codeOf(extendWork(as(deal), { ...(await seen(deal)), days: 2 }))).toBe('done');
  expect((await shown(deal)).can.extendWork).toBe('escrow.no_more_time');
  expect(await codeOf(extendWork(as(deal), { ...(await seen(deal)), days: 1 }))).toBe('escrow.no_more_time');
  expect((await rowOf(deal)).deadline_at).toEqual(plus(deal.end, 2 * DAY));
});

test('more time comes too late when the work was delivered meanwhile, another gave days, or the grace has ended', async () => {
  const deal = await overdue();
  const old = { ...(await seen(deal)), days: 3 };
  await deliver(world, deal, { clock: deal.clock });
  const review = (await rowOf(deal)).deadline_at;
  expect(await codeOf(extendWork(as(deal), old))).toBe('state.already_decided');
  expect(await codeOf(extendWork(as(deal), { ...(await seen(deal)), days: 3 }))).toBe('state.wrong');
  expect(await rowOf(deal)).toMatchObject({ state: 'delivered', deadline_at: review });

  const other = await overdue();
  const stale = { ...(await seen(other)), days: 3 };
  await extendWork(as(other), stale);
  expect(await codeOf(extendWork(as(other), stale))).toBe('state.changed');
  // Its timer has not fired yet.
  other.clock.set(plus(other.end, 3 * DAY));
  expect(await codeOf(extendWork(as(other), { ...(await seen(other)), days: 3 }))).toBe('escrow.deadline_passed');
  expect(await extensionsOf(other)).toHaveLength(1);
});

test('a day before the refund the creator is reminded to deliver, and the brand that it can give days where they still fit', async () => {
  const deal = await overdue();
  const stepOf = async () =>
    (await escrowSnapshot(world.system(deal.clock), deal)).steps.find(({ act }) => act === 'remind');
  expect(await stepOf()).toMatchObject({ at: plus(deal.end, -DAY).toISOString(), hours: 24 });
  deal.clock.set(plus(deal.end, -DAY));
  const reminder = { milestoneId: deal.milestoneId, hours: 24 };
  expect(await remind(world.system(deal.clock), reminder)).toBe('reminded, 24 h left');
  await remind(world.system(deal.clock), reminder);
  const at = (end: Date) => ({ deadlineAt: end.toISOString() });
  expect(await noticesOf(deal, 'grace_ending'), 'once').toEqual([
    expect.objectContaining({ to: deal.creator.orgId, amountMinor: 40_000, ...at(deal.end) }),
  ]);
  expect(await noticesOf(deal, 'grace_extendable')).toEqual([
    expect.objectContaining({ to: deal.brand.orgId, ...at(deal.end) }),
  ]);

  // The days that it gives have a reminder of their own; after them none fit, so that the brand is not reminded.
  const until = plus(deal.end, 2 * DAY);
  await extendWork(as(deal), { ...(await seen(deal)), days: 2 });
  expect(await stepOf()).toMatchObject({ at: plus(until, -DAY).toISOString() });
  await world.owner
    .updateTable('milestones')
    .set({ hold_expires_at: plus(until, 5 * DAY + 3_600_000) })
    .where('id', '=', deal.milestoneId)
    .execute();
  deal.clock.set(plus(until, -DAY));
  await remind(world.system(deal.clock), reminder);
  expect((await noticesOf(deal, 'grace_ending')).map(({ deadlineAt }) => deadlineAt)).toEqual([
    deal.end.toISOString(),
    until.toISOString(),
  ]);
  expect(await noticesOf(deal, 'grace_extendable')).toHaveLength(1);
});

test('work with a day of grace or less is overdue without a reminder, and a reminder that comes after the delivery says nothing', async () => {
  const short = await overdue({ clocks: { grace: 'PT24H' } });
  expect((await escrowSnapshot(world.system(short.clock), short)).steps.map(({ act }) => act)).not.toContain('remind');
  const deal = await overdue();
  await deliver(world, deal, { clock: deal.clock });
  await remind(world.system(deal.clock), { milestoneId: deal.milestoneId, hours: 24 });
  expect(await noticesOf(deal, 'grace_ending')).toEqual([]);
});

test('an agency that may deliver for the creator is notified of given days and of their end, with whose work it is', async () => {
  const deal = await overdue({ commissionBps: 1_500, represented: false });
  const id = newId();
  const between = { agency_org: deal.agency!.orgId, creator_org: deal.creator.orgId, commission_bps: 1_500 };
  await world.owner
    .insertInto('representations')
    .values({ id, ...between, scopes: ['submit', 'message'], valid_from: new Date() })
    .execute();
  const ofAgency = async (kind: NoticeKind) =>
    (await noticesOf(deal, kind)).filter(({ to }) => to === deal.agency!.orgId);
  const given = async () => extendWork(as(deal), { ...(await seen(deal)), days: 1 });
  await given();
  expect(await noticesOf(deal, 'work_extended')).toEqual([
    expect.objectContaining({ to: deal.creator.orgId, title: 'Autumn menu' }),
    expect.objectContaining({
      to: deal.agency!.orgId,
      title: `${deal.creator.name} · Autumn menu`,
      deadlineAt: plus(deal.end, DAY).toISOString(),
    }),
  ]);
  await remind(world.system(deal.clock), { milestoneId: deal.milestoneId, hours: 24 });
  expect(await ofAgency('grace_ending')).toHaveLength(1);
  expect(await ofAgency('grace_extendable'), 'for the brand alone').toEqual([]);

  // Without the right to deliver.
  await world.owner
    .updateTable('representations')
    .set({ scopes: ['message'] })
    .where('id', '=', id)
    .execute();
  await given();
  expect(await ofAgency('work_extended')).toHaveLength(1);
  expect(await noticesOf(deal, 'work_extended')).toHaveLength(3);
});

test('two clicks on more time with one key are one extension', async () => {
  const deal = await overdue();
  const input = { ...(await seen(deal)), days: 4 };
  const requestKey = newId();
  const clicks = [1, 2].map(() => codeOf(extendWork(as(deal, deal.brand, { requestKey }), input)));
  expect(await Promise.all(clicks)).toEqual(['done', 'done']);
  expect((await rowOf(deal)).deadline_at).toEqual(plus(deal.end, 4 * DAY));
  expect(await extensionsOf(deal)).toHaveLength(1);
  expect(await codeOf(extendWork(as(deal, deal.brand, { requestKey }), { ...input, days: 5 }))).toBe(
    'request.key_reused',
  );
});

test('an addendum about the grace period keeps the days that the brand gave', async () => {
  const deal = await overdue();
  await extendWork(as(deal), { ...(await seen(deal)), days: 4 });
  const { proposed, both } = addendaKit(() => world, deal.clock);
  const addendum = await proposed(deal, [{ kind: 'clocks', clocks: { grace: 'P9D' } }], 'creator');
  expect((await both(deal, addendum)).state).toBe('applied');
  expect((await rowOf(deal)).deadline_at).toEqual(plus(deal.end, (4 + 2) * DAY));
});
