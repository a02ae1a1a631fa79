import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { withTx, type OrgContext } from '../../../../server/context.ts';
import { declineCancel, proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { endCancelRequest } from '../../../../server/features/escrow/timers/deadlines.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { balancesByMilestone } from '../../../../server/features/ledger/service.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { appeal, concede, offer, send, withdraw } from '../../../../server/features/disputes/acts.ts';
import { caseOf, confirm, decide, queue } from '../../../../server/features/disputes/decide.ts';
import { findEvidence, receiveEvidence } from '../../../../server/features/disputes/evidence.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { close, endPhase, execute, resume } from '../../../../server/features/disputes/phases.ts';
import { register as disputes } from '../../../../server/features/disputes/register.ts';
import { register as content } from '../../../../server/features/content/register.ts';
import { eraseRows, storedObjects } from '../../../../server/features/privacy/erase.ts';
import { roomFor } from '../../../../server/features/disputes/view.ts';
import { meetingPoint } from '../../../../server/features/disputes/rules.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { saveReleaseLimits } from '../../../../server/features/orgs/release-limits.ts';
import { openWhileSuspended, SHIPPED_RELEASE_LIMITS } from '../../../../server/features/orgs/rules.ts';
import { suspendOrg } from '../../../../server/features/suspensions/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { createStaff, member, prove } from '../../../support/people.ts';
import {
  connectPayee,
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type DealOptions,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

const DAY = 24 * 3_600_000;
const PRICE = 24_000;
let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('disputes');
});
afterAll(() => world.close());

type Clock = ReturnType<typeof steppedClock>;
interface Case {
  deal: TestDeal;
  clock: Clock;
  disputeId: string;
  brand(): OrgContext;
  creator(): OrgContext;
}

async function funded(options: DealOptions = {}, delivered = true): Promise<Omit<Case, 'disputeId'>> {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock, amounts: [PRICE], ...options });
  await payAtProvider(world, deal, { clock });
  expect(await confirmFunding(world.system(clock), deal)).toBe('funded');
  if (delivered) await deliver(world, deal, { clock });
  return {
    deal,
    clock,
    brand: () => world.as(deal.brand, { clock }),
    creator: () => world.as(deal.creator, { clock }),
  };
}

const opening = async (deal: TestDeal) => ({
  milestoneId: deal.milestoneId,
  version: (await milestone(world, deal.milestoneId)).version,
  reason: 'not_as_agreed' as const,
  text: 'Two of the three stories came a day late.',
});

async function disputed(options: DealOptions = {}, delivered = true): Promise<Case> {
  const one = await funded(options, delivered);
  const room = await open(one.brand(), await opening(one.deal));
  const disputeId = room.dispute?.id ?? '';
  await announce(world.system(one.clock), { disputeId });
  return { ...one, disputeId };
}

const worker = (one: Case) => world.system(one.clock);
const balances = async ({ deal }: Pick<Case, 'deal'>) =>
  (await balancesByMilestone(world.system(), [deal.milestoneId])).get(deal.milestoneId);
const row = (one: Case) =>
  world.owner.selectFrom('disputes').selectAll().where('id', '=', one.disputeId).executeTakeFirstOrThrow();
const version = async (one: Case) => (await row(one)).version;
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string; data?: { problem?: string } }) =>
      error.data?.problem ? `${error.code}:${error.data.problem}` : (error.code ?? String(error)),
  );
