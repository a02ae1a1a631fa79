import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type OrgActor, type OrgContext } from '../../../../server/context.ts';
import { announce } from '../../../../server/features/disputes/announce.ts';
import { appeal, concede, send } from '../../../../server/features/disputes/acts.ts';
import { caseOf, confirm, decide, queue } from '../../../../server/features/disputes/decide.ts';
import { findEvidence, receiveEvidence } from '../../../../server/features/disputes/evidence.ts';
import { open } from '../../../../server/features/disputes/opening.ts';
import { endPhase } from '../../../../server/features/disputes/phases.ts';
import { register as disputes } from '../../../../server/features/disputes/register.ts';
import { register as content } from '../../../../server/features/content/register.ts';
import { eraseRows, storedObjects } from '../../../../server/features/privacy/erase.ts';
import { roomFor } from '../../../../server/features/disputes/view.ts';
import { openWhileSuspended } from '../../../../server/features/orgs/rules.ts';
import { suspendOrg } from '../../../../server/features/suspensions/service.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { callProcedure } from '../../../support/procedures.ts';
import { createMoneyWorld, milestone, openDeal, type MoneyWorld } from '../escrow/deal-kit.ts';
import { DAY, disputesIn, PRICE, refused, type Case } from './dispute-kit.ts';

