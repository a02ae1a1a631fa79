import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { withTx } from '../../../../server/context.ts';
import { offer, send, withdraw } from '../../../../server/features/disputes/acts.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { close, endPhase, execute, resume } from '../../../../server/features/disputes/phases.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { codeOf } from '../../../support/refused.ts';
import { dealActs } from './deal-acts.ts';
import { milestone, type DealOptions, type MoneyWorld } from './deal-kit.ts';
import { ALL_LIVE, createLiveWorld, type LiveWorld, type Waiting } from './live-kit.ts';

/*
 * A post releases its money without a holdback, and a look that comes while that clears finds a fault.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HALF = { approvalBps: 5_000, liveBps: 5_000, holdbackBps: 0 };

let world: MoneyWorld;
let live: LiveWorld;
beforeAll(async () => {
  live = await createLiveWorld('cleared_disputes');
  ({ world } = live);
}, 120_000);
afterAll(() => live?.close());

const { seen, breaches } = dealActs(() => world);

/** Its post was found live, and its money clears until three days later. */
async function clearing(shares = ALL_LIVE, options: DealOptions = {}): Promise<Waiting> {
  const deal = await live.waiting(shares, { ...options, clocks: { clearing: 'PT72H', ...options.clocks } });
  await deal.publish();
  deal.after(HOUR);
  expect(await deal.look()).toBe('live');
  expect(await deal.settle()).toMatch(/^clearing/);
  return deal;
}

async function removed(deal: Waiting): Promise<void> {
  await deal.show({ page: 'gone' });
  expect(await deal.look()).toBe('removed');
}

const brand = (deal: Waiting) => world.as(deal.brand, { clock: deal.clock });
const creator = (deal: Waiting) => world.as(deal.creator, { clock: deal.clock });
const system = (deal: Waiting) => world.system(deal.clock);
const opening = async (deal: Waiting) => ({
  ...(await seen(deal)),
  reason: 'not_as_agreed' as const,
  text: 'The post was removed after a day.',
});
const mayDispute = async (deal: Waiting, as: 'brand' | 'creator') =>
  (await dealFor(as === 'brand' ? brand(deal) : creator(deal), deal)).milestones[0]!.can.dispute;
const balances = async (deal: Waiting) => (await dealFor(brand(deal), deal)).balances;

const sent = async ({ milestoneId }: Waiting) =>
  (
    await world.owner
      .selectFrom('transfers')
      .select('amount')
      .where('milestone_id', '=', milestoneId)
      .where('state', '=', 'sent')
      .execute()
  ).map(({ amount }) => amount);

async function disputed(deal: Waiting): Promise<string> {
  const { dispute } = await open(brand(deal), await opening(deal));
  await announce(system(deal), { disputeId: dispute!.id });
  return dispute!.id;
}

async function versionOf(disputeId: string): Promise<{ disputeId: string; version: number }> {
  const { version } = await world.owner
    .selectFrom('disputes')
    .select('version')
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return { disputeId, version };
}