/** The workflow's steps from an agreement or decision to the end. */
async function runToTheEnd(one: Case): Promise<void> {
  const dispute = { disputeId: one.disputeId };
  await announce(worker(one), dispute);
  expect(await execute(worker(one), dispute)).toBe('settlement claimed');
  await refund(worker(one), one.deal);
  expect(await close(worker(one), dispute)).toBe('settled');
}
const toDecision = async (one: Case) => {
  await send(one.creator(), { disputeId: one.disputeId, text: 'The band stopped us.' });
  for (const days of [5, 3]) {
    one.clock.advance(days * DAY);
    await endPhase(worker(one), { disputeId: one.disputeId });
    await announce(worker(one), { disputeId: one.disputeId });
  }
  expect((await row(one)).state).toBe('deciding');
};
const booksAgree = async () => {
  await world.owner.updateTable('workflow_outbox').set({ dispatched_at: new Date() }).execute();
  const breaches = await checkMoney(world.worker, { booksUrl: `${world.sandbox.url}/_sandbox/books` });
  // Deals of a stepped clock are read at the real time.
  return breaches.filter((b) => b.invariant !== 'deal.deadlines');
};

describe('opening', () => {
  test('sets all that is held aside, pauses the clock, and a second opening joins the first', async () => {
    const one = await disputed();
    expect(await balances(one)).toEqual({ funded: PRICE, held: 0, released: 0, refunded: 0, disputed: PRICE });
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('disputed');
    const joined = await open(one.creator(), { ...(await opening(one.deal)), reason: 'no_answer' });
    expect([joined.dispute?.id, joined.dispute?.joinedAt !== null, joined.dispute?.statements.length]).toEqual([
      one.disputeId,
      true,
      2,
    ]);
    expect(await booksAgree()).toEqual([]);
  });

  test('row 13: waits for the answer to a proposal to cancel; declined or lapsed, all that is held may be disputed', async () => {
    for (const ends of ['declined', 'lapsed'] as const) {
      const one = await funded();
      const seen = async () => ({
        milestoneId: one.deal.milestoneId,
        version: (await milestone(world, one.deal.milestoneId)).version,
      });
      await proposeCancel(one.creator(), { ...(await seen()), reason: 'The oven is broken', keeps: 5_000 });
      expect(await refused(open(one.brand(), await opening(one.deal)))).toBe('state.wrong');
      if (ends === 'declined') await declineCancel(one.brand(), { ...(await seen()), reason: 'It was delivered' });
      else {
        one.clock.advance(3 * DAY);
        expect((await endCancelRequest(worker({ ...one, disputeId: '' }), one.deal)).outcome).toBe('done');
      }
      const room = await open(one.brand(), await opening(one.deal));
      expect([ends, room.dispute?.amount, room.milestone.state]).toEqual([ends, PRICE, 'disputed']);
    }
    expect(await booksAgree()).toEqual([]);
  });

  test('two sides that open at one moment have one dispute', async () => {
    const one = await funded();
    const input = await opening(one.deal);
    const rooms = await Promise.all([open(one.brand(), input), open(one.creator(), input)]);
    expect(new Set(rooms.map((room) => room.dispute?.id)).size).toBe(1);
  });

  test('is refused after an approval, without money, to an agency and to a role without the right', async () => {
    const approved = await funded();
    await approve(approved.brand(), await opening(approved.deal));
    expect(await refused(open(approved.creator(), await opening(approved.deal)))).toBe('dispute.approved');
    const deal = await openDeal(world, { commissionBps: 1_500 });
    expect(await refused(open(world.as(deal.brand), await opening(deal)))).toBe('dispute.not_funded');
    expect(await refused(open(world.as(deal.agency!), await opening(deal)))).toBe('auth.creator_only');
    const viewer = await member(world, deal.brand, 'viewer', 'Val');
    expect(await refused(open(world.as(viewer), await opening(deal)))).toBe('auth.not_allowed');
  });

  test('withdrawn by who opened it alone, the clock goes on with the time it had left', async () => {
    const one = await funded({}, false);
    const before = await milestone(world, one.deal.milestoneId);
    const { dispute } = await open(one.brand(), await opening(one.deal));
    const own = { ...one, disputeId: dispute!.id };
    await announce(worker(own), own);
    one.clock.advance(2 * DAY);
    expect(await refused(withdraw(one.creator(), { disputeId: own.disputeId, version: await version(own) }))).toBe(
      'dispute.not_yours',
    );
    await withdraw(one.brand(), { disputeId: own.disputeId, version: await version(own) });
    await announce(worker(own), own);
    expect(await resume(worker(own), own)).toBe('resumed: funded');
    const after = await milestone(world, one.deal.milestoneId);
    expect([after.state, after.deadline_at!.getTime() - before.deadline_at!.getTime()]).toEqual(['funded', 2 * DAY]);
    expect((await balances(one))?.held).toBe(PRICE);
    expect(await booksAgree()).toEqual([]);
  });

  test('is refused where not a day is left for each phase, and is not withdrawn into a clock that would pass the last day', async () => {
    const late = await funded();
    const ends = (one: Omit<Case, 'disputeId'>, inDays: number) =>
      world.owner
        .updateTable('milestones')
        .set({ hold_expires_at: new Date(one.clock.now().getTime() + inDays * DAY) })
        .where('id', '=', one.deal.milestoneId)
        .execute();
    const before = await milestone(world, late.deal.milestoneId);
    // Disputed money has left escrow fifteen days after the last day: four are left.
    await ends(late, -11);
    expect(await refused(open(late.brand(), await opening(late.deal)))).toBe('dispute.no_time_left');
    await ends(late, 0);
    const after = await milestone(world, late.deal.milestoneId);
    expect([after.state, after.version]).toEqual([before.state, before.version]);
    expect((await balances(late))?.held).toBe(PRICE);
    expect((await roomFor(late.brand(), { milestoneId: late.deal.milestoneId })).dispute).toBeNull();

    const one = await disputed();
    await ends(one, 0);
    const input = { disputeId: one.disputeId, version: await version(one) };
    expect(await refused(withdraw(one.brand(), input))).toBe('dispute.too_late_to_withdraw');
    expect((await row(one)).state).toBe('talk');
  });
});