let world: MoneyWorld;
let kit: ReturnType<typeof disputesIn>;
beforeAll(async () => {
  world = await createMoneyWorld('dispute_endings');
  kit = disputesIn(world);
});
afterAll(() => world.close());

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
    const one = await kit.disputed();
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
    await kit.toDecision(one);
    expect(await refused(show(one, one.brand()))).toBe('dispute.evidence_closed');
  });

  test('is part of the copy of its side alone, and its content goes with the account; what was decided stays', async () => {
    const one = await kit.disputed();
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
    await concede(one.creator(), { disputeId: one.disputeId, version: await kit.version(one) });
    await kit.runToTheEnd(one);
    const { storage_key: key } = await world.owner
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await withTx(kit.worker(one), async (tx) => {
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
    const one = await kit.disputed();
    one.clock.advance(5 * DAY - 1_000);
    expect(await endPhase(kit.worker(one), one)).toBe('not due: talk');
    one.clock.advance(1_000);
    expect(await endPhase(kit.worker(one), one)).toBe('talk ended: appeal');
    expect(await kit.row(one)).toMatchObject({ outcome: 'silent', kept: 0 });
    await appeal(one.creator(), {
      disputeId: one.disputeId,
      version: await kit.version(one),
      text: 'I was in hospital.',
    });
    expect((await kit.row(one)).state).toBe('appealed');
  });

  test('a side that gives in pays or returns all of it, also one that was put on hold meanwhile', async () => {
    const one = await kit.disputed({ account: false });
    const before = await kit.row(one);
    await suspendOrg(world.as(await createStaff(world, 'trust')), {
      orgId: one.deal.creator.orgId,
      reason: 'A report.',
    });
    expect(await kit.row(one), 'the dispute goes on as it is').toEqual(before);
    expect(['send', 'offer', 'concede', 'appeal'].every((act) => openWhileSuspended(`disputes.${act}`))).toBe(true);
    const held = world.as({ ...one.deal.creator, suspended: true }, { clock: one.clock });
    await concede(held, { disputeId: one.disputeId, version: await kit.version(one) });
    await kit.runToTheEnd(one);
    expect(await kit.balances(one)).toMatchObject({ released: 0, refunded: PRICE });
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('refunded');
    expect(await kit.booksAgree()).toEqual([]);
  });

  test.each(['brand', 'creator'] as const)(
    'the %s, on hold in mid-dispute, still writes, shows evidence, offers, appeals and gives in, and begins nothing',
    async (side) => {
      const one = await kit.disputed();
      const { disputeId } = one;
      const staff = await createStaff(world, 'trust');
      await suspendOrg(world.as(staff), { orgId: one.deal[side].orgId, reason: 'A report.' });
      const held: OrgActor = { ...one.deal[side], suspended: true };
      const call = (path: string, input: object, who = held, { clock } = one) =>
        refused(
          callProcedure({ ...world, as: (actor) => world.as(actor, { clock }) }, path, who, input).catch(
            (error: Error) => {
              throw error.cause ?? error;
            },
          ),
        );
      const before = await kit.row(one);
      expect(await call('disputes.open', await kit.opening(one.deal))).toBe('org.suspended');
      expect(await call('disputes.withdraw', { disputeId, version: before.version })).toBe('org.suspended');
      expect(await call('escrow.proposeCancel', { ...(await kit.opening(one.deal)), keeps: 0 })).toBe('org.suspended');
      expect(await kit.row(one)).toEqual(before);

      expect(await call('disputes.send', { disputeId, text: 'We were there at nine.' })).toBe('done');
      await receiveEvidence(world.as(held, one), {
        disputeId,
        name: 'loaf.webp',
        declared: 'image/webp',
        body: createReadStream('db/seed/assets/loaf.webp'),
      });
      expect(await call('disputes.offer', { disputeId, creatorGets: side === 'brand' ? 9_000 : 20_000 })).toBe('done');
      await kit.toDecision(one);
      await prove(world, staff, one.clock);
      const ruling = {
        disputeId,
        creatorGets: 12_000,
        reason: 'Half of it was delivered.',
        version: await kit.version(one),
      };
      if ((await decide(world.as(staff, one), ruling)).state === 'proposed') {
        const finance = await createStaff(world, 'finance');
        await prove(world, finance, one.clock);
        const { proposal } = await caseOf(world.as(finance, one), one);
        await confirm(world.as(finance, one), { proposalId: proposal!.id, reason: 'I agree.' });
      }
      await announce(kit.worker(one), one);
      const appealed = { disputeId, version: await kit.version(one), text: 'Three of four were delivered.' };
      expect(await call('disputes.appeal', appealed)).toBe('done');
      expect(await kit.row(one)).toMatchObject({ state: 'appealed', appealed_side: side });
      const room = await roomFor(one[side === 'brand' ? 'creator' : 'brand'](), { milestoneId: one.deal.milestoneId });
      expect(room.dispute).toMatchObject({ evidence: [{ side }], appealedSide: side });
      expect(room.dispute?.statements.filter((s) => s.side === side).map((s) => s.text)).toEqual(
        expect.arrayContaining(['We were there at nine.', appealed.text]),
      );

      const other = await kit.disputed();
      const given = { disputeId: other.disputeId, version: await kit.version(other) };
      expect(await call('disputes.concede', given, { ...other.deal[side], suspended: true }, other)).toBe('done');
      await kit.runToTheEnd(other);
      expect(await kit.balances(other)).toEqual({
        funded: PRICE,
        held: 0,
        disputed: 0,
        released: side === 'brand' ? PRICE : 0,
        refunded: side === 'brand' ? 0 : PRICE,
      });
      expect(await kit.booksAgree()).toEqual([]);
    },
  );

  test('silent staff leave the money to the clock of the deal', async () => {
    const one = await kit.disputed();
    await kit.toDecision(one);
    one.clock.advance(7 * DAY);
    await endPhase(kit.worker(one), one);
    expect(await kit.row(one)).toMatchObject({ state: 'executing', outcome: 'clock', kept: PRICE });
    await kit.runToTheEnd(one);
    expect((await milestone(world, one.deal.milestoneId)).state).toBe('released');
    expect(await kit.booksAgree()).toEqual([]);
  });
});

