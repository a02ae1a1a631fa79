import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { withTx, type OrgActor, type OrgContext } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { proposeCancel, withdrawCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve, releaseAccepted, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { autoApprove, remind } from '../../../../server/features/escrow/timers/deadlines.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { offer } from '../../../../server/features/disputes/acts.ts';
import { open as openDispute } from '../../../../server/features/disputes/opening.ts';
import { register as escrow } from '../../../../server/features/escrow/register.ts';
import { sign as signAddendum } from '../../../../server/features/addenda/sign.ts';
import { propose as proposeAddendum } from '../../../../server/features/addenda/propose.ts';
import { brandHome } from '../../../../server/features/home/service.ts';
import { releaseLimits, saveReleaseLimits } from '../../../../server/features/orgs/release-limits.ts';
import { SHIPPED_RELEASE_LIMITS } from '../../../../server/features/orgs/rules.ts';
import type { NoticeKind } from '../../../../server/features/notifications/schema.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { member, prove } from '../../../support/people.ts';
import { eventually } from '../../../support/worker.ts';
import { dealActs } from './deal-acts.ts';
import { codeOf } from '../../../support/refused.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from './deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('release_right');
}, 120_000);
afterAll(() => world?.close());

const { seen } = dealActs(() => world);
const noticesOf = (deal: TestDeal, kind: NoticeKind) =>
  world.owner
    .selectFrom('notices')
    .select(['org_id', 'roles'])
    .where('kind', '=', kind)
    .where('org_id', 'in', [deal.brand.orgId, deal.creator.orgId])
    .execute();

async function delivered(clock = steppedClock(new Date())) {
  const deal = await openDeal(world, { clock });
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  await deliver(world, deal, { clock });
  const reviewer = await member(world, deal.brand, 'reviewer', 'Inès');
  const finance = await member(world, deal.brand, 'finance', 'Théo');
  return { deal, clock, reviewer, finance };
}

test('work accepted by a reviewer is accepted for good, waits with its clock running, and finance releases it', async () => {
  const { deal, clock, reviewer, finance } = await delivered();
  const as = (who: OrgActor) => world.as(who, { clock });
  const before = await dealFor(as(reviewer), deal);
  expect(before.milestones[0]).toMatchObject({
    approval: 'accept',
    can: { approve: true, release: 'escrow.not_accepted' },
  });
  expect(before.whatIf?.rows.find((row) => row.choice === 'approve')).toMatchObject({
    outcome: 'accept',
    recipient: 'held',
    at: before.milestones[0]!.deadlineAt,
  });

  const input = await seen(deal);
  expect(await codeOf(approve(as(reviewer), { ...input, as: 'release' })), 'not what the page said').toBe(
    'state.changed',
  );
  const accepted = await approve(as(reviewer), { ...input, as: 'accept' });
  expect(accepted.milestones[0]).toMatchObject({
    state: 'delivered',
    deadlineAt: before.milestones[0]!.deadlineAt,
    atZero: 'auto_approve',
    accepted: { by: 'Inès' },
    can: {
      approve: 'escrow.already_accepted',
      requestChanges: 'escrow.already_accepted',
      release: 'escrow.over_release_limit',
    },
  });
  expect(accepted.timeline.at(-1)).toMatchObject({ type: 'accepted', actorName: 'Inès', held: 40_000 });
  expect(
    (await dealFor(world.as(deal.creator), deal)).milestones[0]?.accepted,
    'no name for the other side',
  ).toMatchObject({
    by: null,
  });
  expect(await noticesOf(deal, 'work_accepted')).toEqual([{ org_id: deal.creator.orgId, roles: null }]);
  expect(await noticesOf(deal, 'release_wanted')).toEqual([
    { org_id: deal.brand.orgId, roles: ['owner', 'admin', 'finance', 'manager'] },
  ]);
  await remind(world.system(clock), { milestoneId: deal.milestoneId, hours: 24 });
  expect(await noticesOf(deal, 'review_ending'), 'the brand is not asked to review it again').toEqual([]);
  expect(await noticesOf(deal, 'release_wanted')).toHaveLength(2);

  const tasks = async (who: OrgActor) => (await brandHome(as(who))).tasks.map((task) => task.kind);
  expect(await tasks(finance)).toEqual(['release']);
  expect(await tasks(reviewer)).toEqual([]);
  expect((await listDeals(as(finance))).items[0]).toMatchObject({ turn: 'brand', nextAction: 'release' });

  const again = await seen(deal);
  expect(await codeOf(approve(as(deal.brand), again))).toBe('escrow.already_accepted');
  expect(await codeOf(requestChanges(as(deal.brand), { ...again, reason: 'the logo' }))).toBe(
    'escrow.already_accepted',
  );
  expect(await codeOf(releaseAccepted(as(reviewer), again))).toBe('escrow.over_release_limit');
  expect(await codeOf(releaseAccepted(as(deal.creator), again))).toBe('auth.wrong_account_type');
  expect(await milestone(world, deal.milestoneId)).toMatchObject({ state: 'delivered', version: again.version });

  await releaseAccepted(as(finance), again);
  expect(await release(world.system(clock), deal)).toBe('released');
  const done = await dealFor(as(finance), deal);
  expect(done).toMatchObject({ state: 'completed', balances: { held: 0, released: 40_000 } });
  expect(done.timeline.map((e) => e.type)).toEqual(expect.arrayContaining(['accepted', 'approved', 'released']));
});

