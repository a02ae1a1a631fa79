import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx } from '../../../../server/context.ts';
import { steppedClock, type Clock } from '../../../../server/core/clock.ts';
import { withdraw } from '../../../../server/features/addenda/answer.ts';
import { propose } from '../../../../server/features/addenda/propose.ts';
import type { AddendumChange, AddendumClock } from '../../../../server/features/addenda/schema.ts';
import { addendaFor } from '../../../../server/features/addenda/view.ts';
import { acceptCancel, declineCancel, proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { lockedMilestone, milestoneMove } from '../../../../server/features/escrow/milestone/moves.ts';
import { appendEvent } from '../../../../server/features/escrow/timeline/events.ts';
import { extendPost } from '../../../../server/features/escrow/timers/extend.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { endCancelRequest } from '../../../../server/features/escrow/timers/deadlines.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import type { MilestoneDto } from '../../../../server/features/escrow/schema.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { toFund } from '../../../../server/features/payments/overview.ts';
import { decidePost } from '../../../../server/features/publications/decide.ts';
import { readPublication } from '../../../../workflows/activities/publications.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { codeOf } from '../../../support/refused.ts';
import {
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import { ALL_LIVE, createLiveWorld, SPLIT, type LiveWorld, type Waiting } from '../escrow/live-kit.ts';
import { addendaKit, change } from './addenda-kit.ts';

/*
 * Clocks that run while both sides sign an addendum: the deadline moves on the row, in the plan of the workflow and on the
 * screens; the clock ends at its new zero and not at its old one.
 */

let live: LiveWorld;
let world: MoneyWorld;
beforeAll(async () => {
  live = await createLiveWorld('addenda_clocks');
  ({ world } = live);
}, 120_000);
afterAll(() => live?.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const plus = (at: Date, ms: number) => new Date(at.getTime() + ms);
const kit = (clock: Clock) => addendaKit(() => world, clock);
const clocks = (of: Partial<Record<AddendumClock, string>>): AddendumChange[] => [{ kind: 'clocks', clocks: of }];
const amended = async (deal: Timed, of: Partial<Record<AddendumClock, string>>): Promise<string> => {
  const { proposed, both } = kit(deal.clock);
  return (await both(deal, await proposed(deal, clocks(of), 'creator'))).state;
};
const refused = (deal: Timed, of: Partial<Record<AddendumClock, string>>) =>
  codeOf(propose(world.as(deal.brand, { clock: deal.clock }), change(deal, clocks(of))));
type Timed = TestDeal & Pick<Waiting, 'clock'>;

const rowOf = (deal: TestDeal) => milestone(world, deal.milestoneId);
const { seen, breaches } = dealActs(() => world);
const postOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('publications')
    .selectAll()
    .where('milestone_id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
const signalsTo = async (workflowId: string): Promise<number> =>
  (
    await world.owner
      .selectFrom('workflow_outbox')
      .select('payload')
      .where('workflow_id', '=', workflowId)
      .where('kind', '=', 'signal')
      .execute()
  ).filter(({ payload }) => JSON.stringify(payload).includes('"amended"')).length;
/** The next step of the milestone's workflow that its clock takes. */
const stepOf = async (deal: Timed, act: 'settleLive' | 'endCancelRequest' | 'release') =>
  (await escrowSnapshot(world.system(deal.clock), deal)).steps.find((step) => step.act === act)?.at;
const shown = async (deal: Timed) =>
  (await dealFor(world.as(deal.brand, { clock: deal.clock }), deal)).milestones[0]!.deadlineAt;
const waiting: LiveWorld['waiting'] = (shares, options) => live.waiting(shares, options);
/** Money that waits for a post to be given within seven days. */
const waitingFor = (of: DealOptions['clocks'] = {}): Promise<Waiting> => waiting(ALL_LIVE, { clocks: of });
async function funded(options: DealOptions = {}): Promise<Timed> {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, ...options });
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  return { ...deal, clock };
}
/** The state that what is due comes to. */
async function settled(deal: Waiting): Promise<string> {
  await deal.settle();
  return (await rowOf(deal)).state;
}
/** The same a second before a moment, and at it. */
async function goTo(deal: Waiting, at: Date): Promise<[string, string]> {
  deal.clock.set(plus(at, -1_000));
  const before = await settled(deal);
  deal.clock.set(at);
  return [before, await settled(deal)];
}

test('a bonus is funded within the clock to fund from its signatures on, and the clocks of the work move nothing of it', async () => {
  // The provider opens pages by the clock of the machine: the bonus is paid at its present.
  const clock = steppedClock(plus(new Date(), HOUR - 15 * DAY));
  const deal = {
    clock,
    ...(await openDeal(world, {
      clock,
      clockPolicy: 'standard',
      dueIn: 40 * DAY,
      clocks: { grace: 'P10D', posting: 'P14D', retention: 'P30D' },
      terms: { releaseTrigger: 'split', release: SPLIT },
    })),
  };
  clock.advance(10 * DAY);
  const signed = clock.now();
  const { proposed, both } = kit(clock);
  await both(deal, await proposed(deal, [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }], 'creator'));
  const milestones = async () => (await dealFor(world.as(deal.brand, { clock }), deal)).milestones;
  const [work, bonus] = (await milestones()) as [MilestoneDto, MilestoneDto];
  expect([work.can.fund, work.turn]).toEqual(['escrow.too_early_to_fund', null]);
  const atOnce = { fundableFrom: null, turn: 'brand', can: { fund: true } };
  expect(bonus).toMatchObject({ ...atOnce, deadlineAt: plus(signed, 3 * DAY) });
  const listed = await toFund(world.as(deal.brand, { clock }), { contractIds: [deal.contractId] });
  expect(listed.map((row) => row.milestoneId)).toEqual([bonus.id]);
  for (const of of [{ retention: 'P10D' }, { overdueAfter: 'PT48H' }, { grace: 'P5D' }])
    expect(await amended(deal, of)).toBe('applied');
  expect((await milestones())[1]).toMatchObject({ ...atOnce, deadlineAt: plus(signed, 3 * DAY) });
  clock.advance(2 * DAY);
  expect(await amended(deal, { funding: 'P5D' })).toBe('applied');
  expect((await milestones())[1]!.deadlineAt).toEqual(plus(signed, 5 * DAY));
  expect(await breaches()).toEqual([]);
  clock.set(plus(signed, 5 * DAY - HOUR));
  await payAtProvider(world, deal, { clock, milestoneId: bonus.id });
  await confirmFunding(world.system(clock), { milestoneId: bonus.id });
  expect((await milestone(world, bonus.id)).state).toBe('approved');
  expect(await breaches()).toEqual([]);
});

test('money of a page that had been given up goes back when longer clocks let the milestone be funded only later', async () => {
  const clock = steppedClock(new Date());
  const deal = { clock, ...(await openDeal(world, { clock, dueIn: 61 * DAY })) };
  const { paymentId, sessionId } = await payAtProvider(world, deal, { clock });
  expect(await refused(deal, { overdueAfter: 'PT72H' }), 'while the payment is under way').toBe('addendum.busy');
  // The page is given up although the provider has the money: its report had not reached us.
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await withTx(world.system(clock), async (tx) => {
    const row = await lockedMilestone(tx, deal.milestoneId);
    await milestoneMove(tx, row, 'abandonPayment', { deadline_at: row.funding_deadline_at });
    const { contractId, milestoneId } = deal;
    await appendEvent(tx, { contractId, milestoneId, type: 'payment_expired', data: { attempt: 1 } });
  });
  expect(await amended(deal, { overdueAfter: 'PT72H' })).toBe('applied');
  const page = await world.integrations.payments.retrieveCheckout(sessionId);
  await world.owner
    .insertInto('psp_events')
    .values({
      id: `evt_${paymentId}`,
      type: 'payment_intent.succeeded',
      object_id: page.paymentIntentId!,
      milestone_id: deal.milestoneId,
      payload: JSON.stringify({ metadata: page.metadata }),
      received_at: clock.now(),
    })
    .execute();
  expect(await confirmFunding(world.system(clock), deal)).toBe('paid too late: refunded');
  const { balances, milestones } = await dealFor(world.as(deal.brand, { clock }), deal);
  expect(balances).toMatchObject({ funded: 40_000, held: 0, refunded: 40_000 });
  expect(milestones[0]).toMatchObject({ state: 'awaiting_funding', can: { fund: 'escrow.too_early_to_fund' } });
  expect(await breaches()).toEqual([]);
});

test('the time to publish: signed by one side it stays, by both it runs from the approval to its new end', async () => {
  const deal = await waitingFor();
  const approved = deal.clock.now();
  const { proposed, signAs, apply } = kit(deal.clock);
  deal.after(2 * DAY);
  const before = await world.owner.selectFrom('milestones').selectAll().where('id', '=', deal.milestoneId).execute();
  const a = await proposed(deal, clocks({ posting: 'P9D' }), 'creator');
  await signAs(deal, 'creator', a);
  expect((await apply(a)).done).toBe(false);
  expect(await world.owner.selectFrom('milestones').selectAll().where('id', '=', deal.milestoneId).execute()).toEqual(
    before,
  );
  const [open] = (await addendaFor(world.as(deal.brand, { clock: deal.clock }), deal)).addenda;
  expect(open!.effects).toMatchObject([
    { kind: 'clock', clock: 'posting', before: 'P7D', after: 'P9D' },
    { kind: 'deadline', before: plus(approved, 7 * DAY), after: plus(approved, 9 * DAY) },
  ]);
  expect(JSON.stringify(open!.document.wordings)).toContain('Délai de publication');
  await signAs(deal, 'brand', a);
  expect((await apply(a)).state).toBe('applied');
  const until = plus(approved, 9 * DAY);
  expect([(await rowOf(deal)).deadline_at, await shown(deal)]).toEqual([until, until]);
  expect(await stepOf(deal, 'settleLive')).toBe(until.toISOString());
  expect(await signalsTo(`escrow/${deal.milestoneId}`)).toBe(1);
  deal.clock.set(plus(approved, 7 * DAY));
  expect(await settled(deal), 'at its old zero').toBe('awaiting_live');
  expect(await goTo(deal, until)).toEqual(['awaiting_live', 'refunded']);
  expect(await breaches()).toEqual([]);
});

test('the time to publish runs again where the post is overdue and its new end is to come', async () => {
  const deal = await waitingFor({ postGrace: 'PT72H' });
  const approved = deal.clock.now();
  deal.after(8 * DAY);
  expect(await settled(deal)).toBe('awaiting_live');
  const can = async () => (await dealFor(world.as(deal.brand, { clock: deal.clock }), deal)).milestones[0]!.can.cancel;
  expect(await can()).toBe(true);
  expect(await amended(deal, { posting: 'P9D' })).toBe('applied');
  expect([await can(), (await rowOf(deal)).deadline_at]).toEqual(['state.wrong', plus(approved, 9 * DAY)]);
  deal.clock.set(plus(approved, 9 * DAY));
  expect(await settled(deal)).toBe('awaiting_live');
  expect(await can()).toBe(true);
  expect(await goTo(deal, plus(approved, 12 * DAY))).toEqual(['awaiting_live', 'refunded']);
});

test('the grace period of a post, and its extension, end at their new zero and not at the old one', async () => {
  const deal = await waitingFor({ postGrace: 'PT72H' });
  const approved = deal.clock.now();
  deal.clock.set(plus(approved, 7 * DAY));
  expect(await settled(deal)).toBe('awaiting_live');
  expect(await amended(deal, { postGrace: 'P5D' })).toBe('applied');
  expect([(await rowOf(deal)).deadline_at, await shown(deal)]).toEqual([
    plus(approved, 12 * DAY),
    plus(approved, 12 * DAY),
  ]);
  deal.clock.set(plus(approved, 10 * DAY));
  expect(await settled(deal), 'at its old zero').toBe('awaiting_live');
  await extendPost(world.as(deal.brand, { clock: deal.clock }), await seen(deal));
  expect((await rowOf(deal)).deadline_at).toEqual(plus(approved, 15 * DAY));
  expect(await amended(deal, { postGrace: 'P4D' })).toBe('applied');
  expect(await stepOf(deal, 'settleLive')).toBe(plus(approved, 14 * DAY).toISOString());
  expect(await goTo(deal, plus(approved, 14 * DAY))).toEqual(['awaiting_live', 'refunded']);
  expect(await breaches()).toEqual([]);
});

test('the grace period that has not begun follows the time to publish with its new length', async () => {
  const deal = await waitingFor({ postGrace: 'PT72H' });
  const approved = deal.clock.now();
  expect(await amended(deal, { postGrace: 'PT24H' })).toBe('applied');
  expect((await rowOf(deal)).deadline_at).toEqual(plus(approved, 7 * DAY));
  deal.clock.set(plus(approved, 7 * DAY));
  expect(await settled(deal)).toBe('awaiting_live');
  expect(await goTo(deal, plus(approved, 8 * DAY))).toEqual(['awaiting_live', 'refunded']);
});

test.each([
  ['longer', 'P12D', 12],
  ['shorter', 'P8D', 8],
] as const)('the time a post stays up, %s: milestone, post and last look move', async (_name, length, days) => {
  const deal = await waiting(SPLIT);
  await deal.publish();
  deal.after(HOUR);
  const passed = deal.clock.now();
  expect(await deal.look()).toBe('live');
  expect(await settled(deal)).toBe('retention');
  deal.after(3 * DAY);
  await deal.look();
  const before = await postOf(deal);
  expect(before.retention_ends_at).toEqual(plus(passed, 10 * DAY));
  const { proposed, signAs, apply } = kit(deal.clock);
  const a = await proposed(deal, clocks({ retention: length }));
  await signAs(deal, 'brand', a);
  expect((await apply(a)).done).toBe(false);
  expect(await postOf(deal), 'signed by one side').toEqual(before);
  await signAs(deal, 'creator', a);
  expect((await apply(a)).state).toBe('applied');

  const until = plus(passed, days * DAY);
  const post = await postOf(deal);
  expect([post.retention_ends_at, (await rowOf(deal)).deadline_at, await shown(deal)]).toEqual([until, until, until]);
  expect(post.version).toBe(before.version + 1);
  expect(post.next_check_at, 'the look after seven days').toEqual(plus(before.linked_at, 7 * DAY));
  expect(await signalsTo(`publication/${post.id}`)).toBe(1);
  deal.clock.set(plus(before.linked_at, 7 * DAY));
  await deal.look();
  const { steps } = await readPublication(world.system(deal.clock), { id: post.id });
  expect(steps).toMatchObject([{ act: 'look', at: until.toISOString() }]);
  if (days > 10) {
    deal.clock.set(plus(passed, 10 * DAY));
    await deal.look();
    expect([await settled(deal), (await postOf(deal)).state], 'at its old zero').toEqual(['retention', 'watching']);
  }
  deal.clock.set(plus(until, -1_000));
  expect(await settled(deal)).toBe('retention');
  deal.clock.set(until);
  expect(await deal.look()).toBe('live');
  expect([(await postOf(deal)).state, await settled(deal)]).toEqual(['kept', 'released']);
  expect(await breaches()).toEqual([]);
});

test('the time to answer a proposal to cancel, and the review that it interrupts, end at their new zero', async () => {
  const deal = await funded();
  const ctx = world.as(deal.brand, { clock: deal.clock });
  const proposedAt = deal.clock.now();
  await proposeCancel(ctx, { ...(await seen(deal)), reason: 'The season is over', keeps: 0 });
  expect((await rowOf(deal)).deadline_at).toEqual(plus(proposedAt, 3 * DAY));
  const { proposed, signAs, apply } = kit(deal.clock);
  const a = await proposed(deal, clocks({ cancelAnswer: 'P5D' }));
  await signAs(deal, 'brand', a);
  expect([(await apply(a)).done, (await rowOf(deal)).deadline_at]).toEqual([false, plus(proposedAt, 3 * DAY)]);
  await signAs(deal, 'creator', a);
  expect((await apply(a)).state).toBe('applied');
  const until = plus(proposedAt, 5 * DAY);
  expect([(await rowOf(deal)).deadline_at, await shown(deal)]).toEqual([until, until]);
  expect(await stepOf(deal, 'endCancelRequest')).toBe(until.toISOString());
  for (const at of [plus(proposedAt, 3 * DAY), plus(until, -1_000)]) {
    deal.clock.set(at);
    expect((await endCancelRequest(world.system(deal.clock), deal)).outcome).toBe('not_due');
  }
  deal.clock.set(until);
  expect((await endCancelRequest(world.system(deal.clock), deal)).outcome).toBe('done');
  expect(await refund(world.system(deal.clock), deal)).toBe('refunded');

  const delivered = await funded();
  await deliver(world, delivered, { clock: delivered.clock });
  const reviewed = (await rowOf(delivered)).deadline_at!;
  await proposeCancel(world.as(delivered.brand, { clock: delivered.clock }), {
    ...(await seen(delivered)),
    reason: 'The season is over',
    keeps: 100,
  });
  expect(await amended(delivered, { review: 'P8D' })).toBe('applied');
  await declineCancel(world.as(delivered.creator, { clock: delivered.clock }), {
    ...(await seen(delivered)),
    reason: 'No',
  });
  expect(await rowOf(delivered)).toMatchObject({ state: 'delivered', deadline_at: plus(reviewed, 3 * DAY) });
  expect(await breaches()).toEqual([]);
});

test('a running clearing ends at its new zero', async () => {
  const deal = await funded({ clocks: { clearing: 'PT72H' } });
  await deliver(world, deal, { clock: deal.clock });
  await approve(world.as(deal.brand, { clock: deal.clock }), await seen(deal));
  const approved = deal.clock.now();
  await release(world.system(deal.clock), deal);
  expect(await amended(deal, { clearing: 'P5D' })).toBe('applied');
  expect(await stepOf(deal, 'release')).toBe(plus(approved, 5 * DAY).toISOString());
  deal.clock.set(plus(approved, 3 * DAY));
  expect(await release(world.system(deal.clock), deal)).toBe('clearing');
  deal.clock.set(plus(approved, 5 * DAY));
  await release(world.system(deal.clock), deal);
  expect((await rowOf(deal)).state).toBe('released');
});

/** What `act` does that comes while both sides' addendum is applied, and waits for it. */
async function meanwhile(deal: Timed, of: Partial<Record<AddendumClock, string>>, act: () => Promise<unknown>) {
  const { proposed, signAs, apply } = kit(deal.clock);
  const a = await proposed(deal, clocks(of), 'creator');
  await signAs(deal, 'creator', a);
  await signAs(deal, 'brand', a);
  // With the milestones and posts locked, the addendum waits for its own row.
  const own = await world.owner.startTransaction().execute();
  await own.selectFrom('addenda').select('id').where('id', '=', a.id).forUpdate().execute();
  const applied = apply(a);
  await waitingForLock(world);
  const acted = act();
  await waitingForLock(world, 2);
  await own.rollback().execute();
  expect((await applied).state).toBe('applied');
  await acted;
}

test('an approval that waits while an addendum is applied clears for the time that the addendum says', async () => {
  const deal = await funded({ clocks: { clearing: 'PT72H' } });
  await deliver(world, deal, { clock: deal.clock });
  const work = await seen(deal);
  await meanwhile(deal, { clearing: 'P5D' }, () => approve(world.as(deal.brand, { clock: deal.clock }), work));
  expect((await rowOf(deal)).deadline_at).toEqual(plus(deal.clock.now(), 5 * DAY));
  expect(await breaches()).toEqual([]);
});

test('a post that is let count as live while an addendum is applied stays up for the time that the addendum says', async () => {
  const deal = await waiting(SPLIT);
  await deal.publish();
  await deal.show({ page: 'broken' });
  for (const _ of [1, 2, 3]) {
    deal.after(HOUR);
    await deal.look();
  }
  const { id: publicationId, version } = await postOf(deal);
  const brand = world.as(deal.brand, { clock: deal.clock });
  await meanwhile(deal, { retention: 'P15D' }, () => decidePost(brand, { publicationId, version, live: true }));
  expect((await postOf(deal)).retention_ends_at).toEqual(plus(deal.clock.now(), 15 * DAY));
}, 60_000);

test('a clock that would end in the past or beyond the last day is refused, and nothing changes', async () => {
  const post = await waitingFor({ postGrace: 'PT72H' });
  post.after(5 * DAY);
  const kept = await waiting(SPLIT);
  await kept.publish();
  kept.after(HOUR);
  await kept.look();
  await settled(kept);
  kept.after(9 * DAY);
  const asked = await funded();
  await proposeCancel(world.as(asked.brand, { clock: asked.clock }), {
    ...(await seen(asked)),
    reason: 'The season is over',
    keeps: 0,
  });
  asked.clock.advance(2 * DAY);
  const all = [post, kept, asked];
  const rows = async () =>
    Promise.all(
      all.map((deal) =>
        world.owner.selectFrom('milestones').selectAll().where('contract_id', '=', deal.contractId).execute(),
      ),
    );
  const before = [await rows(), await postOf(kept)] as const;
  expect(await refused(post, { posting: 'P4D' })).toBe('addendum.clock_in_past');
  expect(await refused(kept, { retention: 'P8D' })).toBe('addendum.clock_in_past');
  expect(await refused(asked, { cancelAnswer: 'PT24H' })).toBe('addendum.clock_in_past');
  // 75 days from the capture: a post on the last of them would leave no time for its checks.
  for (const deal of [post, kept])
    await world.owner
      .updateTable('milestones')
      .set({ hold_expires_at: plus(deal.clock.now(), 22 * DAY) })
      .where('id', '=', deal.milestoneId)
      .execute();
  expect(await refused(post, { posting: 'P30D' })).toBe('addendum.beyond_last_day');
  expect(await refused(post, { postGrace: 'P20D' })).toBe('addendum.beyond_last_day');
  expect(await refused(kept, { retention: 'P40D' })).toBe('addendum.beyond_last_day');
  expect(await refused(asked, { posting: 'P9D' })).toBe('addendum.clock_not_in_contract');
  const { clocks: named } = await addendaFor(world.as(asked.brand), asked);
  expect([named.cancelAnswer.now, named.posting]).toEqual(['PT72H', undefined]);
  for (const deal of [post, kept])
    await world.owner
      .updateTable('milestones')
      .set({ hold_expires_at: before[0][all.indexOf(deal)]![0]!.hold_expires_at })
      .where('id', '=', deal.milestoneId)
      .execute();
  expect([await rows(), await postOf(kept)]).toEqual(before);
});

test('an addendum whose clock a post, a release or an answer overtook changes nothing, before and after both signed', async () => {
  type Of = Partial<Record<AddendumClock, string>>;
  /** `before`: the creator signs too late; `after`: both have signed, and the worker applies it too late. */
  async function overtaken(deal: Timed, of: Of, when: 'before' | 'after', happens: () => Promise<unknown>) {
    const { proposed, signAs, apply } = kit(deal.clock);
    const a = await proposed(deal, clocks(of));
    await signAs(deal, 'brand', a);
    if (when === 'after') await signAs(deal, 'creator', a);
    await happens();
    const row = await rowOf(deal);
    if (when === 'after') expect((await apply(a)).state).toBe('overtaken');
    else {
      expect(await codeOf(signAs(deal, 'creator', a))).toBe('addendum.overtaken');
      await withdraw(world.as(deal.brand, { clock: deal.clock }), { addendumId: a.id });
    }
    expect(await rowOf(deal)).toEqual(row);
    return refused(deal, of);
  }
  const post = await waiting(SPLIT, { clocks: { postGrace: 'PT72H', clearing: 'PT72H', retention: 'P5D' } });
  const goesLive = async () => {
    await post.publish();
    post.after(HOUR);
    await post.look();
    expect(await settled(post)).toBe('retention');
  };
  expect(await overtaken(post, { posting: 'P9D', postGrace: 'P5D' }, 'after', goesLive)).toBe('addendum.overtaken');
  const stayedUp = async () => {
    post.after(5 * DAY);
    await post.look();
    expect(await settled(post)).toBe('clearing');
  };
  expect(await overtaken(post, { retention: 'P20D' }, 'before', stayedUp)).toBe('addendum.overtaken');
  expect((await postOf(post)).state).toBe('kept');

  const asked = await funded();
  await proposeCancel(world.as(asked.brand, { clock: asked.clock }), {
    ...(await seen(asked)),
    reason: 'The season is over',
    keeps: 0,
  });
  const accepted = async () => acceptCancel(world.as(asked.creator, { clock: asked.clock }), await seen(asked));
  expect(await overtaken(asked, { cancelAnswer: 'P5D' }, 'after', accepted)).toBe('addendum.overtaken');
  await refund(world.system(asked.clock), asked);
  expect(await refused(asked, { cancelAnswer: 'P5D' })).toBe('addendum.deal_over');
});