describe('offers', () => {
  test('row 14: that cross settle halfway at once: commission, fee and tax pro rata, each leg at the provider, books to the cent', async () => {
    const one = await disputed({ commissionBps: 1_500 });
    await offer(one.creator(), { disputeId: one.disputeId, creatorGets: 14_001 });
    const room = await offer(one.brand(), { disputeId: one.disputeId, creatorGets: 18_000 });
    expect([room.dispute?.outcome, room.dispute?.creatorGets]).toEqual(['agreed', 16_001]);
    await runToTheEnd(one);
    expect(await balances(one)).toEqual({ funded: PRICE, held: 0, released: 16_001, refunded: 7_999, disputed: 0 });
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('settled_split');
    const legs = await world.owner
      .selectFrom('transfers')
      .select(['leg', 'amount', 'state'])
      .where('milestone_id', '=', one.deal.milestoneId)
      .orderBy('leg')
      .execute();
    // The agency of this deal has no account yet: its leg waits alone.
    expect(legs).toEqual([
      { leg: 'agent', amount: 2_400, state: 'waiting' },
      { leg: 'creator', amount: 13_601, state: 'sent' },
    ]);
    const back = await world.owner
      .selectFrom('refunds')
      .select(['amount', 'state'])
      .where('milestone_id', '=', one.deal.milestoneId)
      .executeTakeFirstOrThrow();
    expect(back).toEqual({ amount: 7_999 + 400 + 80, state: 'done' });
    expect(await booksAgree()).toEqual([]);
  });

  test('moved by both sides in one instant settle exactly once, at the midpoint the rule computes', async () => {
    for (let i = 0; i < 5; i++) {
      const one = await disputed();
      const [given, taken] = [12_000 + i, 11_000];
      await Promise.all([
        refused(offer(one.brand(), { disputeId: one.disputeId, creatorGets: given })),
        refused(offer(one.creator(), { disputeId: one.disputeId, creatorGets: taken })),
      ]);
      const { state, kept, outcome } = await row(one);
      expect([state, outcome, kept]).toEqual(['executing', 'agreed', meetingPoint(given, taken, 'EUR')]);
      const signals = await world.owner
        .selectFrom('workflow_outbox')
        .select('id')
        .where('workflow_id', '=', `disputeCase/${one.disputeId}`)
        .where(sql<boolean>`payload->>'event' = 'agreed'`)
        .execute();
      expect(signals.length).toBe(1);
      expect(await refused(offer(one.brand(), { disputeId: one.disputeId, creatorGets: 1 }))).toBe(
        'dispute.settled_meanwhile',
      );
    }
  });

  test('are hidden: from the other side, agency, staff and worker, from events, audit, request keys and commands', async () => {
    const SECRET = 13_579;
    const one = await disputed({ commissionBps: 1_500 });
    await offer(one.creator(), { disputeId: one.disputeId, creatorGets: SECRET });
    const staff = await createStaff(world, 'trust');
    const read = (ctx: Parameters<typeof withTx>[0]) =>
      withTx(ctx, (tx) => tx.db.selectFrom('dispute_offers').selectAll().execute());
    expect((await read(one.creator())).map((o) => o.creator_gets)).toEqual([SECRET]);
    // Who acts for the creator has the creator's org, and reads as it.
    const acting = world.as({ ...one.deal.agency!, orgId: one.deal.creator.orgId, orgKind: 'creator', role: 'agent' });
    for (const other of [one.brand(), world.as(one.deal.agency!), acting, world.as(staff)])
      expect(await read(other)).toEqual([]);
    await expect(read(world.system())).rejects.toThrow(/permission denied/);
    await expect(sql`select dispute_settle(${one.disputeId}::uuid, now())`.execute(world.worker)).rejects.toThrow(
      /permission denied/,
    );
    const seen = [
      await roomFor(one.brand(), { milestoneId: one.deal.milestoneId }),
      await caseOf(world.as(staff), { disputeId: one.disputeId }),
      await world.owner
        .selectFrom('escrow_events')
        .selectAll()
        .where('contract_id', '=', one.deal.contractId)
        .execute(),
      await world.owner.selectFrom('audit_log').selectAll().execute(),
      await world.owner.selectFrom('request_keys').selectAll().execute(),
      await world.owner.selectFrom('workflow_outbox').selectAll().execute(),
      await world.owner.selectFrom('notices').selectAll().execute(),
      await world.owner.selectFrom('disputes').selectAll().where('id', '=', one.disputeId).execute(),
    ];
    for (const place of seen) expect(JSON.stringify(place)).not.toContain(String(SECRET));
    expect((await roomFor(one.brand(), { milestoneId: one.deal.milestoneId })).dispute?.otherOfferedAt).not.toBeNull();
    // Once it is settled by other means, nothing of them is left.
    await concede(one.brand(), { disputeId: one.disputeId, version: await version(one) });
    expect(
      await world.owner.selectFrom('dispute_offers').selectAll().where('dispute_id', '=', one.disputeId).execute(),
    ).toEqual([]);
  });

  test('of the brand are releases: a manager offers and gives no more than the limit', async () => {
    const one = await disputed();
    await prove(world, one.deal.brand, one.clock);
    const limits = {
      ...SHIPPED_RELEASE_LIMITS,
      manager: { mode: 'up_to' as const, amount: 10_000, currency: 'EUR' as const },
    };
    await saveReleaseLimits(one.brand(), limits);
    const manager = world.as(await member(world, one.deal.brand, 'manager', 'Karim'), { clock: one.clock });
    const { disputeId } = one;
    const { version } = (await roomFor(manager, { milestoneId: one.deal.milestoneId })).dispute!;
    expect(await refused(offer(manager, { disputeId, creatorGets: 10_001 }))).toBe('escrow.over_release_limit');
    expect(await refused(concede(manager, { disputeId, version }))).toBe('escrow.over_release_limit');
    expect((await offer(manager, { disputeId, creatorGets: 10_000 })).dispute?.state).toBe('talk');
  });

  test('below zero, above what is held or in parts of a cent are refused at their field', async () => {
    const one = await disputed();
    for (const [creatorGets, problem] of [
      [-1, 'negative'],
      [PRICE + 1, 'above_held'],
      [0.5, 'not_integer'],
    ] as const)
      expect(await refused(offer(one.brand(), { disputeId: one.disputeId, creatorGets }))).toBe(
        `input.invalid:${problem}`,
      );
  });
});