test('a member of the brand who belongs to the creator’s org or its agency as well gives no money in their deal; a colleague does', async () => {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, commissionBps: 1_500 });
  await payAtProvider(world, deal, { clock });
  await confirmFunding(world.system(clock), deal);
  await deliver(world, deal, { clock });
  for (const [org, role] of [
    [deal.creator.orgId, 'owner'],
    [deal.agency!.orgId, 'agent'],
  ] as const) {
    const insider = await member(world, deal.brand, 'admin', `Ilse ${role}`);
    await world.owner.insertInto('org_members').values({ org_id: org, user_id: insider.userId, role }).execute();
    await prove(world, insider);
    const as = world.as(insider, { clock });
    const input = await seen(deal);
    expect((await dealFor(as, deal)).milestones[0]?.can).toMatchObject({
      approve: 'escrow.both_sides',
      releasePart: 'escrow.both_sides',
      requestChanges: true,
    });
    expect(await codeOf(approve(as, input))).toBe('escrow.both_sides');
    expect(await codeOf(releasePart(as, { ...input, amount: 10_000 }))).toBe('escrow.both_sides');
    const reason = 'We changed our plans.';
    expect(await codeOf(proposeCancel(as, { ...input, keeps: 10_000, reason }))).toBe('escrow.both_sides');
    const dispute = { ...input, reason: 'not_as_agreed' as const, text: 'The label is missing.', amount: 30_000 };
    expect(await codeOf(openDispute(as, dispute)), 'the rest would be released').toBe('escrow.both_sides');
  }
  expect(await codeOf(approve(world.as(deal.brand, { clock }), await seen(deal)))).toBe('done');
});

test('accepted work that no person releases is approved by its clock: −1 s nothing, 0 paid', async () => {
  const { deal, clock, reviewer } = await delivered();
  await approve(world.as(reviewer, { clock }), await seen(deal));
  const { deadline_at } = await milestone(world, deal.milestoneId);
  clock.advance(deadline_at!.getTime() - clock.now().getTime() - 1_000);
  expect((await autoApprove(world.system(clock), deal)).outcome).toBe('not_due');
  clock.advance(1_000);
  expect((await autoApprove(world.system(clock), deal)).outcome).toBe('done');
  expect(await release(world.system(clock), deal)).toBe('released');
});

test('an acceptance and a release at the same moment are two acts in an order, or one of them is refused', async () => {
  const { deal, clock, reviewer, finance } = await delivered();
  const input = await seen(deal);
  const codes = await Promise.all([
    codeOf(approve(world.as(reviewer, { clock }), input)),
    codeOf(approve(world.as(deal.brand, { clock }), input)),
    codeOf(releaseAccepted(world.as(finance, { clock }), input)),
  ]);
  expect(codes.filter((code) => code === 'done').length, codes.join()).toBe(1);
});

