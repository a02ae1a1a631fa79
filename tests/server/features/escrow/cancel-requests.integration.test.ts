import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock, type SteppedClock } from '../../../../server/core/clock.ts';
import {
  acceptCancel,
  declineCancel,
  proposeCancel,
  withdrawCancel,
} from '../../../../server/features/escrow/cancel/requests.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { endCancelRequest } from '../../../../server/features/escrow/timers/deadlines.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import { dealActs } from './deal-acts.ts';
import { problemOf } from '../../../support/refused.ts';
import { createMoneyWorld, deliver, milestone, type MoneyWorld, type TestDeal } from './deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('cancel_requests', { timeoutMs: 5_000 });
}, 120_000);
afterAll(() => world?.close());

const HOURS = 3_600_000;
const { seen, breaches, funded } = dealActs(() => world);
const propose = async (deal: TestDeal, side: 'brand' | 'creator', keeps: number, clock?: SteppedClock) =>
  proposeCancel(world.as(deal[side], clock ? { clock } : {}), {
    ...(await seen(deal)),
    reason: 'The season is over',
    keeps,
  });

test('row 11: an accepted proposal shares what is held to the unit, as its preview said, after parts and with commission', async () => {
  const deal = await funded({ commissionBps: 1_500, amounts: [33_333] });
  await releasePart(world.as(deal.brand), { ...(await seen(deal)), amount: 10_001 });
  await release(world.system(), deal);
  await deliver(world, deal);
  const asked = await propose(deal, 'brand', 7_777);
  expect(asked.milestones[0]).toMatchObject({
    state: 'cancel_requested',
    turn: 'creator',
    atZero: 'cancel_answer',
    cancelRequest: { by: 'brand', keeps: 7_777, silent: { outcome: 'lapse' } },
  });
  const shown = await dealFor(world.as(deal.creator), deal);
  const accept = shown.whatIf?.rows.find((row) => row.choice === 'acceptCancel');
  expect(accept).toMatchObject({ outcome: 'agreedSplit', recipient: 'brand' });
  await acceptCancel(world.as(deal.creator), await seen(deal));
  expect(await refund(world.system(), deal)).toBe('refunded');
  expect(await refund(world.system(), deal), 'again changes nothing').toBe('refunded');
  const done = await dealFor(world.as(deal.brand), deal);
  expect(done.balances).toEqual({ funded: 33_333, held: 0, released: 17_778, refunded: 15_555, disputed: 0 });
  expect(done.milestones[0]).toMatchObject({ state: 'refunded', refundReason: 'agreed' });
  const { amount } = await world.owner
    .selectFrom('refunds')
    .select('amount')
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  expect(accept?.amount, 'the preview names what goes back').toBe(amount);
  const paid = await world.owner
    .selectFrom('transfers')
    .select(['leg', 'amount'])
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
  const of = (leg: string) => paid.filter((t) => t.leg === leg).reduce((sum, t) => sum + t.amount, 0);
  expect([of('creator') + of('agent'), of('agent')]).toEqual([17_778, Math.round(17_778 * 0.15)]);
  const kinds = (await documentsOfDeal(world.as(deal.brand), { contractId: deal.contractId })).map((d) => d.kind);
  expect(kinds).toEqual(expect.arrayContaining(['receipt', 'credit_note']));
  expect(done.timeline.map((e) => e.type)).toEqual(
    expect.arrayContaining(['cancel_proposed', 'cancelled', 'refund_started', 'refunded']),
  );
  expect(await breaches()).toEqual([]);
}, 60_000);

test('silence about work that was never delivered cancels it at the last moment, −1 ms does not; the silent creator keeps the kill fee', async () => {
  const clock = steppedClock(new Date());
  const deal = await funded({ clock, killFeeBps: 2_000 });
  const asked = await propose(deal, 'brand', 1_000, clock);
  expect(asked.milestones[0]?.cancelRequest?.silent).toMatchObject({ outcome: 'cancel', keeps: 8_000 });
  const [step] = (await escrowSnapshot(world.system(clock), deal)).steps;
  expect(step).toMatchObject({
    act: 'endCancelRequest',
    at: new Date(clock.now().getTime() + 72 * HOURS).toISOString(),
  });
  clock.advance(72 * HOURS - 1);
  expect((await endCancelRequest(world.system(clock), deal)).outcome).toBe('not_due');
  clock.advance(1);
  expect(await problemOf(acceptCancel(world.as(deal.creator, { clock }), await seen(deal)))).toBe(
    'escrow.deadline_passed',
  );
  expect(await endCancelRequest(world.system(clock), deal)).toEqual({
    outcome: 'done',
    summary: 'no answer: cancelled',
  });
  await refund(world.system(clock), deal);
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ released: 8_000, refunded: 32_000 });
}, 60_000);

test('a proposal never delays the end of the state that it interrupts: delivered work is reviewed on with its own deadline', async () => {
  const clock = steppedClock(new Date());
  const deal = await funded({ clock, clocks: { review: 'PT48H' } });
  await deliver(world, deal, { clock });
  const before = await milestone(world, deal.milestoneId);
  await propose(deal, 'creator', 0, clock);
  expect((await milestone(world, deal.milestoneId)).deadline_at).toEqual(before.deadline_at);
  clock.advance(48 * HOURS);
  expect((await endCancelRequest(world.system(clock), deal)).summary).toBe('the request lapsed: delivered');
  const row = await milestone(world, deal.milestoneId);
  expect([row.state, row.deadline_at]).toEqual(['delivered', before.deadline_at]);
}, 60_000);

test('declined and withdrawn proposals leave the milestone as it was; no side answers its own', async () => {
  const deal = await funded();
  const before = await milestone(world, deal.milestoneId);
  expect(await problemOf(propose(deal, 'brand', 40_000))).toBe('input.invalid above_held');
  expect(await problemOf(propose(deal, 'brand', -1))).toBe('input.invalid not_positive');
  await propose(deal, 'creator', 20_000);
  expect(await problemOf(propose(deal, 'brand', 0)), 'a second proposal').toBe('state.wrong');
  expect(await problemOf(acceptCancel(world.as(deal.creator), await seen(deal)))).toBe('escrow.own_request');
  expect(await problemOf(withdrawCancel(world.as(deal.brand), await seen(deal)))).toBe('escrow.not_own_request');
  await declineCancel(world.as(deal.brand), { ...(await seen(deal)), reason: 'Almost done' });
  await propose(deal, 'brand', 20_000);
  const stale = await seen(deal);
  await withdrawCancel(world.as(deal.brand), stale);
  expect(await problemOf(acceptCancel(world.as(deal.creator), stale)), 'overtaken').toBe('state.already_decided');
  const after = await milestone(world, deal.milestoneId);
  expect([after.state, after.deadline_at]).toEqual(['funded', before.deadline_at]);
  expect((await dealFor(world.as(deal.brand), deal)).milestones[0]).toMatchObject({
    turn: 'creator',
    cancelRequest: null,
  });
  expect(await breaches()).toEqual([]);
}, 60_000);
