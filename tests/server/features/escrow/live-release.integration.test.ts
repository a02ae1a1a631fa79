import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { documentsOfDeal } from '../../../../server/features/documents/service.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { offer } from '../../../../server/features/disputes/acts.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { close, execute } from '../../../../server/features/disputes/phases.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { extendPost } from '../../../../server/features/escrow/timers/extend.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { escrowSnapshot } from '../../../../server/features/escrow/timers/snapshot.ts';
import { assertTerms } from '../../../../server/features/offers/terms.ts';
import { saveReleaseLimits } from '../../../../server/features/orgs/release-limits.ts';
import { SHIPPED_RELEASE_LIMITS } from '../../../../server/features/orgs/rules.ts';
import { decidePost, endDecision } from '../../../../server/features/publications/decide.ts';
import { savePost } from '../../../../server/features/publications/link.ts';
import { dealPosts } from '../../../../server/features/publications/service.ts';
import { member, prove } from '../../../support/people.ts';
import { dealActs } from './deal-acts.ts';
import { codeOf } from '../../../support/refused.ts';
import { milestone, openDeal, type DealOptions, type MoneyWorld, type TestDeal } from './deal-kit.ts';
import { ALL_LIVE, createLiveWorld, SPLIT, type LiveWorld, type Waiting } from './live-kit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: MoneyWorld;
let live: LiveWorld;
beforeAll(async () => {
  live = await createLiveWorld('live_release');
  ({ world } = live);
}, 120_000);
afterAll(() => live?.close());

const waiting = (shares: Parameters<LiveWorld['waiting']>[0], options: DealOptions = {}): Promise<Waiting> =>
  live.waiting(shares, options);

const { seen, breaches } = dealActs(() => world);

const postOf = ({ milestoneId }: TestDeal) =>
  world.owner.selectFrom('publications').selectAll().where('milestone_id', '=', milestoneId).executeTakeFirstOrThrow();
const shown = async (deal: Waiting) =>
  (await dealFor(world.as(deal.brand, { clock: deal.clock }), deal)).milestones[0]!;
const transfersOf = (deal: TestDeal) =>
  world.owner
    .selectFrom('transfers')
    .select(['op_id', 'amount', 'state'])
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('part')
    .orderBy('leg')
    .execute();
/** Notices that a post does not count, with the side that reads them. */
const endNotices = async ({ brand, creator }: TestDeal) =>
  (
    await world.owner
      .selectFrom('notices')
      .select(['kind', 'org_id'])
      .where('org_id', 'in', [brand.orgId, creator.orgId])
      .execute()
  )
    .filter(({ kind }) => kind === 'post_refused' || kind.startsWith('post_not_counted'))
    .map(({ kind, org_id: org }) => `${kind} ${org === brand.orgId ? 'brand' : 'creator'}`)
    .toSorted();
const signals = async (deal: TestDeal) =>
  (
    await world.owner
      .selectFrom('workflow_outbox')
      .select('payload')
      .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
      .where('kind', '=', 'signal')
      .execute()
  ).filter(({ payload }) => JSON.stringify(payload).includes('post_moved')).length;