test('limits are set by owner, admin and finance, after a proof, on the step of the currency, and are logged', async () => {
  const { deal, clock, reviewer, finance } = await delivered();
  const manager = await member(world, deal.brand, 'manager', 'Karim');
  const limits = {
    manager: { mode: 'up_to' as const, amount: 39_999, currency: 'EUR' as const },
    reviewer: { mode: 'up_to' as const, amount: 40_000, currency: 'EUR' as const },
  };
  expect(await releaseLimits(world.as(manager))).toMatchObject({
    limits: SHIPPED_RELEASE_LIMITS,
    canEdit: 'auth.not_allowed',
  });
  expect(await codeOf(saveReleaseLimits(world.as(manager), limits))).toBe('auth.not_allowed');
  expect(await codeOf(saveReleaseLimits(world.as(finance), limits))).toBe('auth.step_up_required');
  await prove(world, finance);
  const offStep = { ...limits, manager: { mode: 'up_to' as const, amount: 1_005, currency: 'KWD' as const } };
  await expect(saveReleaseLimits(world.as(finance), offStep)).rejects.toMatchObject({
    code: 'input.invalid',
    data: { field: 'manager.amount', problem: 'off_step' },
  });
  expect(await saveReleaseLimits(world.as(finance), limits)).toMatchObject({
    limits,
    changed: { manager: { by: 'Théo' }, reviewer: { by: 'Théo' } },
  });
  const lines = await world.owner
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', 'release_limits.saved')
    .where('actor_user', '=', finance.userId)
    .execute();
  expect(lines.map(({ data }) => data)).toEqual([
    { role: 'manager', mode: 'up_to', amount: 39_999, currency: 'EUR' },
    { role: 'reviewer', mode: 'up_to', amount: 40_000, currency: 'EUR' },
  ]);

  const approvalOf = async (who: OrgActor) => (await dealFor(world.as(who, { clock }), deal)).milestones[0]?.approval;
  expect(await approvalOf(manager)).toBe('accept');
  expect(await approvalOf(reviewer)).toBe('release');
  await approve(world.as(reviewer, { clock }), await seen(deal));
  expect((await milestone(world, deal.milestoneId)).state).toBe('approved');
});

test('what a person offers in a proposal, a dispute and a bonus counts with its parts into the sum of 24 hours', async () => {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, amounts: [40_000, 20_000] });
  const second = deal.milestoneIds[1]!;
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { clock, milestoneId });
    await confirmFunding(world.system(clock), { milestoneId });
  }
  await prove(world, deal.brand, clock);
  await saveReleaseLimits(world.as(deal.brand, { clock }), {
    ...SHIPPED_RELEASE_LIMITS,
    manager: { mode: 'up_to', amount: 10_000, currency: 'EUR' },
  });
  const karim = await member(world, deal.brand, 'manager', 'Karim');
  const manager = () => world.as(karim, { clock });
  const now = async (milestoneId: string) => ({
    milestoneId,
    version: (await milestone(world, milestoneId)).version,
  });
  const part = async (amount: number) => codeOf(releasePart(manager(), { ...(await now(second)), amount }));
  const keep = async (keeps: number) =>
    codeOf(proposeCancel(manager(), { ...(await now(deal.milestoneId)), keeps, reason: 'The season is over' }));
  const over = 'escrow.over_release_limit';

  expect(await part(4_000)).toBe('done');
  expect(await keep(6_001)).toBe(over);
  expect(await keep(6_000)).toBe('done');
  expect(await part(1)).toBe(over);
  // Who takes it back has it again.
  await withdrawCancel(manager(), await now(deal.milestoneId));
  expect(await part(1_000)).toBe('done');

  const room = await openDispute(manager(), {
    ...(await now(deal.milestoneId)),
    reason: 'late',
    text: 'One of the stories came late.',
  });
  const disputeId = room.dispute!.id;
  const offers = (creatorGets: number) => codeOf(offer(manager(), { disputeId, creatorGets }));
  expect(await offers(5_001)).toBe(over);
  expect(await offers(3_000)).toBe('done');
  // A later offer takes the place of the one before.
  expect(await offers(5_000)).toBe('done');
  expect(await part(1)).toBe(over);
  const bonus = async () => {
    const { addenda } = await proposeAddendum(manager(), {
      contractId: deal.contractId,
      reason: 'Thank you for the reel',
      currency: 'EUR',
      changes: [{ kind: 'bonus', title: 'Thank you', amount: 5_000 }],
    });
    return addenda[0]!;
  };
  const addendum = await bonus();
  const sign = () =>
    codeOf(
      signAddendum(
        manager(),
        { addendumId: addendum.id, documentHash: addendum.documentHash, typedName: karim.name },
        { ip: '203.0.113.9', userAgent: 'test' },
      ),
    );
  expect(await sign()).toBe(over);
  expect(await offers(0)).toBe('done');
  expect(await sign()).toBe('done');
  expect(await part(1)).toBe(over);
  // It is the person's sum: another one has its own.
  expect(await codeOf(releasePart(world.as(deal.brand, { clock }), { ...(await now(second)), amount: 1 }))).toBe(
    'done',
  );

  clock.advance(24 * 3_600_000 + 1);
  expect(await part(10_000)).toBe('done');
  // The rows go once no sum counts them; the worker reads no amount.
  clock.advance(2 * 24 * 3_600_000);
  expect(await escrow.deletePast!(world.worker, { now: clock.now(), limit: 100 })).toBeGreaterThan(0);
  await expect(world.worker.selectFrom('release_grants').select('amount').execute()).rejects.toThrow(
    'permission denied',
  );
});

