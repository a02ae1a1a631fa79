import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { withTx } from '../../../../server/context.ts';
import { offer, send, withdraw } from '../../../../server/features/disputes/acts.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { roomFor } from '../../../../server/features/disputes/view.ts';
import { close, endPhase, execute, resume } from '../../../../server/features/disputes/phases.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { holdMilestone } from '../../../../server/features/escrow/milestone/staff-hold.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { releaseCovered } from '../../../../server/features/payments/card-disputes/guarantee.ts';
import { decidePost, endDecision } from '../../../../server/features/publications/decide.ts';
import { dealPosts } from '../../../../server/features/publications/service.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { codeOf } from '../../../support/refused.ts';
import { applyProviderEvents, openWebhookInbox, type WebhookInbox } from '../../../support/webhook-inbox.ts';
import { dealActs } from './deal-acts.ts';
import { milestone, type DealOptions, type MoneyWorld } from './deal-kit.ts';
import { ALL_LIVE, createLiveWorld, type LiveWorld, type Waiting } from './live-kit.ts';

/*
 * A post releases its money without a holdback, and a look that comes while that clears finds a fault.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HALF = { approvalBps: 5_000, liveBps: 5_000, holdbackBps: 0 };

let inbox: WebhookInbox;
let world: MoneyWorld;
let live: LiveWorld;
beforeAll(async () => {
  inbox = await openWebhookInbox();
  live = await createLiveWorld('cleared_disputes', inbox.url);
  ({ world } = live);
  inbox.serve(world);
}, 120_000);
afterAll(async () => {
  await live?.close();
  await inbox?.close();
});

const { seen, ...deals } = dealActs(() => world);
/** No worker reads the events of the provider here; a test that depends on them applies them. */
const breaches = async () =>
  (await deals.breaches()).filter(({ invariant }) => invariant !== 'platform.webhooks-are-read');

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

/** The workflow's steps from an agreement or a decision to the end. */
async function settled(deal: Waiting, disputeId: string): Promise<void> {
  await announce(system(deal), { disputeId });
  expect(await execute(system(deal), { disputeId })).toBe('settlement claimed');
  await refund(system(deal), deal);
  await close(system(deal), { disputeId });
}

/** Withdrawn by its brand; the workflow carries it on. */
async function withdrawn(deal: Waiting, disputeId: string): Promise<string> {
  await withdraw(brand(deal), await versionOf(disputeId));
  await announce(system(deal), { disputeId });
  return resume(system(deal), { disputeId });
}

const whatIfOf = async (deal: Waiting) => (await roomFor(brand(deal), deal)).whatIf;

test('a post removed while its money clears: the brand is notified and disputes that part, what its approval released stays the creator’s', async () => {
  const deal = await clearing(HALF);
  expect([await mayDispute(deal, 'brand'), await mayDispute(deal, 'creator')]).toEqual([
    'dispute.no_fault',
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
  await settled(deal, disputeId);
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
  expect((await whatIfOf(deal)).find(({ event }) => event === 'withdraw')).toEqual({
    event: 'withdraw',
    creatorGets: 40_000,
    at: new Date(before.deadline_at!.getTime() + 2 * DAY),
  });
  expect(await withdrawn(deal, disputeId)).toBe('resumed: clearing');
  const after = await milestone(world, deal.milestoneId);
  expect([after.state, after.deadline_at!.getTime() - before.deadline_at!.getTime()]).toEqual(['clearing', 2 * DAY]);
  expect(await balances(deal)).toMatchObject({ held: 40_000, disputed: 0 });
  expect((await escrowSnapshot(system(deal), deal)).steps[0]).toMatchObject({ act: 'release' });
  expect(await breaches()).toEqual([]);

  expect(await codeOf(open(brand(deal), await opening(deal)))).toBe('dispute.withdrawn_before');
  deal.after(HOUR);
  await deal.show({ page: 'shown' });
  expect(await deal.look()).toBe('live');
  expect(await mayDispute(deal, 'brand')).toBe('dispute.no_fault');
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
  await settled(deal, disputeId);
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 0, released: 40_000, refunded: 0 });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a later look that finds the post from before the contract is a fault that can be disputed, until the brand lets it count', async () => {
  const deal = await clearing();
  deal.after(DAY);
  await deal.show({ published_at: new Date(deal.clock.now().getTime() - 10 * DAY).toISOString() });
  expect(await deal.look()).toBe('published_before');
  expect(await mayDispute(deal, 'brand')).toBe(true);
  const { id: publicationId, version } = (await dealPosts(brand(deal), deal)).milestones[0]!.post!;
  await decidePost(brand(deal), { publicationId, version, live: true });
  expect(await mayDispute(deal, 'brand')).toBe('dispute.no_fault');
  await removed(deal);
  await disputed(deal);
  expect(await breaches()).toEqual([]);
}, 60_000);

