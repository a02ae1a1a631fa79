import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '../../../../server/context.ts';
import { pending, refuse } from '../../../../server/features/approvals/service.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { appeal } from '../../../../server/features/disputes/acts.ts';
import { caseOf, confirm, decide, queue } from '../../../../server/features/disputes/decide.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { endPhase, execute } from '../../../../server/features/disputes/phases.ts';
import {
  confirmTermination,
  proposeTermination,
  terminable,
} from '../../../../server/features/disputes/termination.ts';
import { roomFor } from '../../../../server/features/disputes/view.ts';
import { proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { holdMilestone } from '../../../../server/features/escrow/milestone/staff-hold.ts';
import { approve, requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { markOverdue } from '../../../../server/features/escrow/timers/deadlines.ts';
import { deal as staffDeal } from '../../../../server/features/operators/service.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { applyProviderEvents, openWebhookInbox, type WebhookInbox } from '../../../support/webhook-inbox.ts';
import { createMoneyWorld, deliver, milestone, type MoneyWorld } from '../escrow/deal-kit.ts';
import { DAY, disputesIn, refused, type Case as Dispute } from './dispute-kit.ts';

/** Below the sum that one person decides alone. */
const PRICE = 15_000;
const GETS = 6_000;
let inbox: WebhookInbox;
let world: MoneyWorld;
let kit: ReturnType<typeof disputesIn>;
beforeAll(async () => {
  inbox = await openWebhookInbox();
  world = await createMoneyWorld('terminations', { webhookTarget: inbox.url });
  inbox.serve(world);
  kit = disputesIn(world);
});
afterAll(async () => {
  await world.close();
  await inbox.close();
});

type Case = Omit<Dispute, 'disputeId'>;
type Situation = 'funded' | 'delivered' | 'changes_requested' | 'overdue' | 'cancel_requested';

const seen = async ({ deal }: Case) => ({
  milestoneId: deal.milestoneId,
  version: (await milestone(world, deal.milestoneId)).version,
});
const worker = (one: Case) => kit.worker(one);

async function dealIn(situation: Situation): Promise<Case> {
  const delivers = situation !== 'funded' && situation !== 'overdue';
  const one = await kit.funded({ amounts: [PRICE], commissionBps: 1_500 }, delivers);
  if (situation === 'overdue') {
    one.clock.advance(14 * DAY);
    expect(await markOverdue(worker(one), one.deal)).toMatchObject({ outcome: 'done' });
  }
  if (situation === 'changes_requested')
    await requestChanges(one.brand(), {
      ...(await seen(one)),
      reason: 'The third drink is missing',
      briefItems: ['All three drinks shown'],
    });
  if (situation === 'cancel_requested')
    await proposeCancel(one.creator(), { ...(await seen(one)), reason: 'The oven is broken', keeps: 5_000 });
  return one;
}

async function people(one: Case, roles: StaffActor['role'][]): Promise<StaffActor[]> {
  const made = await Promise.all(roles.map((role) => createStaff(world, role)));
  for (const who of made) await prove(world, who, one.clock);
  return made;
}
const as = (one: Case, who: StaffActor | undefined) => world.as(who!, { clock: one.clock });
const TEXT = 'The brand has been put on a list of sanctions.';
const proposal = ({ deal }: Case) => ({
  milestoneId: deal.milestoneId,
  creatorGets: GETS,
  reason: 'sanctions' as const,
  text: TEXT,
});
const row = ({ deal }: Case) =>
  world.owner
    .selectFrom('disputes')
    .selectAll()
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('opened_at', 'desc')
    .executeTakeFirstOrThrow();
const dispute = async (one: Case) => ({ disputeId: (await row(one)).id });
/** Two staff members end it, and the worker applies that. */
async function terminated(one: Case): Promise<StaffActor[]> {
  const [first, second] = await people(one, ['trust', 'finance']);
  const { id: proposalId } = await proposeTermination(as(one, first), proposal(one));
  await confirmTermination(as(one, second), { proposalId });
  await announce(worker(one), await dispute(one));
  return [first!, second!];
}
/** The time to appeal is over: the settlement is claimed, carried out and closed. */
async function settle(one: Case, left = 3 * DAY): Promise<void> {
  one.clock.advance(left);
  await endPhase(worker(one), await dispute(one));
  await kit.runToTheEnd({ ...one, ...(await dispute(one)) });
}

test.each(['funded', 'delivered', 'changes_requested', 'overdue', 'cancel_requested'] as const)(
  'two staff members end %s work: both sides read why, nothing moves before they could appeal, then each has its share to the cent',
  async (situation) => {
    const one = await dealIn(situation);
    await terminated(one);
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('disputed');
    expect(await kit.balances(one)).toEqual({ funded: PRICE, held: 0, released: 0, refunded: 0, disputed: PRICE });
    for (const side of [one.brand(), one.creator()]) {
      const room = await roomFor(side, one.deal);
      expect(room.dispute).toMatchObject({
        state: 'appeal',
        openedSide: null,
        reason: 'sanctions',
        creatorGets: GETS,
        can: { appeal: true, withdraw: 'dispute.settled_meanwhile', offer: 'dispute.settled_meanwhile' },
        decisions: [{ reason: TEXT, creatorGets: GETS }],
      });
      expect(room.dispute?.phases.map(({ phase }) => phase)).toEqual(['appeal', 'execution']);
    }
    for (const side of [one.brand(), one.creator()])
      expect((await dealFor(side, one.deal)).milestones[0], 'disputed by no side').toMatchObject({
        state: 'disputed',
        terminated: true,
      });
    one.clock.advance(3 * DAY - 1_000);
    expect(await endPhase(worker(one), await dispute(one))).toBe('not due: appeal');
    expect(await execute(worker(one), await dispute(one))).toBe('nothing to execute: appeal');
    await settle(one, 1_000);
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('settled_split');
    expect((await dealFor(one.brand(), one.deal)).milestones[0]?.terminated).toBe(false);
    expect(await kit.balances(one)).toEqual({
      funded: PRICE,
      held: 0,
      released: GETS,
      refunded: PRICE - GETS,
      disputed: 0,
    });
    const back = await world.owner
      .selectFrom('refunds')
      .select('amount')
      .where('milestone_id', '=', one.deal.milestoneId)
      .executeTakeFirstOrThrow();
    // Its part of the fee of 5 %, and 20 % tax on that.
    expect(back.amount).toBe(9_540);
    const notices = await world.owner
      .selectFrom('notices')
      .select(['org_id', 'data'])
      .where('kind', '=', 'milestone_terminated')
      .where('org_id', 'in', [one.deal.brand.orgId, one.deal.creator.orgId])
      .execute();
    expect(notices.map(({ org_id }) => org_id).sort()).toEqual([one.deal.brand.orgId, one.deal.creator.orgId].sort());
    expect(JSON.stringify(notices[0]?.data)).toContain(TEXT);
    expect(await kit.booksAgree()).toEqual([]);
  },
);

test('all of it goes to one side where staff decide so', async () => {
  const one = await dealIn('funded');
  const [first, second] = await people(one, ['super', 'trust']);
  const { id: proposalId } = await proposeTermination(as(one, first), { ...proposal(one), creatorGets: 0 });
  await confirmTermination(as(one, second), { proposalId });
  await announce(worker(one), await dispute(one));
  await settle(one);
  expect((await milestone(world, one.deal.milestoneId)).state).toBe('refunded');
  expect(await kit.balances(one)).toMatchObject({ released: 0, refunded: PRICE });
  expect(await kit.booksAgree()).toEqual([]);
});

test('is refused to one person alone, to members of a side, to support, for more than is held, and for approved work', async () => {
  const one = await dealIn('delivered');
  const [first, second, related, support] = await people(one, ['trust', 'finance', 'finance', 'support']);
  await world.owner
    .insertInto('org_members')
    .values({ org_id: one.deal.creator.orgId, user_id: related!.userId, role: 'viewer' })
    .execute();
  expect(await terminable(as(one, first), one.deal)).toMatchObject({
    held: PRICE,
    milestone: { commissionBps: 1_500 },
  });
  expect(await refused(proposeTermination(as(one, support), proposal(one)))).toBe('auth.not_allowed');
  expect(await refused(proposeTermination(as(one, related), proposal(one)))).toBe('payment.related');
  const unproven = await createStaff(world, 'trust');
  expect(await refused(proposeTermination(as(one, unproven), proposal(one)))).toBe('auth.step_up_required');
  for (const [creatorGets, problem] of [
    [PRICE + 1, 'above_held'],
    [-1, 'negative'],
    [0.5, 'not_integer'],
  ] as const)
    expect(await refused(proposeTermination(as(one, first), { ...proposal(one), creatorGets }))).toBe(
      `input.invalid:${problem}`,
    );
  const { id: proposalId } = await proposeTermination(as(one, first), proposal(one));
  expect(await refused(proposeTermination(as(one, second), proposal(one)))).toBe('approval.open');
  expect(await refused(confirmTermination(as(one, first), { proposalId }))).toBe('approval.same_person');
  expect(await refused(confirmTermination(as(one, related), { proposalId }))).toBe('payment.related');
  expect(await refused(confirmTermination(as(one, support), { proposalId }))).toBe('auth.not_allowed');
  expect((await pending(as(one, second), { limit: 100 })).items.find(({ id }) => id === proposalId)).toMatchObject({
    contractId: one.deal.contractId,
    note: TEXT,
    mayDecide: true,
  });
  one.clock.advance(2 * DAY);
  await prove(world, second!, one.clock);
  expect(await refused(confirmTermination(as(one, second), { proposalId })), 'after 48 hours').toBe('approval.expired');
  await approve(one.brand(), await seen(one));
  await prove(world, first!, one.clock);
  expect(await refused(proposeTermination(as(one, first), proposal(one)))).toBe('state.wrong');
  const { milestones } = await staffDeal(as(one, first), one.deal);
  expect(milestones.map(({ mayTerminate }) => mayTerminate)).toEqual([false]);
  expect(await kit.booksAgree()).toEqual([]);
});

test('what the sides do meanwhile goes on: a changed state refuses the confirmation, and it is proposed anew', async () => {
  const one = await dealIn('funded');
  const [first, second] = await people(one, ['trust', 'finance']);
  const { id: proposalId } = await proposeTermination(as(one, first), proposal(one));
  await deliver(world, one.deal, { clock: one.clock });
  expect(await refused(confirmTermination(as(one, second), { proposalId }))).toBe('state.changed');
  await refuse(as(one, second), { proposalId, note: 'It was delivered meanwhile' });
  const { id: anew } = await proposeTermination(as(one, first), proposal(one));
  await confirmTermination(as(one, second), { proposalId: anew });
  expect(await refused(proposeTermination(as(one, first), proposal(one)))).toBe('state.already_decided');
  // The worker comes later: the sides know nothing of it yet, and the brand approves.
  expect((await roomFor(one.brand(), one.deal)).dispute).toBeNull();
  expect(
    await refused(open(one.brand(), { ...(await seen(one)), reason: 'late', text: 'It came a day too late.' })),
  ).toBe('dispute.settled_meanwhile');
  expect(await kit.booksAgree(), 'confirmed and not applied').toEqual([]);
  await approve(one.brand(), await seen(one));
  expect(await announce(worker(one), await dispute(one))).toMatch(/^the milestone moved on/);
  expect(await row(one)).toMatchObject({ state: 'withdrawn', kept: null });
  expect((await roomFor(one.creator(), one.deal)).dispute).toBeNull();
  const mails = await world.owner
    .selectFrom('mails')
    .select('user_id')
    .where('op_id', 'like', `%${(await row(one)).id}%`)
    .execute();
  expect(mails.map(({ user_id }) => user_id).sort()).toEqual([first!.userId, second!.userId].sort());
  expect(await kit.booksAgree()).toEqual([]);
});

test('an appeal of either side is decided by two others, whatever the sum', async () => {
  const one = await dealIn('delivered');
  const [first, second] = await terminated(one);
  const [third, fourth] = await people(one, ['trust', 'finance']);
  const { id, version } = await row(one);
  const queued = async () => (await queue(as(one, third), { limit: 100 })).items.find((item) => item.id === id);
  expect((await queued())?.dueAt, 'the decision is taken').toBeNull();
  await appeal(one.creator(), { ...(await dispute(one)), version, text: 'All of it was delivered.' });
  await announce(worker(one), await dispute(one));
  expect(await queued()).toMatchObject({
    appealedSide: 'creator',
    needsSecond: true,
    amount: PRICE,
    dueAt: (await row(one)).phase_ends_at,
  });
  const input = {
    ...(await dispute(one)),
    version: (await row(one)).version,
    creatorGets: PRICE,
    reason: 'It was delivered before the list was changed.',
  };
  expect(await refused(decide(as(one, first), input))).toBe('dispute.same_person');
  expect(await decide(as(one, third), input)).toEqual({ state: 'proposed' });
  const { proposal: proposed, needsSecond } = await caseOf(as(one, fourth), input);
  expect(needsSecond).toBe(true);
  const confirmation = { proposalId: proposed!.id, reason: 'I agree.' };
  expect(await refused(confirm(as(one, second), confirmation))).toBe('dispute.same_person');
  await confirm(as(one, fourth), confirmation);
  await kit.runToTheEnd({ ...one, ...(await dispute(one)) });
  expect(await kit.balances(one)).toMatchObject({ released: PRICE, refunded: 0 });
  expect(await kit.booksAgree()).toEqual([]);
});

test.each(['won', 'lost'] as const)(
  'a bank that disputes the payment at the time does not stop it: settled once the bank has decided, here %s',
  async (outcome) => {
    const one = await dealIn('funded');
    const { charge_id } = await world.owner
      .selectFrom('payments')
      .select('charge_id')
      .where('milestone_id', '=', one.deal.milestoneId)
      .executeTakeFirstOrThrow();
    const applied = () => applyProviderEvents(world);
    const { id } = await world.command<{ id: string }>('disputes', { charge: charge_id, reason: 'general' });
    await applied();
    expect(await kit.balances(one)).toMatchObject({ held: 0, disputed: PRICE });
    await terminated(one);
    expect(await kit.booksAgree(), 'set aside once').toEqual([]);
    one.clock.advance(3 * DAY);
    await endPhase(worker(one), await dispute(one));
    await announce(worker(one), await dispute(one));
    expect(await execute(worker(one), await dispute(one))).toBe('held: card_dispute');
    await world.command(`disputes/${id}`, { outcome });
    await applied();
    expect(await kit.balances(one), 'still set aside').toMatchObject({ held: 0, disputed: PRICE });
    await kit.runToTheEnd({ ...one, ...(await dispute(one)) });
    expect(await kit.balances(one)).toEqual({
      funded: PRICE,
      held: 0,
      released: GETS,
      refunded: PRICE - GETS,
      disputed: 0,
    });
    const refunds = await world.owner
      .selectFrom('refunds')
      .select('amount')
      .where('milestone_id', '=', one.deal.milestoneId)
      .execute();
    expect(refunds.map(({ amount }) => amount)).toEqual(outcome === 'won' ? [9_540] : []);
    expect(await kit.booksAgree()).toEqual([]);
  },
);

test('money that staff hold is ended as well, and settled when the hold is lifted', async () => {
  const one = await dealIn('funded');
  const [first] = await people(one, ['finance']);
  await holdMilestone(as(one, first), { milestoneId: one.deal.milestoneId, reason: 'We are checking a list' });
  await terminated(one);
  one.clock.advance(3 * DAY);
  await endPhase(worker(one), await dispute(one));
  await announce(worker(one), await dispute(one));
  expect(await execute(worker(one), await dispute(one))).toBe('held: staff_hold');
  expect(await kit.balances(one)).toMatchObject({ disputed: PRICE });
});