test('what a person gives in two milestones of a deal at one instant counts together: the later act waits for the sum of the first', async () => {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, amounts: [40_000, 20_000] });
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { clock, milestoneId });
    await confirmFunding(world.system(clock), { milestoneId });
  }
  await prove(world, deal.brand, clock);
  await saveReleaseLimits(world.as(deal.brand, { clock }), {
    ...SHIPPED_RELEASE_LIMITS,
    manager: { mode: 'up_to', amount: 10_000, currency: 'EUR' },
  });
  const [first, second] = deal.milestoneIds as [string, string];
  const now = async (milestoneId: string) => ({
    milestoneId,
    version: (await milestone(world, milestoneId)).version,
  });
  const waiting = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where a.datname = current_database() and not l.granted`.execute(world.owner)
    ).rows[0]!.n === 1;
  const [inFirst, inSecond] = [await now(first), await now(second)];
  const later = {
    part: (ctx: OrgContext) => releasePart(ctx, { ...inSecond, amount: 6_000 }),
    proposal: (ctx: OrgContext) => proposeCancel(ctx, { ...inSecond, keeps: 6_000, reason: 'The season is over' }),
  };
  for (const [name, act] of Object.entries(later)) {
    const who = await member(world, deal.brand, 'manager', `Manager ${name}`);
    let other: Promise<string> = Promise.resolve('');
    await withTx(world.as(who, { clock }), async (tx) => {
      await releasePart(tx, { ...(await now(first)), amount: 6_000 });
      other = codeOf(act(world.as(who, { clock })));
      await eventually(`the ${name} waits`, waiting);
    });
    expect(await other, name).toBe('escrow.over_release_limit');
  }
  expect(inFirst.version, 'each of the first acts took effect').toBeLessThan((await now(first)).version - 1);
});

test('what is offered counts with parts into the sum above which a fresh proof is required', async () => {
  const { settings } = world.integrations;
  const shipped = settings.releaseStepUpAbove;
  settings.releaseStepUpAbove = { ...shipped, EUR: 20_000 };
  try {
    const { deal, clock } = await delivered();
    const brand = () => world.as(deal.brand, { clock });
    await releasePart(brand(), { ...(await seen(deal)), amount: 1_000 });
    const room = await openDispute(brand(), {
      ...(await seen(deal)),
      reason: 'late',
      text: 'One of the stories came late.',
    });
    expect(await codeOf(offer(brand(), { disputeId: room.dispute!.id, creatorGets: 15_000 }))).toBe('done');
    // Another offer of the same dispute replaces it, so that it is not counted twice.
    expect(await codeOf(offer(brand(), { disputeId: room.dispute!.id, creatorGets: 19_000 }))).toBe('done');
    expect(await codeOf(offer(brand(), { disputeId: room.dispute!.id, creatorGets: 19_001 }))).toBe(
      'auth.step_up_required',
    );
  } finally {
    settings.releaseStepUpAbove = shipped;
  }
});