test('50/30/20: a share at the approval, one with the live post, the rest after it stayed up, to the cent', async () => {
  const deal = await waiting(SPLIT, { amounts: [40_001], commissionBps: 1_500 });
  const m = deal.milestoneId;
  expect(await shown(deal)).toMatchObject({
    state: 'awaiting_live',
    rest: 20_000,
    atZero: 'post',
    turn: 'creator',
    live: { approval: 20_001, live: 12_000, holdback: 8_000, post: null },
    parts: [{ n: 1, amount: 20_001 }],
  });
  expect(await deal.settle()).toBe('awaiting_live');
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ held: 20_000, released: 20_001 });
  const steps = (await escrowSnapshot(world.system(deal.clock), deal)).steps.map(({ act }) => act);
  expect(steps).toContain('settleLive');

  await deal.publish();
  expect(await signals(deal)).toBe(1);
  deal.after(HOUR);
  expect(await deal.look()).toBe('live');
  expect(await signals(deal)).toBe(2);
  expect((await escrowSnapshot(world.system(deal.clock), deal)).steps[0]).toMatchObject({ act: 'settleLive' });
  expect(await deal.settle()).toBe('retention');
  expect(await deal.settle(), 'again changes nothing').toBe('retention');
  expect(await shown(deal)).toMatchObject({
    state: 'retention',
    rest: 8_000,
    atZero: 'retention',
    live: { post: 'live' },
  });
  expect(await breaches()).toEqual([]);

  deal.after(10 * DAY);
  expect(await deal.look()).toBe('live');
  expect(await deal.settle()).toBe('released');
  const done = await dealFor(world.as(deal.brand), deal);
  expect(done).toMatchObject({
    state: 'completed',
    balances: { funded: 40_001, held: 0, released: 40_001, refunded: 0 },
  });
  expect(await transfersOf(deal)).toEqual([
    { op_id: `xfer:${m}:agent`, amount: 3_000, state: 'sent' },
    { op_id: `xfer:${m}:creator`, amount: 17_001, state: 'sent' },
    { op_id: `xfer:${m}:agent:2`, amount: 1_800, state: 'sent' },
    { op_id: `xfer:${m}:creator:2`, amount: 10_200, state: 'sent' },
    { op_id: `xfer:${m}:agent:3`, amount: 1_200, state: 'sent' },
    { op_id: `xfer:${m}:creator:3`, amount: 6_800, state: 'sent' },
  ]);
  const documents = await documentsOfDeal(world.as(deal.creator), { contractId: deal.contractId });
  expect(
    documents
      .filter((d) => d.kind === 'self_billed_invoice')
      .map((d) => d.amount)
      .toSorted((a, b) => a - b),
  ).toEqual([8_000, 12_000, 20_001]);
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a post that does not come is overdue: extended once or canceled by the brand, and the rest goes back to the cent', async () => {
  const deal = await waiting(SPLIT, { amounts: [40_001], clocks: { postGrace: 'PT72H' } });
  const as = (who: TestDeal['brand'], of = deal) => world.as(who, { clock: of.clock });
  expect((await shown(deal)).can).toMatchObject({ cancel: 'state.wrong', extendPost: 'state.wrong' });
  deal.after(7 * DAY);
  expect(await deal.settle()).toBe('awaiting_live');
  const overdue = await shown(deal);
  expect(overdue).toMatchObject({ turn: 'creator', can: { cancel: true, extendPost: true } });
  expect(overdue.live?.overdueFrom).toEqual(deal.clock.now());
  expect(overdue.deadlineAt).toEqual(new Date(deal.clock.now().getTime() + 3 * DAY));
  await extendPost(as(deal.brand), await seen(deal));
  expect(await codeOf(extendPost(as(deal.brand), await seen(deal)))).toBe('escrow.already_extended');
  deal.after(6 * DAY - 1_000);
  expect(await deal.settle()).toBe('awaiting_live');
  deal.after(1_000);
  expect(await deal.settle()).toBe('refunded');
  const both = { balances: { held: 0, released: 20_001, refunded: 20_000 } };
  expect(await dealFor(as(deal.brand), deal)).toMatchObject(both);

  // A link of the extended time can be replaced in it.
  const extended = await waiting(ALL_LIVE, { clocks: { postGrace: 'PT72H' } });
  extended.after(7 * DAY);
  await extendPost(as(extended.brand, extended), await seen(extended));
  extended.after(4 * DAY);
  await extended.publish();
  const replaced = { milestoneId: extended.milestoneId, url: 'https://www.instagram.com/p/Creplaced1/', version: 1 };
  expect(await codeOf(savePost(as(extended.creator, extended), replaced))).toBe('done');

  const other = await waiting(SPLIT, { amounts: [40_001], clocks: { postGrace: 'PT72H' } });
  other.after(7 * DAY + HOUR);
  expect(await codeOf(cancel(as(other.creator, other), { ...(await seen(other)), reason: '' }))).toBe('state.wrong');
  await cancel(as(other.brand, other), { ...(await seen(other)), reason: '' });
  await refund(world.system(other.clock), other);
  expect(await dealFor(as(other.brand, other), other)).toMatchObject(both);
  expect(await breaches()).toEqual([]);
}, 60_000);