describe('a dispute about a part', () => {
  const about = async (one: { deal: TestDeal }, amount: number) => ({ ...(await opening(one.deal)), amount });

  test('of the brand releases the rest in the same act, with the agency’s share; the part alone is disputed and settled', async () => {
    const one = await funded({ commissionBps: 1_500 });
    await connectPayee(world, one.deal.agency!);
    const room = await open(one.brand(), await about(one, 10_000));
    expect(room.dispute).toMatchObject({ amount: 10_000, returned: 0 });
    const own = { ...one, disputeId: room.dispute!.id };
    const parts = () =>
      world.owner
        .selectFrom('release_parts')
        .select(['n', 'amount', 'cause', 'released_by'])
        .where('milestone_id', '=', one.deal.milestoneId)
        .execute();
    expect(await parts()).toEqual([{ n: 1, amount: 14_000, cause: 'brand', released_by: one.deal.brand.userId }]);
    await announce(worker(own), own);
    expect(await balances(own)).toEqual({ funded: PRICE, held: 0, released: 14_000, refunded: 0, disputed: 10_000 });
    expect(await booksAgree()).toEqual([]);
    await offer(own.creator(), { disputeId: own.disputeId, creatorGets: 3_333 });
    expect(await refused(offer(own.brand(), { disputeId: own.disputeId, creatorGets: 10_001 }))).toBe(
      'input.invalid:above_held',
    );
    await offer(own.brand(), { disputeId: own.disputeId, creatorGets: 3_333 });
    one.clock.advance(DAY);
    await runToTheEnd(own);
    expect(await balances(own)).toEqual({ funded: PRICE, held: 0, released: 17_333, refunded: 6_667, disputed: 0 });
    const legs = await world.owner
      .selectFrom('transfers')
      .select(['leg', 'part', 'amount'])
      .where('milestone_id', '=', one.deal.milestoneId)
      .orderBy('leg')
      .orderBy('part')
      .execute();
    // Together 15 % of 17,333, as one release of it would be.
    expect(legs).toEqual([
      { leg: 'agent', part: 1, amount: 2_100 },
      { leg: 'agent', part: 2, amount: 500 },
      { leg: 'creator', part: 1, amount: 11_900 },
      { leg: 'creator', part: 2, amount: 2_833 },
    ]);
    expect(await booksAgree()).toEqual([]);
  });

  test('of the creator gives the rest back for good: it cannot be withdrawn, and the brand has it whatever is decided', async () => {
    const one = await funded();
    const room = await open(one.creator(), await about(one, 10_000));
    expect(room.dispute).toMatchObject({ amount: 10_000, returned: 14_000 });
    expect(room.dispute?.can.withdraw).toBe('dispute.gave_back');
    const own = { ...one, disputeId: room.dispute!.id };
    await announce(worker(own), own);
    expect(await balances(own)).toEqual({ funded: PRICE, held: 0, released: 0, refunded: 0, disputed: PRICE });
    expect(await booksAgree()).toEqual([]);
    expect(await refused(withdraw(own.creator(), { disputeId: own.disputeId, version: await version(own) }))).toBe(
      'dispute.gave_back',
    );
    expect(await refused(offer(own.creator(), { disputeId: own.disputeId, creatorGets: 10_001 }))).toBe(
      'input.invalid:above_held',
    );
    // The brand gives in: the creator has all that is disputed, and no more.
    await concede(own.brand(), { disputeId: own.disputeId, version: await version(own) });
    await runToTheEnd(own);
    expect(await balances(own)).toEqual({ funded: PRICE, held: 0, released: 10_000, refunded: 14_000, disputed: 0 });
    expect(await booksAgree()).toEqual([]);
  });

  test('of 0, above what is held, in parts of a cent, above the person’s limit or of a second opening changes nothing', async () => {
    const one = await funded();
    const before = await milestone(world, one.deal.milestoneId);
    for (const [amount, problem] of [
      [0, 'too_small'],
      [PRICE + 1, 'above_held'],
      [0.5, 'not_integer'],
    ] as const)
      for (const by of [one.brand(), one.creator()])
        expect(await refused(open(by, await about(one, amount)))).toBe(`input.invalid:${problem}`);
    await prove(world, one.deal.brand, one.clock);
    await saveReleaseLimits(one.brand(), {
      ...SHIPPED_RELEASE_LIMITS,
      manager: { mode: 'up_to' as const, amount: 10_000, currency: 'EUR' as const },
    });
    const manager = world.as(await member(world, one.deal.brand, 'manager', 'Karim'), { clock: one.clock });
    expect(await refused(open(manager, await about(one, 13_999)))).toBe('escrow.over_release_limit');
    expect(await milestone(world, one.deal.milestoneId)).toEqual(before);
    const { dispute } = await open(manager, await about(one, 14_000));
    expect(dispute?.amount).toBe(14_000);
    // Who disputes another sum did not see this dispute; all of it joins.
    expect(await refused(open(one.creator(), await about(one, PRICE)))).toBe('state.changed');
    expect((await open(one.creator(), await opening(one.deal))).dispute?.joinedAt).not.toBe(null);
    expect(await balances(one)).toMatchObject({ held: PRICE });
    await announce(world.system(one.clock), { disputeId: dispute!.id });
    expect(await balances(one)).toMatchObject({ released: 10_000, disputed: 14_000 });
  });
});