describe('decisions of staff', () => {
  const ruling = { creatorGets: 16_000, reason: 'Two thirds for the work that was possible.' };

  test('above the limit take two people, Trust and Finance; an appeal goes to others', async () => {
    const one = await kit.disputed();
    const [trust, finance, second] = [
      await createStaff(world, 'trust'),
      await createStaff(world, 'finance'),
      await createStaff(world, 'super'),
    ];
    for (const who of [trust, finance, second]) await prove(world, who, one.clock);
    const as = (who: typeof trust) => world.as(who, { clock: one.clock });
    expect(await refused(decide(as(trust), { ...one, ...ruling, version: await kit.version(one) }))).toBe(
      'dispute.not_yet',
    );
    await kit.toDecision(one);
    for (const who of [trust, finance, second]) await prove(world, who, one.clock);
    const input = { disputeId: one.disputeId, ...ruling, version: await kit.version(one) };
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
    await announce(kit.worker(one), one);
    const room = await roomFor(one.creator(), { milestoneId: one.deal.milestoneId });
    expect(room.dispute?.decisions).toMatchObject([
      { creatorGets: 16_000, reason: ruling.reason, confirmation: 'I agree.' },
    ]);
    await appeal(one.creator(), {
      disputeId: one.disputeId,
      version: await kit.version(one),
      text: 'Story one had 3,900 views.',
    });
    await announce(kit.worker(one), one);
    expect(await refused(decide(as(trust), { ...input, version: await kit.version(one) }))).toBe('dispute.same_person');
    expect(await decide(as(second), { ...input, creatorGets: 18_000, version: await kit.version(one) })).toEqual({
      state: 'proposed',
    });
    const again = (await caseOf(as(finance), one)).proposal;
    expect(await refused(confirm(as(finance), { proposalId: again!.id, reason: 'Yes.' }))).toBe('dispute.same_person');
    const other = await createStaff(world, 'finance');
    await prove(world, other, one.clock);
    await confirm(as(other), { proposalId: again!.id, reason: 'Yes.' });
    await kit.runToTheEnd(one);
    expect(await kit.balances(one)).toMatchObject({ released: 18_000, refunded: 6_000 });
    expect(
      await refused(
        appeal(one.brand(), { disputeId: one.disputeId, version: await kit.version(one), text: 'Not again, surely.' }),
      ),
    ).toBe('dispute.executed');
    expect(await kit.booksAgree()).toEqual([]);
  });

  test('that give what cannot be, or are confirmed by who made them, are refused and change nothing', async () => {
    const one = await kit.disputed();
    await kit.toDecision(one);
    // May both decide and confirm, but not the same decision.
    const who = await createStaff(world, 'super');
    await prove(world, who, one.clock);
    const before = await kit.row(one);
    const input = { disputeId: one.disputeId, ...ruling, version: before.version };
    const decisions = () =>
      world.owner
        .selectFrom('dispute_decisions')
        .select(['kept', 'confirmed_by', 'effective_at'])
        .where('dispute_id', '=', one.disputeId)
        .execute();
    for (const [creatorGets, problem] of [
      [-1, 'negative'],
      [PRICE + 1, 'above_held'],
      [0.5, 'not_integer'],
    ] as const)
      expect(await refused(decide(world.as(who, one), { ...input, creatorGets }))).toBe(`input.invalid:${problem}`);
    expect(await decisions()).toEqual([]);
    expect(await decide(world.as(who, one), input)).toEqual({ state: 'proposed' });
    const { proposal } = await caseOf(world.as(who, one), one);
    expect(proposal).toMatchObject({ mine: true, mayConfirm: false });
    expect(await refused(confirm(world.as(who, one), { proposalId: proposal!.id, reason: 'I agree.' }))).toBe(
      'approval.same_person',
    );
    expect(await refused(decide(world.as(who, one), { ...input, creatorGets: 1 }))).toBe('approval.open');
    expect(await kit.row(one)).toEqual(before);
    expect(await decisions()).toEqual([{ kept: ruling.creatorGets, confirmed_by: null, effective_at: null }]);
    expect(await kit.balances(one)).toMatchObject({ released: 0, refunded: 0, disputed: PRICE });
  });

  test('by a person of one of the sides are refused, as are those on a case settled meanwhile', async () => {
    const one = await kit.disputed({ amounts: [15_000] });
    await kit.toDecision(one);
    const related = await createStaff(world, 'trust');
    await world.owner
      .insertInto('org_members')
      .values({ org_id: one.deal.brand.orgId, user_id: related.userId, role: 'viewer' })
      .execute();
    const trust = await createStaff(world, 'trust');
    for (const who of [related, trust]) await prove(world, who, one.clock);
    const input = {
      disputeId: one.disputeId,
      creatorGets: 10_000,
      reason: ruling.reason,
      version: await kit.version(one),
    };
    const before = await kit.row(one);
    expect(await refused(decide(world.as(related, one), input))).toBe('dispute.related');
    expect(await kit.row(one)).toEqual(before);
    await concede(one.brand(), { disputeId: one.disputeId, version: await kit.version(one) });
    expect(await refused(decide(world.as(trust, one), input))).toBe('dispute.settled_meanwhile');
    await kit.runToTheEnd(one);
    expect(await kit.balances(one)).toMatchObject({ released: 15_000, refunded: 0, disputed: 0 });
  });

  test('up to the limit take one', async () => {
    const one = await kit.disputed({ amounts: [20_000] });
    await kit.toDecision(one);
    const trust = await createStaff(world, 'trust');
    await prove(world, trust, one.clock);
    const input = {
      disputeId: one.disputeId,
      creatorGets: 5_000,
      reason: ruling.reason,
      version: await kit.version(one),
    };
    expect(await decide(world.as(trust, one), input)).toEqual({ state: 'decided' });
    await announce(kit.worker(one), one);
    one.clock.advance(3 * DAY);
    await endPhase(kit.worker(one), one);
    await kit.runToTheEnd(one);
    expect(await kit.balances(one)).toMatchObject({ released: 5_000, refunded: 15_000 });
  });
});