test('one post pays for one milestone: the same post is refused for other work of its creator, under each form of its address, until the brand of the first has its money back', async () => {
  const first = await waiting(ALL_LIVE);
  const second = await waiting(ALL_LIVE, { parties: first });
  await first.publish();
  const link = {
    milestoneId: second.milestoneId,
    url: `https://instagram.com/reel/${first.post}/?igsh=1`,
    version: null,
  };
  const again = () => codeOf(savePost(world.as(first.creator, { clock: second.clock }), link));
  expect(await again()).toBe('publication.other_work');
  expect(await first.look()).toBe('live');
  expect(await again(), 'it has passed there').toBe('publication.other_work');
  await first.settle();
  expect(await again(), 'and was paid').toBe('publication.other_work');
  await world.owner
    .updateTable('publications')
    .set({ state: 'stopped', next_check_at: null })
    .where('milestone_id', '=', first.milestoneId)
    .execute();
  expect(await again()).toBe('done');
});

test.each([
  { disputed: 8_000, balances: { held: 0, released: 35_000, refunded: 5_000 } },
  { disputed: 6_000, balances: { held: 0, released: 37_000, refunded: 3_000 } },
])(
  'a post removed while it has to stay up: the brand disputes $disputed of the holdback, and both settle',
  async ({ disputed, balances }) => {
    const deal = await waiting(SPLIT);
    expect(
      await codeOf(open(world.as(deal.brand), { ...(await seen(deal)), reason: 'other', text: 'No post yet' })),
    ).toBe('dispute.no_fault');
    await deal.publish();
    deal.after(HOUR);
    await deal.look();
    await deal.settle();
    await deal.show({ page: 'gone' });
    deal.after(2 * DAY);
    expect(await deal.look()).toBe('removed');
    expect(await deal.settle()).toBe('retention');
    expect(await shown(deal)).toMatchObject({ state: 'retention', rest: 8_000, live: { post: 'failing' } });

    const room = await open(world.as(deal.brand, { clock: deal.clock }), {
      ...(await seen(deal)),
      amount: disputed,
      reason: 'not_as_agreed',
      text: 'The post was removed after two days.',
    });
    const disputeId = room.dispute!.id;
    await announce(world.system(deal.clock), { disputeId });
    expect(await breaches()).toEqual([]);
    await offer(world.as(deal.creator, { clock: deal.clock }), { disputeId, creatorGets: 2_000 });
    await offer(world.as(deal.brand, { clock: deal.clock }), { disputeId, creatorGets: 4_000 });
    await announce(world.system(deal.clock), { disputeId });
    await execute(world.system(deal.clock), { disputeId });
    await refund(world.system(deal.clock), deal);
    await close(world.system(deal.clock), { disputeId });
    expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject(balances);
    expect((await shown(deal)).state).toBe('settled_split');
    expect(await breaches()).toEqual([]);
  },
  60_000,
);