test('a post removed while its money clears: the brand is notified and disputes that part, what its approval released stays the creator’s', async () => {
  const deal = await clearing(HALF);
  expect([await mayDispute(deal, 'brand'), await mayDispute(deal, 'creator')]).toEqual([
    'dispute.approved',
    'dispute.approved',
  ]);
  deal.after(DAY);
  await removed(deal);
  const { deadline_at: end } = await milestone(world, deal.milestoneId);
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'data'])
    .where('kind', '=', 'post_fault_clearing')
    .where('org_id', 'in', [deal.brand.orgId, deal.creator.orgId])
    .execute();
  expect(notices).toMatchObject([{ org_id: deal.brand.orgId, data: { deadlineAt: end!.toISOString() } }]);
  expect([await mayDispute(deal, 'brand'), await mayDispute(deal, 'creator')]).toEqual([true, 'dispute.approved']);
  expect(await codeOf(open(creator(deal), await opening(deal)))).toBe('dispute.approved');

  const disputeId = await disputed(deal);
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 20_000, released: 20_000 });
  expect(await breaches()).toEqual([]);
  // The part of the approval clears and is transferred meanwhile.
  deal.after(3 * DAY);
  await release(system(deal), deal);
  expect(await sent(deal)).toEqual([20_000]);
  await offer(creator(deal), { disputeId, creatorGets: 5_000 });
  await offer(brand(deal), { disputeId, creatorGets: 7_000 });
  await announce(system(deal), { disputeId });
  await execute(system(deal), { disputeId });
  await refund(system(deal), deal);
  await close(system(deal), { disputeId });
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 0, released: 26_000, refunded: 14_000 });
  expect((await milestone(world, deal.milestoneId)).state).toBe('settled_split');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('withdrawn, the money clears on with the time it had left; the same fault is not disputed again, a new one is', async () => {
  const deal = await clearing();
  deal.after(DAY);
  await removed(deal);
  const before = await milestone(world, deal.milestoneId);
  const disputeId = await disputed(deal);
  deal.after(2 * DAY);
  await withdraw(brand(deal), await versionOf(disputeId));
  await announce(system(deal), { disputeId });
  expect(await resume(system(deal), { disputeId })).toBe('resumed: clearing');
  const after = await milestone(world, deal.milestoneId);
  expect([after.state, after.deadline_at!.getTime() - before.deadline_at!.getTime()]).toEqual(['clearing', 2 * DAY]);
  expect(await balances(deal)).toMatchObject({ held: 40_000, disputed: 0 });
  expect((await escrowSnapshot(system(deal), deal)).steps[0]).toMatchObject({ act: 'release' });
  expect(await breaches()).toEqual([]);

  expect(await codeOf(open(brand(deal), await opening(deal)))).toBe('dispute.withdrawn_before');
  deal.after(HOUR);
  await deal.show({ page: 'shown' });
  expect(await deal.look()).toBe('live');
  expect(await mayDispute(deal, 'brand')).toBe('dispute.approved');
  deal.after(HOUR);
  await removed(deal);
  expect(await mayDispute(deal, 'brand')).toBe(true);

  // At −1 s it can be disputed, at 0 the clock pays.
  deal.clock.set(new Date(after.deadline_at!.getTime() - 1_000));
  expect(await mayDispute(deal, 'brand')).toBe(true);
  deal.after(1_000);
  expect(await codeOf(open(brand(deal), await opening(deal)))).toBe('escrow.deadline_passed');
  expect(await release(system(deal), deal)).toBe('released');
  expect(await codeOf(open(brand(deal), await opening(deal)))).toBe('dispute.approved');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a release that meets the dispute at the end of the clearing: one of them has the money', async () => {
  const deal = await clearing();
  deal.after(DAY);
  await removed(deal);
  const { deadline_at: end } = await milestone(world, deal.milestoneId);
  deal.clock.set(new Date(end!.getTime() - 1_000));
  const input = await opening(deal);
  let released: Promise<string> | undefined;
  await withTx(brand(deal), async (tx) => {
    await open(tx, input);
    released = release(world.system(steppedClock(end!)), deal);
    await waitingForLock(world);
  });
  expect(await released).toBe('nothing to release: disputed');
  expect((await milestone(world, deal.milestoneId)).state).toBe('disputed');

  const other = await clearing();
  other.after(DAY);
  await removed(other);
  const { deadline_at: due } = await milestone(world, other.milestoneId);
  other.clock.set(new Date(due!.getTime() - 1_000));
  const [dispute] = await Promise.allSettled([
    open(brand(other), await opening(other)),
    release(world.system(steppedClock(due!)), other),
  ]);
  const { state } = await milestone(world, other.milestoneId);
  expect(state).toBe(dispute.status === 'fulfilled' ? 'disputed' : 'released');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('silent staff: what cleared is paid in full, as its clock would have', async () => {
  const deal = await clearing();
  deal.after(DAY);
  await removed(deal);
  const disputeId = await disputed(deal);
  await send(creator(deal), { disputeId, text: 'The network hid it for an hour.' });
  for (const days of [5, 3, 7]) {
    deal.after(days * DAY);
    await endPhase(system(deal), { disputeId });
    await announce(system(deal), { disputeId });
  }
  expect(await execute(system(deal), { disputeId })).toBe('settlement claimed');
  await refund(system(deal), deal);
  await close(system(deal), { disputeId });
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 0, released: 40_000, refunded: 0 });
  expect(await breaches()).toEqual([]);
}, 60_000);
