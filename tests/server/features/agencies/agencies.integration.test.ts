import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgActor, OrgRole } from '../../../../server/context.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import type {
  AgencyHome,
  AgencyProfile,
  PitchedRow,
  PublicAgency,
  StatementMonth,
} from '../../../../server/features/agencies/schema.ts';
import { statementCsv, statementPdf } from '../../../../server/features/agencies/statement.ts';
import type { AgencyRating, RatingDto, RatingPage } from '../../../../server/features/ratings/schema.ts';
import { actingActor } from '../../../../server/features/representations/acting.ts';
import type { ActDto } from '../../../../server/features/representations/schema.ts';
import type { Page } from '../../../../server/core/pagination.ts';
import { addRepresentation } from '../../../fixtures/representations.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { inDays, liveCampaign } from '../../../support/negotiation.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { callProcedure } from '../../../support/procedures.ts';

let world: TestWorld;
let brand: OrgActor;
let agency: OrgActor;
let leo: OrgActor;
let aicha: OrgActor;
let other: OrgActor;
let ofLeo: string;
beforeAll(async () => {
  world = await createTestWorld('agencies');
  brand = await createOrg(world, 'brand', 'Bask');
  agency = await createOrg(world, 'agency', 'Elena Vidal');
  [leo, aicha, other] = [
    await published('Leo Duarte'),
    await published('Aïcha Diallo'),
    await published('Somebody Else'),
  ];
  const more = { valid_from: inDays(-30), answered_at: inDays(-30) };
  ofLeo = await addRepresentation(world, { agency, creator: leo }, { ...more, scopes: ['apply', 'submit'] });
  await addRepresentation(world, { agency, creator: aicha }, { ...more, scopes: ['message'] });
});
afterAll(() => world?.close());

async function published(name: string): Promise<OrgActor> {
  const creator = await createOrg(world, 'creator', name);
  await world.owner
    .updateTable('creator_profiles')
    .set({ published_at: new Date() })
    .where('org_id', '=', creator.orgId)
    .execute();
  return creator;
}
const call = <T>(path: string, as: OrgActor | (() => Promise<OrgActor>), input?: unknown, key?: string): Promise<T> =>
  callProcedure(world, path, as, input, key) as Promise<T>;
const outcome = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (error: { cause?: unknown }) => {
      if (isAppError(error)) return error.code;
      if (isAppError(error.cause)) return error.cause.code;
      throw error;
    },
  );

test('one pitch is one application for each creator, with an answer for each, and a repeat adds none', async () => {
  const campaignId = await liveCampaign(world, brand);
  const input = {
    campaignId,
    pitch: 'Two creators of breakfast places, both in Lyon this month.',
    creators: [leo, aicha, other].map(({ orgId }) => ({ creatorOrg: orgId, price: 40_000 })),
  };
  const key = newId();
  const rows = await call<PitchedRow[]>('agencies.pitch', agency, input, key);
  expect(rows.map(({ refusal }) => refusal?.code ?? 'sent')).toEqual(['sent', 'auth.no_mandate', 'acting.ended']);
  const again = await call<PitchedRow[]>('agencies.pitch', agency, input, key);
  expect(again.map(({ refusal }) => refusal?.code ?? 'sent')).toEqual(['sent', 'auth.no_mandate', 'acting.ended']);
  const dear = { ...input, creators: [{ creatorOrg: leo.orgId, price: 99_000 }] };
  expect((await call<PitchedRow[]>('agencies.pitch', agency, dear))[0]?.refusal?.code).not.toBeNull();
  const sent = await world.owner
    .selectFrom('applications')
    .select(['creator_org', 'price'])
    .where('campaign_id', '=', campaignId)
    .execute();
  expect(sent).toEqual([{ creator_org: leo.orgId, price: 40_000 }]);
  const { items } = await call<Page<ActDto>>('representations.acts', leo, {});
  expect(items.map(({ act, outcome: result, agentName }) => [act, result, agentName])).toEqual([
    ['campaigns.sendApplication', 'refused', 'Elena Vidal'],
    ['campaigns.sendApplication', 'done', 'Elena Vidal'],
  ]);
  expect(await call('agencies.pitchable', agency, { campaignId })).toMatchObject([
    { creator: { orgId: leo.orgId }, applied: true },
  ]);
});