describe('evidence', () => {
  const show = (one: Case, by: OrgContext) =>
    receiveEvidence(by, {
      disputeId: one.disputeId,
      name: 'loaf.webp',
      declared: 'image/webp',
      body: createReadStream('db/seed/assets/loaf.webp'),
    });
  const exported = async (part: string, orgId: string) => {
    const parts = [...(disputes.exportParts ?? []), ...(content.exportParts ?? [])];
    const { rows } = await parts
      .find(({ name }) => name === part)!
      .rows({ userId: '', email: '', orgIds: [orgId] })
      .execute(world.worker);
    return JSON.stringify(rows);
  };

  test('is read by both sides and by staff, counts as an answer, and is refused once staff decide', async () => {
    const one = await disputed();
    const file = await show(one, one.creator());
    const room = await roomFor(one.brand(), { milestoneId: one.deal.milestoneId });
    expect(room.dispute).toMatchObject({ evidence: [{ id: file.id, side: 'creator' }], answered: { creator: true } });
    const [staff, stranger] = [await createStaff(world, 'trust'), await openDeal(world)];
    for (const by of [one.brand(), one.creator(), world.as(staff)])
      expect((await findEvidence(by, { fileId: file.id })).sha256).toBe(file.sha256);
    expect(await refused(findEvidence(world.as(stranger.brand), { fileId: file.id }))).toBe('not_found');
    for (const [name, declared, code] of [
      ['proof.exe', 'application/x-msdownload', 'file.type'],
      ['proof.png', 'image/png', 'file.mismatch'],
    ] as const) {
      const body = Readable.from([Buffer.from('MZ, or a page: <!doctype html><script>alert(1)</script>')]);
      expect(await refused(receiveEvidence(one.brand(), { disputeId: one.disputeId, name, declared, body }))).toBe(
        code,
      );
    }
    expect((await roomFor(one.brand(), { milestoneId: one.deal.milestoneId })).dispute?.evidence).toHaveLength(1);
    await toDecision(one);
    expect(await refused(show(one, one.brand()))).toBe('dispute.evidence_closed');
  });

  test('is part of the copy of its side alone, and its content goes with the account; what was decided stays', async () => {
    const one = await disputed();
    const file = await show(one, one.creator());
    await send(one.creator(), { disputeId: one.disputeId, text: 'The band stopped us at ten.' });
    const { brand, creator } = one.deal;
    const copy = await exported('files', creator.orgId);
    expect(copy).toContain(one.disputeId);
    expect(copy).not.toContain('storage_key');
    expect(await exported('files', brand.orgId)).not.toContain(file.id);
    for (const org of [brand, creator]) {
      expect(await exported('disputes', org.orgId)).toContain(one.disputeId);
      expect(await exported('dispute-statements', org.orgId)).toContain('The band stopped us at ten.');
    }
    await concede(one.creator(), { disputeId: one.disputeId, version: await version(one) });
    await runToTheEnd(one);
    const { storage_key: key } = await world.owner
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await withTx(worker(one), async (tx) => {
      expect(await storedObjects(tx, { userId: creator.userId, orgIds: [creator.orgId] })).toContain(key);
      await eraseRows(tx, { userId: creator.userId, name: 'Deleted account' });
    });
    const after = await roomFor(one.brand(), { milestoneId: one.deal.milestoneId });
    expect(after.dispute).toMatchObject({ outcome: 'conceded', creatorGets: 0, evidence: [] });
    // Both were written in one millisecond.
    expect(after.dispute?.statements.map((s) => [s.side, s.authorName]).toSorted()).toEqual([
      ['brand', brand.name],
      ['creator', 'Deleted account'],
    ]);
  });
});