test('silence about a fault of the last look does not end the time to dispute that the notice stated', async () => {
  const deal = await clearing(ALL_LIVE, { clocks: { clearing: 'P14D' } });
  deal.after(8 * DAY);
  await removed(deal);
  const { deadline_at: end } = await milestone(world, deal.milestoneId);
  const { post } = (await dealPosts(brand(deal), deal)).milestones[0]!;
  expect(post).toMatchObject({ state: 'undecided', liveBySilence: false });
  deal.after(3 * DAY);
  expect(await endDecision(system(deal), post!)).toEqual({ done: true, state: 'not live' });
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'kind', 'data'])
    .where('kind', 'in', ['post_refused', 'post_not_counted', 'post_not_counted_clearing'])
    .where('org_id', 'in', [deal.brand.orgId, deal.creator.orgId])
    .execute();
  const read = { kind: 'post_not_counted_clearing', data: { deadlineAt: end!.toISOString() } };
  expect(notices).toHaveLength(2);
  expect(notices).toMatchObject(
    expect.arrayContaining([deal.brand, deal.creator].map(({ orgId }) => expect.objectContaining({ org_id: orgId }))),
  );
  for (const one of notices) expect(one).toMatchObject(read);
  deal.clock.set(new Date(end!.getTime() - 1_000));
  expect(await mayDispute(deal, 'brand')).toBe(true);
  deal.after(1_000);
  expect(await release(system(deal), deal)).toBe('released');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a brand that disputes a part delays nothing else: the rest clears until the same moment, after a proof of the person', async () => {
  const deal = await clearing();
  deal.after(DAY);
  await removed(deal);
  const { deadline_at: end } = await milestone(world, deal.milestoneId);
  const part = { ...(await opening(deal)), amount: 1 };
  const { settings } = world.integrations;
  const shipped = settings.releaseStepUpAbove;
  settings.releaseStepUpAbove = { ...shipped, EUR: 30_000 };
  try {
    expect(await codeOf(open(brand(deal), part))).toBe('auth.step_up_required');
    await prove(world, deal.brand, deal.clock);
    const { dispute } = await open(brand(deal), part);
    await announce(system(deal), { disputeId: dispute!.id });
  } finally {
    settings.releaseStepUpAbove = shipped;
  }
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 1, released: 39_999 });
  deal.clock.set(new Date(end!.getTime() - 1_000));
  await release(system(deal), deal);
  expect(await sent(deal)).toEqual([]);
  deal.after(1_000);
  await release(system(deal), deal);
  expect(await sent(deal)).toEqual([39_999]);
  expect(await breaches()).toEqual([]);
}, 60_000);

test('of a represented creator, the agency’s share follows what is settled, to the cent', async () => {
  const deal = await clearing(HALF, { commissionBps: 1_500 });
  deal.after(DAY);
  await removed(deal);
  const disputeId = await disputed(deal);
  await offer(creator(deal), { disputeId, creatorGets: 333 });
  await offer(brand(deal), { disputeId, creatorGets: 333 });
  await settled(deal, disputeId);
  deal.after(3 * DAY);
  await release(system(deal), deal);
  const legs = await world.owner
    .selectFrom('transfers')
    .select(['leg', 'amount'])
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
  const sum = (leg: 'agent' | 'creator') =>
    legs.filter((one) => one.leg === leg).reduce((all, { amount }) => all + amount, 0);
  // 15 % of 20,333 is 3,049.95.
  expect([sum('agent'), sum('creator')]).toEqual([3_050, 17_283]);
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 0, released: 20_333, refunded: 19_667 });
  expect(await breaches()).toEqual([]);
}, 60_000);