test('a post that stays removed: the holdback goes back after the time to dispute, at −1 s not, at 0 it does', async () => {
  const deal = await waiting(SPLIT);
  await deal.publish();
  deal.after(HOUR);
  await deal.look();
  await deal.settle();
  await deal.show({ page: 'gone' });
  deal.after(10 * DAY);
  expect(await deal.look()).toBe('removed');
  await deal.settle();
  // The page says so: the brand's silence does not make it live.
  deal.after(3 * DAY);
  const { id } = await postOf(deal);
  expect(await endDecision(world.system(deal.clock), { id })).toMatchObject({ state: 'not live' });
  expect(await endNotices(deal), 'each side reads what happens to the money').toEqual([
    'post_not_counted brand',
    'post_not_counted creator',
  ]);
  await deal.settle();
  const { deadline_at: end } = await milestone(world, deal.milestoneId);
  expect(end!.getTime()).toBeGreaterThan(deal.clock.now().getTime());
  deal.clock.set(new Date(end!.getTime() - 1_000));
  expect(await deal.settle()).toBe('retention');
  deal.after(1_000);
  expect(await deal.settle()).toBe('refunded');
  const done = await dealFor(world.as(deal.brand), deal);
  // Its creator was paid two shares: the deal is completed, not canceled.
  expect(done).toMatchObject({ state: 'completed', balances: { held: 0, released: 32_000, refunded: 8_000 } });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('what no look can judge the brand decides within 72 hours, and at zero it counts as live', async () => {
  const deal = await waiting(ALL_LIVE);
  await deal.publish();
  await deal.show({ page: 'broken' });
  for (const _ of [1, 2, 3]) {
    deal.after(HOUR);
    expect(await deal.look()).toBe('unreachable');
    expect(await deal.settle()).toMatch(/awaiting_live/);
  }
  expect((await shown(deal)).live).toMatchObject({ post: 'undecided' });
  const post = await postOf(deal);
  expect(post.decide_until!.getTime() - deal.clock.now().getTime()).toBe(72 * HOUR);
  deal.clock.set(new Date(post.decide_until!.getTime() - 1_000));
  expect(await endDecision(world.system(deal.clock), post)).toMatchObject({ done: false });
  deal.after(1_000);
  expect(await endDecision(world.system(deal.clock), post)).toMatchObject({ done: true, state: 'live' });
  expect(await deal.settle()).toBe('released');
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ released: 40_000, held: 0 });

  // A brand that says no leaves the creator the time to correct it or to dispute.
  const other = await waiting(ALL_LIVE);
  await other.publish();
  await other.show({ page: 'broken' });
  for (const _ of [1, 2, 3]) {
    other.after(HOUR);
    await other.look();
  }
  const asked = await postOf(other);
  await decidePost(world.as(other.brand, { clock: other.clock }), {
    publicationId: asked.id,
    version: asked.version,
    live: false,
  });
  expect(await other.settle()).toMatch(/awaiting_live/);
  expect((await shown(other)).can.dispute).toBe(true);
  expect(await endNotices(other), 'its creator can still correct it').toEqual(['post_refused creator']);
  await other.show({ page: 'shown' });
  other.after(HOUR);
  expect(await other.look()).toBe('live');
  expect(await other.settle()).toBe('released');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a post that is edited after it passed is decided about once for each edit; one of another author pays nothing and goes back', async () => {
  const deal = await waiting(SPLIT);
  await deal.publish();
  deal.after(HOUR);
  expect(await deal.look()).toBe('live');
  expect(await deal.settle()).toBe('retention');
  const edited = async (text: string) => {
    await deal.show({ text: `${text}. Collaboration commerciale` });
    deal.after(DAY);
    expect(await deal.look()).toBe('changed');
    expect(await deal.settle()).toBe('retention');
    return (await shown(deal)).live?.post;
  };
  expect(await edited('Four drinks')).toBe('undecided');
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ held: 8_000, released: 32_000 });
  const { id, version } = await postOf(deal);
  await decidePost(world.as(deal.brand, { clock: deal.clock }), { publicationId: id, version, live: true });
  expect(await edited('Four drinks'), 'the same text is not decided about again').toBe('live');
  expect(await edited('Five drinks')).toBe('undecided');
  const { decide_until: until } = await postOf(deal);
  deal.clock.set(new Date(until!.getTime() - 1_000));
  expect(await endDecision(world.system(deal.clock), { id })).toMatchObject({ done: false });
  expect(await deal.settle()).toBe('retention');
  deal.after(1_000);
  expect(await endDecision(world.system(deal.clock), { id })).toMatchObject({ done: true, state: 'live' });
  deal.after(10 * DAY);
  expect(await deal.look()).toBe('changed');
  expect(await deal.settle()).toBe('released');
  expect((await dealFor(world.as(deal.brand), deal)).balances).toMatchObject({ held: 0, released: 40_000 });

  const other = await waiting(ALL_LIVE);
  await other.publish();
  await other.show({ handle: 'somebody.else' });
  other.after(HOUR);
  expect(await other.look()).toBe('wrong_author');
  let state = await other.settle();
  expect(state).toMatch(/awaiting_live/u);
  expect((await shown(other)).live).toMatchObject({ post: 'failing' });
  expect((await dealFor(world.as(other.brand), other)).balances).toMatchObject({ held: 40_000, released: 0 });
  for (let days = 0; days < 30 && state !== 'refunded'; days += 1) {
    other.after(DAY);
    state = await other.settle();
  }
  expect((await dealFor(world.as(other.brand), other)).balances).toMatchObject({ released: 0, refunded: 40_000 });
  expect(await breaches()).toEqual([]);
}, 60_000);