describe('ends without an agreement', () => {
  test('a silent respondent loses at the end of the talk, to the second, and may appeal', async () => {
    const one = await disputed();
    one.clock.advance(5 * DAY - 1_000);
    expect(await endPhase(worker(one), one)).toBe('not due: talk');
    one.clock.advance(1_000);
    expect(await endPhase(worker(one), one)).toBe('talk ended: appeal');
    expect(await row(one)).toMatchObject({ outcome: 'silent', kept: 0 });
    await appeal(one.creator(), { disputeId: one.disputeId, version: await version(one), text: 'I was in hospital.' });
    expect((await row(one)).state).toBe('appealed');
  });

  test('a side that gives in pays or returns all of it, also one that was put on hold meanwhile', async () => {
    const one = await disputed({ account: false });
    const before = await row(one);
    await suspendOrg(world.as(await createStaff(world, 'trust')), {
      orgId: one.deal.creator.orgId,
      reason: 'A report.',
    });
    expect(await row(one), 'the dispute goes on as it is').toEqual(before);
    expect(['send', 'offer', 'concede', 'appeal'].every((act) => openWhileSuspended(`disputes.${act}`))).toBe(true);
    const held = world.as({ ...one.deal.creator, suspended: true }, { clock: one.clock });
    await concede(held, { disputeId: one.disputeId, version: await version(one) });
    await runToTheEnd(one);
    expect(await balances(one)).toMatchObject({ released: 0, refunded: PRICE });
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('refunded');
    expect(await booksAgree()).toEqual([]);
  });

  test('silent staff leave the money to the clock of the deal', async () => {
    const one = await disputed();
    await toDecision(one);
    one.clock.advance(7 * DAY);
    await endPhase(worker(one), one);
    expect(await row(one)).toMatchObject({ state: 'executing', outcome: 'clock', kept: PRICE });
    await runToTheEnd(one);
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('released');
    expect(await booksAgree()).toEqual([]);
  });
});