test.each(['settled', 'withdrawn'] as const)(
  'the brand’s bank takes the payment back in such a dispute: nothing moves until it has decided, then its creator is paid what was %s',
  async (end) => {
    const deal = await clearing();
    deal.after(DAY);
    await removed(deal);
    const disputeId = await disputed(deal);
    const { charge_id: charge } = await world.owner
      .selectFrom('payments')
      .select('charge_id')
      .where('milestone_id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow();
    if (end === 'settled') {
      await offer(creator(deal), { disputeId, creatorGets: 30_000 });
      await offer(brand(deal), { disputeId, creatorGets: 30_000 });
    } else await withdraw(brand(deal), await versionOf(disputeId));
    await announce(system(deal), { disputeId });
    const { id } = await world.command<{ id: string }>('disputes', { charge, reason: 'general' });
    await applyProviderEvents(world);
    const next = () => (end === 'settled' ? execute : resume)(system(deal), { disputeId });
    expect(await next()).toBe('held: card_dispute');
    expect(await balances(deal)).toMatchObject({ held: 0, disputed: 40_000 });
    expect(await breaches()).toEqual([]);
    await world.command(`disputes/${id}`, { outcome: 'lost' });
    await applyProviderEvents(world);
    expect(await next()).toBe(end === 'settled' ? 'settlement claimed' : 'resumed: clearing');
    deal.after(3 * DAY);
    if (end === 'withdrawn') expect(await releaseCovered(system(deal), deal)).toBe('released');
    else {
      await refund(system(deal), deal);
      await close(system(deal), { disputeId });
    }
    expect(await sent(deal)).toEqual([end === 'settled' ? 30_000 : 40_000]);
    expect(await breaches()).toEqual([]);
  },
  60_000,
);

test('a hold of staff in such a dispute: both sides write on, and neither a withdrawal nor a settlement moves the money', async () => {
  const deal = await clearing();
  deal.after(DAY);
  await removed(deal);
  const disputeId = await disputed(deal);
  const staff = await createStaff(world, 'trust');
  await prove(world, staff, deal.clock);
  await holdMilestone(world.as(staff, { clock: deal.clock }), { ...deal, reason: 'We are checking a list' });
  expect(await release(system(deal), deal)).toMatch(/disputed/u);
  await send(creator(deal), { disputeId, text: 'The network hid it for an hour.' });
  expect(await codeOf(withdraw(brand(deal), await versionOf(disputeId)))).toBe('escrow.on_hold');
  await offer(creator(deal), { disputeId, creatorGets: 0 });
  await offer(brand(deal), { disputeId, creatorGets: 0 });
  await announce(system(deal), { disputeId });
  expect(await execute(system(deal), { disputeId })).toBe('held: staff_hold');
  expect(await balances(deal)).toMatchObject({ held: 0, disputed: 40_000 });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('the phases count working days of the contract where they fit, and are cut to fifteen days after the last day of the money', async () => {
  const clocks = { workingDaysIn: 'Europe/Paris' };
  const deal = await clearing(ALL_LIVE, { clocks });
  deal.after(DAY);
  await removed(deal);
  const zoneOf = async (disputeId: string) =>
    world.owner
      .selectFrom('disputes')
      .select(['zone', 'decision_ends_at', 'appeal_ms', 'execution_ms', 'limit_at'])
      .where('id', '=', disputeId)
      .executeTakeFirstOrThrow();
  expect((await zoneOf(await disputed(deal))).zone).toBe('Europe/Paris');

  const late = await clearing(ALL_LIVE, { clocks });
  late.after(DAY);
  await removed(late);
  const { deadline_at: lastDay } = await milestone(world, late.milestoneId);
  await world.owner
    .updateTable('milestones')
    .set({ hold_expires_at: lastDay })
    .where('id', '=', late.milestoneId)
    .execute();
  const disputeId = await disputed(late);
  const { zone, decision_ends_at: decided, appeal_ms, execution_ms, limit_at: limit } = await zoneOf(disputeId);
  expect([zone, limit]).toEqual([null, new Date(lastDay!.getTime() + 15 * DAY)]);
  expect(decided.getTime() + appeal_ms + execution_ms).toBe(limit.getTime());
  late.after(1_000);
  // Withdrawn, it would clear past the last day.
  expect(await codeOf(withdraw(brand(late), await versionOf(disputeId)))).toBe('dispute.too_late_to_withdraw');
  expect((await whatIfOf(late)).map(({ event }) => event)).not.toContain('withdraw');
}, 60_000);