describe('the end of the talk', () => {
  test('ends it whether or not its timer has fired: what comes later is no answer, and opens nothing', async () => {
    const one = await kit.disputed();
    one.clock.advance(5 * DAY);
    expect(await refused(open(one.creator(), await kit.opening(one.deal)))).toBe('escrow.deadline_passed');
    await send(one.creator(), { disputeId: one.disputeId, text: 'I only see this now.' });
    expect(await kit.row(one)).toMatchObject({ state: 'talk', joined_at: null, creator_answered_at: null });
    expect(await endPhase(kit.worker(one), one)).toBe('talk ended: appeal');
    expect(await kit.row(one)).toMatchObject({ outcome: 'silent', kept: 0 });
  });
});

describe('statements', () => {
  test('of one side never hide those of the other, however many it writes', async () => {
    const one = await kit.disputed();
    await send(one.creator(), { disputeId: one.disputeId, text: 'The band stopped us at ten.' });
    await sql`insert into dispute_statements(id, dispute_id, contract_id, brand_org, creator_org, agency_org, side, kind, body, author_user, author_name, created_at)
      select gen_random_uuid(), d.id, d.contract_id, d.brand_org, d.creator_org, d.agency_org, 'brand', 'message', 'No ' || n, d.opened_by, 'Café Lumen', d.opened_at + n * interval '1 second'
        from disputes d, generate_series(1, 600) n where d.id = ${one.disputeId}::uuid`.execute(world.owner);
    one.clock.advance(DAY);
    await send(one.creator(), { disputeId: one.disputeId, text: 'Here is the mail of the venue.' });
    const staff = await createStaff(world, 'trust');
    for (const { dispute } of [
      await roomFor(one.creator(), { milestoneId: one.deal.milestoneId }),
      await caseOf(world.as(staff), { disputeId: one.disputeId }),
    ]) {
      const of = (side: 'brand' | 'creator') => dispute!.statements.filter((s) => s.side === side);
      expect(of('creator').map((s) => s.text)).toEqual([
        'The band stopped us at ten.',
        'Here is the mail of the venue.',
      ]);
      expect([of('brand')[0]?.kind, of('brand').at(-1)?.text, of('brand').length]).toEqual(['opening', 'No 600', 251]);
    }
  });
});