test('a fault that its page shows is let pass only by who may release what that pays; what no look could judge, by any reviewer', async () => {
  const [faulty, unseen] = [await waiting(ALL_LIVE), await waiting(ALL_LIVE)];
  const posts = async (deal: Waiting, who = deal.brand) =>
    (await dealPosts(world.as(who, { clock: deal.clock }), deal)).milestones[0]!;
  const letPass = async (deal: Waiting, who: Waiting['brand']) => {
    const { post } = await posts(deal);
    const input = { publicationId: post!.id, version: post!.version, live: true };
    return codeOf(decidePost(world.as(who, { clock: deal.clock }), input));
  };
  await unseen.publish();
  await unseen.show({ page: 'broken' });
  for (const _ of [1, 2, 3]) {
    unseen.after(HOUR);
    await unseen.look();
  }
  const reviewer = await member(world, unseen.brand, 'reviewer', 'Inès');
  expect(await posts(unseen, reviewer)).toMatchObject({
    can: { decide: true, accept: true },
    pays: { amount: 40_000, currency: 'EUR' },
  });
  expect(await letPass(unseen, reviewer)).toBe('done');

  await faulty.publish();
  await faulty.show({ text: 'Three drinks' });
  faulty.after(HOUR);
  expect(await faulty.look()).toBe('no_disclosure');
  const judge = await member(world, faulty.brand, 'reviewer', 'Inès');
  const manager = await member(world, faulty.brand, 'manager', 'Karim');
  await prove(world, faulty.brand, faulty.clock);
  const limit = (amount: number) =>
    saveReleaseLimits(world.as(faulty.brand, { clock: faulty.clock }), {
      ...SHIPPED_RELEASE_LIMITS,
      manager: { mode: 'up_to', amount, currency: 'EUR' },
    });
  await limit(39_999);
  for (const who of [judge, manager]) {
    expect((await posts(faulty, who)).can).toMatchObject({
      decide: true,
      accept: 'publication.over_release_limit',
    });
    expect(await letPass(faulty, who)).toBe('publication.over_release_limit');
  }
  expect((await posts(faulty)).post).toMatchObject({ state: 'failing', outcome: 'no_disclosure', decidedBy: null });
  expect(await faulty.settle()).toMatch(/awaiting_live/);
  await limit(40_000);
  expect(await letPass(faulty, manager)).toBe('done');
  expect(
    await world.owner
      .selectFrom('release_grants')
      .select(['kind', 'amount', 'granted_by'])
      .where('contract_id', '=', faulty.contractId)
      .execute(),
    'it counts into the sum of 24 hours',
  ).toEqual([{ kind: 'post', amount: 40_000, granted_by: manager.userId }]);
  expect(await faulty.settle()).toBe('released');
  expect(await breaches()).toEqual([]);
}, 60_000);

test('no post by its date: the rest goes back with fee and tax, at −1 s not, at 0 it does; a link then is too late', async () => {
  const deal = await waiting(ALL_LIVE);
  const { deadline_at: by } = await milestone(world, deal.milestoneId);
  deal.clock.set(new Date(by!.getTime() - 1_000));
  const preview = (await dealFor(world.as(deal.brand, { clock: deal.clock }), deal)).whatIf!.rows.find(
    (row) => row.choice === 'nothing',
  )!;
  expect(preview).toMatchObject({ outcome: 'notPosted', recipient: 'brand' });
  expect(await deal.settle()).toMatch(/nothing to release/);
  deal.after(1_000);
  expect(await codeOf(deal.publish())).toBe('publication.too_late');
  expect(await deal.settle()).toBe('refunded');
  const done = await dealFor(world.as(deal.brand), deal);
  expect(done.milestones[0]).toMatchObject({ refundReason: 'not_posted', refunds: [{ amount: preview.amount }] });
  expect(done).toMatchObject({ state: 'cancelled', balances: { held: 0, released: 0, refunded: 40_000 } });
  expect(await breaches()).toEqual([]);
});

test('a holdback of 21 % is refused at its field, and so is a post that work without one would wait for', async () => {
  const deal = await openDeal(world, {
    clocks: { posting: 'P7D', retention: 'P10D' },
    terms: { releaseTrigger: 'split', release: SPLIT },
  });
  const { terms } = await dealFor(world.as(deal.brand), deal);
  const refused = (change: object) =>
    withTx(world.as(deal.brand), (tx) => assertTerms(tx, { ...terms, ...change }, null)).then(
      () => null,
      (e: unknown) => (isAppError(e) ? [e.code, e.data?.['field']] : e),
    );
  expect(await refused({})).toBeNull();
  expect(await refused({ release: { approvalBps: 5_000, liveBps: 2_900, holdbackBps: 2_100 } })).toEqual([
    'terms.holdback_too_high',
    'terms.release.holdbackBps',
  ]);
  expect(await refused({ deliverables: terms.deliverables.map((d) => ({ ...d, platform: 'ugc' })) })).toEqual([
    'terms.nothing_published',
    'terms.releaseTrigger',
  ]);
});