test('a month’s statement lists each commission with its deal, as file and as CSV safe against formulas', async () => {
  const deal = await insertDealRows(world, brand, leo, 'released', {}, { agency, commissionBps: 1_500 });
  await world.owner.updateTable('orgs').set({ name: '=1+1 Bask' }).where('id', '=', brand.orgId).execute();
  const opId = `test:${newId()}`;
  await world.owner
    .insertInto('operations')
    .values({
      op_id: opId,
      kind: 'transfer',
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      amount: 6_000,
      currency: 'EUR',
      idempotency_key: opId,
      state: 'done',
      claimed_at: new Date('2026-03-31T23:00:00Z'),
    })
    .execute();
  await world.owner
    .insertInto('transfers')
    .values({
      id: newId(),
      contract_id: deal.contractId,
      milestone_id: deal.milestoneId,
      payee_org: agency.orgId,
      leg: 'agent',
      amount: 6_000,
      currency: 'EUR',
      op_id: opId,
      state: 'sent',
      sent_at: new Date('2026-03-31T23:30:00Z'),
      created_at: new Date('2026-03-31T23:00:00Z'),
    })
    .execute();
  const months = await call<StatementMonth[]>('agencies.statements', agency, {});
  expect(months).toEqual([{ month: '2026-03', count: 1, amounts: [{ amount: 6_000, currency: 'EUR' }] }]);
  const { body } = await statementCsv(world.as(agency), { month: '2026-03', locale: 'en' });
  expect(body.split('\r\n')[1]).toMatch(/^2026-03-31,Leo Duarte,'=1\+1 Bask,Autumn menu,.*,60\.00,EUR$/u);
  // Of what the provider took back, staff have paid a part by bank: that is earned.
  await world.owner
    .updateTable('transfers')
    .set({ reversed_amount: 2_000, reversed_at: new Date(), reversed_by_bank: 500 })
    .where('op_id', '=', opId)
    .execute();
  const [kept] = await call<StatementMonth[]>('agencies.statements', agency, {});
  expect(kept?.amounts).toEqual([{ amount: 4_500, currency: 'EUR' }]);
  const taken = await statementCsv(world.as(agency), { month: '2026-03', locale: 'en' });
  expect(taken.body.split('\r\n')[1]).toMatch(/,45\.00,EUR$/u);
  const { bytes } = await statementPdf(world.as(agency), { month: '2026-03', locale: 'ar' });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await outcome(statementCsv(world.as(agency), { month: '2026-04', locale: 'en' }))).toBe('not_found');
  expect(await outcome(statementCsv(world.as(leo), { month: '2026-03', locale: 'en' }))).toBe(
    'auth.wrong_account_type',
  );
});