describe('decisions of staff', () => {
  const ruling = { creatorGets: 16_000, reason: 'Two thirds for the work that was possible.' };

  test('above the limit take two people, Trust and Finance; an appeal goes to others', async () => {
    const one = await disputed();
    const [trust, finance, second] = [
      await createStaff(world, 'trust'),
      await createStaff(world, 'finance'),
      await createStaff(world, 'super'),
    ];
    for (const who of [trust, finance, second]) await prove(world, who, one.clock);
    const as = (who: typeof trust) => world.as(who, { clock: one.clock });
    expect(await refused(decide(as(trust), { ...one, ...ruling, version: await version(one) }))).toBe(
      'dispute.not_yet',
    );
    await toDecision(one);
    for (const who of [trust, finance, second]) await prove(world, who, one.clock);
    const input = { disputeId: one.disputeId, ...ruling, version: await version(one) };
    expect(await refused(decide(as(finance), input))).toBe('auth.not_allowed');
    expect(await decide(as(trust), input)).toEqual({ state: 'proposed' });
    expect(await refused(decide(as(second), input))).toBe('approval.open');
    const { proposal } = await caseOf(as(finance), one);
    const { items } = await queue(as(finance), { limit: 100 });
    expect(items.find(({ id }) => id === one.disputeId)).toMatchObject({
      needsSecond: true,
      proposedByName: trust.name,
      appealedSide: null,
    });
    const confirmation = { proposalId: proposal!.id, reason: 'I agree.' };
    expect(await refused(confirm(as(trust), confirmation))).toBe('auth.not_allowed');
    expect(await confirm(as(finance), confirmation)).toEqual({ disputeId: one.disputeId });
    expect(await refused(confirm(as(finance), confirmation))).toBe('dispute.settled_meanwhile');
    await announce(worker(one), one);
    const room = await roomFor(one.creator(), { milestoneId: one.deal.milestoneId });
    expect(room.dispute?.decisions).toMatchObject([
      { creatorGets: 16_000, reason: ruling.reason, confirmation: 'I agree.' },
    ]);
    await appeal(one.creator(), {
      disputeId: one.disputeId,
      version: await version(one),
      text: 'Story one had 3,900 views.',
    });
    await announce(worker(one), one);
    expect(await refused(decide(as(trust), { ...input, version: await version(one) }))).toBe('dispute.same_person');
    expect(await decide(as(second), { ...input, creatorGets: 18_000, version: await version(one) })).toEqual({
      state: 'proposed',
    });
    const again = (await caseOf(as(finance), one)).proposal;
    expect(await refused(confirm(as(finance), { proposalId: again!.id, reason: 'Yes.' }))).toBe('dispute.same_person');
    const other = await createStaff(world, 'finance');
    await prove(world, other, one.clock);
    await confirm(as(other), { proposalId: again!.id, reason: 'Yes.' });
    await runToTheEnd(one);
    expect(await balances(one)).toMatchObject({ released: 18_000, refunded: 6_000 });
    expect(
      await refused(
        appeal(one.brand(), { disputeId: one.disputeId, version: await version(one), text: 'Not again, surely.' }),
      ),
    ).toBe('dispute.executed');
    expect(await booksAgree()).toEqual([]);
  });

  test('by a person of one of the sides are refused, as are those on a case settled meanwhile', async () => {
    const one = await disputed({ amounts: [15_000] });
    await toDecision(one);
    const related = await createStaff(world, 'trust');
    await world.owner
      .insertInto('org_members')
      .values({ org_id: one.deal.brand.orgId, user_id: related.userId, role: 'viewer' })
      .execute();
    const trust = await createStaff(world, 'trust');
    for (const who of [related, trust]) await prove(world, who, one.clock);
    const input = { disputeId: one.disputeId, creatorGets: 10_000, reason: ruling.reason, version: await version(one) };
    expect(await refused(decide(world.as(related, one), input))).toBe('dispute.related');
    await concede(one.brand(), { disputeId: one.disputeId, version: await version(one) });
    expect(await refused(decide(world.as(trust, one), input))).toBe('dispute.settled_meanwhile');
  });

  test('up to the limit take one', async () => {
    const one = await disputed({ amounts: [20_000] });
    await toDecision(one);
    const trust = await createStaff(world, 'trust');
    await prove(world, trust, one.clock);
    const input = { disputeId: one.disputeId, creatorGets: 5_000, reason: ruling.reason, version: await version(one) };
    expect(await decide(world.as(trust, one), input)).toEqual({ state: 'decided' });
    await announce(worker(one), one);
    one.clock.advance(3 * DAY);
    await endPhase(worker(one), one);
    await runToTheEnd(one);
    expect(await balances(one)).toMatchObject({ released: 5_000, refunded: 15_000 });
  });
});
