import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type OrgContext } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { declineCancel, proposeCancel } from '../../../../server/features/escrow/cancel/requests.ts';
import { endCancelRequest } from '../../../../server/features/escrow/timers/deadlines.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { concede, offer, withdraw } from '../../../../server/features/disputes/acts.ts';
import { caseOf } from '../../../../server/features/disputes/decide.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { resume } from '../../../../server/features/disputes/phases.ts';
import { roomFor } from '../../../../server/features/disputes/view.ts';
import { meetingPoint } from '../../../../server/features/disputes/rules.ts';
import { saveReleaseLimits } from '../../../../server/features/orgs/release-limits.ts';
import { SHIPPED_RELEASE_LIMITS } from '../../../../server/features/orgs/rules.ts';
import { SCOPES } from '../../../../server/features/representations/rules.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { createLogger } from '../../../../server/integrations/create.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { createStaff, member, prove } from '../../../support/people.ts';
import {
  connectPayee,
  createMoneyWorld,
  milestone,
  openDeal,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import { DAY, disputesIn, PRICE, refused, type Case } from './dispute-kit.ts';

let world: MoneyWorld;
let kit: ReturnType<typeof disputesIn>;
beforeAll(async () => {
  world = await createMoneyWorld('disputes');
  kit = disputesIn(world);
});
afterAll(() => world.close());

describe('opening', () => {
  test('sets all that is held aside, pauses the clock, and a second opening joins the first', async () => {
    const one = await kit.disputed();
    expect(await kit.balances(one)).toEqual({ funded: PRICE, held: 0, released: 0, refunded: 0, disputed: PRICE });
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('disputed');
    const joined = await open(one.creator(), { ...(await kit.opening(one.deal)), reason: 'no_answer' });
    expect([joined.dispute?.id, joined.dispute?.joinedAt !== null, joined.dispute?.statements.length]).toEqual([
      one.disputeId,
      true,
      2,
    ]);
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('row 13: waits for the answer to a proposal to cancel; declined or lapsed, all that is held may be disputed', async () => {
    for (const ends of ['declined', 'lapsed'] as const) {
      const one = await kit.funded();
      const seen = async () => ({
        milestoneId: one.deal.milestoneId,
        version: (await milestone(world, one.deal.milestoneId)).version,
      });
      await proposeCancel(one.creator(), { ...(await seen()), reason: 'The oven is broken', keeps: 5_000 });
      expect(await refused(open(one.brand(), await kit.opening(one.deal)))).toBe('state.wrong');
      if (ends === 'declined') await declineCancel(one.brand(), { ...(await seen()), reason: 'It was delivered' });
      else {
        one.clock.advance(3 * DAY);
        expect((await endCancelRequest(kit.worker(one), one.deal)).outcome).toBe('done');
      }
      const room = await open(one.brand(), await kit.opening(one.deal));
      expect([ends, room.dispute?.amount, room.milestone.state]).toEqual([ends, PRICE, 'disputed']);
    }
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('two sides that open at one moment have one dispute, and each has opened it', async () => {
    const one = await kit.funded();
    const input = await kit.opening(one.deal);
    let second: ReturnType<typeof open> | undefined;
    await withTx(one.brand(), async (tx) => {
      await open(tx, input);
      second = open(world.as(one.deal.creator, { clock: one.clock, requestKey: newId() }), input);
      await waitingForLock(world);
    });
    const { dispute } = await second!;
    expect([dispute?.openedSide, dispute?.joinedAt !== null, dispute?.answered.creator]).toEqual(['brand', true, true]);
    expect(dispute?.statements.map((s) => s.side).toSorted()).toEqual(['brand', 'creator']);

    const other = await kit.funded();
    const both = await kit.opening(other.deal);
    const rooms = await Promise.all([open(other.brand(), both), open(other.creator(), both)]);
    expect(new Set(rooms.map((room) => room.dispute?.id)).size).toBe(1);
  });

  test('is refused after an approval, without money, to an agency and to a role without the right', async () => {
    const approved = await kit.funded();
    await approve(approved.brand(), await kit.opening(approved.deal));
    expect(await refused(open(approved.creator(), await kit.opening(approved.deal)))).toBe('dispute.approved');
    const deal = await openDeal(world, { commissionBps: 1_500 });
    expect(await refused(open(world.as(deal.brand), await kit.opening(deal)))).toBe('dispute.not_funded');
    expect(await refused(open(world.as(deal.agency!), await kit.opening(deal)))).toBe('auth.creator_only');
    const viewer = await member(world, deal.brand, 'viewer', 'Val');
    expect(await refused(open(world.as(viewer), await kit.opening(deal)))).toBe('auth.not_allowed');
    expect(await kit.balances(approved)).toMatchObject({ held: PRICE, disputed: 0 });
    const none = await world.owner
      .selectFrom('disputes')
      .select('id')
      .where('contract_id', 'in', [approved.deal.contractId, deal.contractId])
      .execute();
    expect(none).toEqual([]);
  });

  test('withdrawn by who opened it alone, the clock goes on with the time it had left', async () => {
    const one = await kit.funded({}, false);
    const before = await milestone(world, one.deal.milestoneId);
    const { dispute } = await open(one.brand(), await kit.opening(one.deal));
    const own = { ...one, disputeId: dispute!.id };
    await announce(kit.worker(own), own);
    one.clock.advance(2 * DAY);
    expect(await refused(withdraw(one.creator(), { disputeId: own.disputeId, version: await kit.version(own) }))).toBe(
      'dispute.not_yours',
    );
    await withdraw(one.brand(), { disputeId: own.disputeId, version: await kit.version(own) });
    await announce(kit.worker(own), own);
    expect(await resume(kit.worker(own), own)).toBe('resumed: funded');
    const after = await milestone(world, one.deal.milestoneId);
    expect([after.state, after.deadline_at!.getTime() - before.deadline_at!.getTime()]).toEqual(['funded', 2 * DAY]);
    expect((await kit.balances(one))?.held).toBe(PRICE);
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('is refused where not a day is left for each phase, and is not withdrawn into a clock that would pass the last day', async () => {
    const late = await kit.funded();
    const ends = (one: Omit<Case, 'disputeId'>, inDays: number) =>
      world.owner
        .updateTable('milestones')
        .set({ hold_expires_at: new Date(one.clock.now().getTime() + inDays * DAY) })
        .where('id', '=', one.deal.milestoneId)
        .execute();
    const before = await milestone(world, late.deal.milestoneId);
    // Disputed money has left escrow fifteen days after the last day: four are left.
    await ends(late, -11);
    expect(await refused(open(late.brand(), await kit.opening(late.deal)))).toBe('dispute.no_time_left');
    await ends(late, 0);
    const after = await milestone(world, late.deal.milestoneId);
    expect([after.state, after.version]).toEqual([before.state, before.version]);
    expect((await kit.balances(late))?.held).toBe(PRICE);
    expect((await roomFor(late.brand(), { milestoneId: late.deal.milestoneId })).dispute).toBeNull();

    const one = await kit.disputed();
    await ends(one, 0);
    const input = { disputeId: one.disputeId, version: await kit.version(one) };
    expect(await refused(withdraw(one.brand(), input))).toBe('dispute.too_late_to_withdraw');
    expect((await kit.row(one)).state).toBe('talk');
  });
});

describe('offers', () => {
  test('row 14: that cross settle halfway at once: commission, fee and tax pro rata, each leg at the provider, books to the cent', async () => {
    const one = await kit.disputed({ commissionBps: 1_500 });
    await offer(one.creator(), { disputeId: one.disputeId, creatorGets: 14_001 });
    const room = await offer(one.brand(), { disputeId: one.disputeId, creatorGets: 18_000 });
    expect([room.dispute?.outcome, room.dispute?.creatorGets]).toEqual(['agreed', 16_001]);
    await kit.runToTheEnd(one);
    expect(await kit.balances(one)).toEqual({ funded: PRICE, held: 0, released: 16_001, refunded: 7_999, disputed: 0 });
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
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('moved by both sides in one instant settle exactly once, at the midpoint the rule computes', async () => {
    for (let i = 0; i < 5; i++) {
      const one = await kit.disputed();
      const [given, taken] = [12_000 + i, 11_000];
      await Promise.all([
        refused(offer(one.brand(), { disputeId: one.disputeId, creatorGets: given })),
        refused(offer(one.creator(), { disputeId: one.disputeId, creatorGets: taken })),
      ]);
      const { state, kept, outcome } = await kit.row(one);
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

  /** Whether a sum stands there, as a number or as an amount; not within an id, a hash or a time. */
  const shows = (place: unknown, minor: number): boolean =>
    new RegExp(`(?<![\\w.-])(?:${minor}|${Math.floor(minor / 100)}[.,]${minor % 100})(?![\\w-])`, 'u').test(
      JSON.stringify(place),
    );

  test('are hidden: from the other side, agency, staff and worker, from events, audit, request keys and commands', async () => {
    const [SECRET, OFFERED] = [13_579, 2_468];
    const one = await kit.disputed({ commissionBps: 1_500 });
    const logged: string[] = [];
    const logs = createLogger({ LOG_LEVEL: 'trace' }, 'api', { write: (line) => void logged.push(line) });
    const watched = (ctx: OrgContext) => ({ ...ctx, integrations: { ...ctx.integrations, log: logs } });
    await offer(watched(one.creator()), { disputeId: one.disputeId, creatorGets: SECRET });
    await offer(watched(one.brand()), { disputeId: one.disputeId, creatorGets: OFFERED });
    const staff = await createStaff(world, 'trust');
    const read = (ctx: Parameters<typeof withTx>[0]) =>
      withTx(ctx, (tx) => tx.db.selectFrom('dispute_offers').selectAll().execute());
    expect((await read(one.creator())).map((o) => o.creator_gets)).toEqual([SECRET]);
    // Who acts for the creator has the creator's org, and reads as it.
    const acting = world.as({ ...one.deal.agency!, orgId: one.deal.creator.orgId, orgKind: 'creator', role: 'agent' });
    expect((await read(one.brand())).map((o) => o.creator_gets)).toEqual([OFFERED]);
    for (const other of [world.as(one.deal.agency!), acting, world.as(staff)]) expect(await read(other)).toEqual([]);
    // What a brand offers counts as given by its person, and is as hidden there.
    const given = (ctx: Parameters<typeof withTx>[0]) =>
      withTx(ctx, (tx) => tx.db.selectFrom('release_grants').select('amount').execute());
    expect(await given(one.brand())).toEqual([{ amount: OFFERED }]);
    for (const other of [one.creator(), world.as(one.deal.agency!), acting, world.as(staff)])
      expect(await given(other)).toEqual([]);
    await expect(given(world.system())).rejects.toThrow(/permission denied/);
    await expect(read(world.system())).rejects.toThrow(/permission denied/);
    await expect(sql`select dispute_settle(${one.disputeId}::uuid, now())`.execute(world.worker)).rejects.toThrow(
      /permission denied/,
    );
    const agent = {
      representationId: newId(),
      agencyOrg: one.deal.agency!.orgId,
      agencyName: 'Vidal Talent',
      creatorName: 'Leo',
      scopes: SCOPES,
      agencyRole: 'owner' as const,
    };
    const asAgent = await roomFor(
      { ...acting, actor: { ...acting.actor, acting: agent } },
      { milestoneId: one.deal.milestoneId },
    );
    expect(new Set(Object.values(asAgent.dispute!.can)), 'no act is offered that is the creator’s alone').toEqual(
      new Set(['auth.creator_only']),
    );
    const rooms = {
      brand: await roomFor(one.brand(), { milestoneId: one.deal.milestoneId }),
      creator: await roomFor(one.creator(), { milestoneId: one.deal.milestoneId }),
    };
    expect([OFFERED, SECRET].map((sum) => shows(rooms.brand, sum))).toEqual([true, false]);
    expect([OFFERED, SECRET].map((sum) => shows(rooms.creator, sum))).toEqual([false, true]);
    const seen = [
      logged,
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
    for (const place of seen) expect([OFFERED, SECRET].filter((sum) => shows(place, sum))).toEqual([]);
    expect(rooms.brand.dispute?.otherOfferedAt).not.toBeNull();
    // Once it is settled by other means, nothing of them is left.
    await concede(one.brand(), { disputeId: one.disputeId, version: await kit.version(one) });
    expect(
      await world.owner.selectFrom('dispute_offers').selectAll().where('dispute_id', '=', one.disputeId).execute(),
    ).toEqual([]);
  });

  test('of the brand are releases: a manager offers and gives no more than the limit', async () => {
    const one = await kit.disputed();
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

  test('below zero, above what is held or finer than the step of the currency are refused at their field to either side, and change nothing', async () => {
    await ensureFloat(world.system(), 'KWD', 1_000_000);
    const [euros, dinars] = [
      await kit.disputed(),
      await kit.disputed({ currency: 'KWD', amounts: [PRICE], account: false }),
    ];
    for (const [one, wrong] of [
      [
        euros,
        [
          [-1, 'negative'],
          [PRICE + 1, 'above_held'],
          [0.5, 'not_integer'],
        ],
      ],
      [
        dinars,
        [
          [12_005, 'off_step'],
          [12_000.5, 'not_integer'],
          [PRICE + 10, 'above_held'],
        ],
      ],
    ] as const) {
      const { disputeId } = one;
      const before = await kit.row(one);
      for (const [creatorGets, problem] of wrong)
        for (const by of [one.brand(), one.creator()])
          expect(await refused(offer(by, { disputeId, creatorGets }))).toBe(`input.invalid:${problem}`);
      expect(await kit.row(one)).toEqual(before);
      const written = [
        await world.owner.selectFrom('dispute_offers').selectAll().where('dispute_id', '=', disputeId).execute(),
        await world.owner.selectFrom('release_grants').selectAll().where('subject_id', '=', disputeId).execute(),
      ];
      expect(written).toEqual([[], []]);
    }
    // Halfway between two steps is the step above.
    await offer(dinars.brand(), { disputeId: dinars.disputeId, creatorGets: 12_010 });
    const { dispute } = await offer(dinars.creator(), { disputeId: dinars.disputeId, creatorGets: 12_000 });
    expect([dispute?.outcome, dispute?.creatorGets]).toEqual(['agreed', 12_010]);
  });
});

describe('a dispute about a part', () => {
  const about = async (one: { deal: TestDeal }, amount: number) => ({ ...(await kit.opening(one.deal)), amount });

  test('of the brand releases the rest in the same act, with the agency’s share; the part alone is disputed and settled', async () => {
    const one = await kit.funded({ commissionBps: 1_500 });
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
    await announce(kit.worker(own), own);
    expect(await kit.balances(own)).toEqual({
      funded: PRICE,
      held: 0,
      released: 14_000,
      refunded: 0,
      disputed: 10_000,
    });
    expect(await kit.booksAgree()).toEqual([]);
    await offer(own.creator(), { disputeId: own.disputeId, creatorGets: 3_333 });
    expect(await refused(offer(own.brand(), { disputeId: own.disputeId, creatorGets: 10_001 }))).toBe(
      'input.invalid:above_held',
    );
    await offer(own.brand(), { disputeId: own.disputeId, creatorGets: 3_333 });
    one.clock.advance(DAY);
    await kit.runToTheEnd(own);
    expect(await kit.balances(own)).toEqual({ funded: PRICE, held: 0, released: 17_333, refunded: 6_667, disputed: 0 });
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
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('of the creator gives the rest back for good: it cannot be withdrawn, and the brand has it whatever is decided', async () => {
    const one = await kit.funded();
    const room = await open(one.creator(), await about(one, 10_000));
    expect(room.dispute).toMatchObject({ amount: 10_000, returned: 14_000 });
    expect(room.dispute?.can.withdraw).toBe('dispute.gave_back');
    const own = { ...one, disputeId: room.dispute!.id };
    await announce(kit.worker(own), own);
    expect(await kit.balances(own)).toEqual({ funded: PRICE, held: 0, released: 0, refunded: 0, disputed: PRICE });
    expect(await kit.booksAgree()).toEqual([]);
    expect(await refused(withdraw(own.creator(), { disputeId: own.disputeId, version: await kit.version(own) }))).toBe(
      'dispute.gave_back',
    );
    expect(await refused(offer(own.creator(), { disputeId: own.disputeId, creatorGets: 10_001 }))).toBe(
      'input.invalid:above_held',
    );
    // The brand gives in: the creator has all that is disputed, and no more.
    await concede(own.brand(), { disputeId: own.disputeId, version: await kit.version(own) });
    await kit.runToTheEnd(own);
    expect(await kit.balances(own)).toEqual({
      funded: PRICE,
      held: 0,
      released: 10_000,
      refunded: 14_000,
      disputed: 0,
    });
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('of 0, above what is held, in parts of a cent, above the person’s limit or of a second opening changes nothing', async () => {
    const one = await kit.funded();
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
    expect((await open(one.creator(), await kit.opening(one.deal))).dispute?.joinedAt).not.toBe(null);
    expect(await kit.balances(one)).toMatchObject({ held: PRICE });
    await announce(world.system(one.clock), { disputeId: dispute!.id });
    expect(await kit.balances(one)).toMatchObject({ released: 10_000, disputed: 14_000 });
  });
});