test('an agency is verified while the payment provider pays out to it; until then its creators confirm what it signs', async () => {
  const one = await createOrg(world, 'agency', 'Nova Agents');
  const creator = await published('Nour Haddad');
  await addRepresentation(world, { agency: one, creator }, { scopes: ['negotiate', 'sign'] });
  await world.owner
    .insertInto('agency_profiles')
    .values({
      org_id: one.orgId,
      commission_min_bps: 1_000,
      commission_max_bps: 1_500,
      published_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  const { slug } = await call<AgencyProfile>('agencies.mine', one);
  const state = async () => ({
    own: (await call<AgencyProfile>('agencies.mine', one)).verified,
    others: (await call<PublicAgency>('agencies.page', brand, { slug })).verified,
    alone: (await actingActor(world.as({ kind: 'anonymous' }), one, creator.orgId)).acting?.scopes,
  });
  expect(await state()).toEqual({ own: false, others: false, alone: ['negotiate'] });
  await world.owner
    .insertInto('payout_accounts')
    .values({ org_id: one.orgId, country: 'FR', currency: 'EUR', state: 'enabled' })
    .execute();
  expect(await state()).toEqual({ own: true, others: true, alone: ['negotiate', 'sign'] });
  await world.owner
    .updateTable('payout_accounts')
    .set({ state: 'restricted' })
    .where('org_id', '=', one.orgId)
    .execute();
  expect(await state()).toEqual({ own: false, others: false, alone: ['negotiate'] });
});

test('each role in an agency: the owner does all, an agent sees no money, an assistant drafts, finance looks', async () => {
  await insertDealRows(world, brand, leo, 'funded', {}, { agency, commissionBps: 1_500 });
  const members: Partial<Record<OrgRole, OrgActor>> = { owner: agency };
  for (const role of ['agent', 'assistant', 'finance'] as const)
    members[role] = await member(world, agency, role, role);
  const campaignId = await liveCampaign(world, brand);
  const draft = { creator: 'x@y.example', scopes: ['apply'], commissionBps: 1_500, from: new Date(), to: null };
  const answers: Record<string, string[]> = {};
  for (const [role, one] of Object.entries(members)) {
    const forLeo = () => actingActor(world.as({ kind: 'anonymous' }), one, leo.orgId);
    const pitch = {
      campaignId,
      pitch: 'He films breakfast places in Lyon every week.',
      creators: [{ creatorOrg: leo.orgId, price: 1 }],
    };
    const home = await call<AgencyHome>('agencies.home', one);
    answers[role] = [
      home.commission.length > 0 ? 'money' : 'no money',
      await outcome(call('agencies.pipeline', one)),
      await outcome(call('agencies.statements', one, {})),
      await outcome(call('representations.draft', one, { ...draft, noticeDays: 30, language: 'en' })),
      await outcome(call('campaigns.save', forLeo, { campaignId })),
      (await call<PitchedRow[]>('agencies.pitch', one, pitch))[0]?.refusal?.code ?? 'ok',
    ];
  }
  const no = 'auth.not_allowed';
  expect(answers).toEqual({
    owner: ['money', 'ok', 'ok', 'ok', 'ok', 'money.too_small'],
    agent: ['no money', 'ok', no, 'ok', 'ok', 'money.too_small'],
    assistant: ['no money', 'ok', no, no, 'ok', 'acting.drafts_only'],
    finance: ['money', 'ok', 'ok', no, 'acting.view_only', 'acting.view_only'],
  });
});

test('a creator reviews its agency once, everybody reads it, and the agency replies, also after the end', async () => {
  const give = (who: OrgActor, stars = 4) =>
    call<AgencyRating>('ratings.giveAgency', who, { representationId: ofLeo, stars, body: 'Reads every clause.' });
  expect(await outcome(give(aicha))).toBe('not_found');
  const acting = () => actingActor(world.as({ kind: 'anonymous' }), agency, leo.orgId);
  expect(await outcome(call('ratings.giveAgency', acting, { representationId: ofLeo, stars: 5, body: '' }))).toBe(
    'auth.creator_only',
  );
  expect((await give(leo)).mine).toMatchObject({ stars: 4, relation: 'mine' });
  expect(await outcome(give(leo, 1))).toBe('rating.given');
  const read = await call<RatingPage>('ratings.of', brand, { orgId: agency.orgId, limit: 10 });
  expect([read.count, read.mean, read.items[0]?.body]).toEqual([1, 40, 'Reads every clause.']);
  expect((await call<RatingPage>('ratings.of', brand, { orgId: leo.orgId, limit: 10 })).count).toBe(0);
  await world.owner
    .updateTable('representations')
    .set({ state: 'ended', ended_at: new Date(), valid_to: new Date(), ended_by: 'creator' })
    .where('id', '=', ofLeo)
    .execute();
  const replied = await call<RatingDto>('ratings.reply', agency, { ratingId: read.items[0]!.id, body: 'Thank you' });
  expect(replied.reply).toBe('Thank you');
});
