import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { sha256Hex } from '../../../../server/core/canonical.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { wordingIn } from '../../../../server/features/clauses/wording.ts';
import { signedText } from '../../../../server/features/contracts/rules.ts';
import { activateContract, remindContract } from '../../../../server/features/contracts/deadline.ts';
import { getContract, listContracts, verifyFile } from '../../../../server/features/contracts/service.ts';
import { signContract } from '../../../../server/features/contracts/sign.ts';
import { declineContract } from '../../../../server/features/offers/contract-decline.ts';
import { expireContract } from '../../../../server/features/offers/contract-expiry.ts';
import { legalEntitiesOf } from '../../../../server/features/contracts/queries.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import type { Scope } from '../../../../server/features/representations/rules.ts';
import { createOrg, createTestWorld, prove, member, type TestWorld } from '../../../support/people.ts';
import {
  accept,
  agreed,
  apply,
  DEVICE,
  detailAs,
  liveCampaign,
  offerTo,
  sign,
  signedDeal,
} from '../../../support/negotiation.ts';
import { sql } from 'kysely';

let world: TestWorld;
let brand: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('contracts', { clockPolicy: 'standard' });
  brand = await createOrg(world, 'brand', 'Café Lumen');
});
afterAll(() => world.close());

const refused = (code: string, data: Record<string, unknown> = {}) =>
  expect.objectContaining({ code, data: expect.objectContaining(data) });
const newCreator = () => createOrg(world, 'creator', 'Zoë Lefèvre');
const signAs = (
  actor: OrgActor,
  contractId: string,
  documentHash: string,
  typedName = actor.name,
  requestKey = newId(),
) => signContract(world.as(actor, { requestKey }), { contractId, documentHash, typedName }, DEVICE);

/** A member of an agency who acts for the creator. */
const agentOf = (creator: OrgActor, scopes: Scope[]): OrgActor => ({
  ...creator,
  role: 'agent',
  acting: {
    representationId: newId(),
    agencyOrg: newId(),
    agencyName: 'Vidal Talent',
    creatorName: creator.name,
    scopes,
    agencyRole: 'owner',
  },
});

describe('the document', () => {
  it('is generated from the terms; its hash covers document and terms, and anyone can compute it again', async () => {
    const creator = await newCreator();
    const { contractId, offer } = await agreed(world, brand, creator);
    const seen = await getContract(world.as(creator), { contractId });
    expect(seen).toMatchObject({
      state: 'sent',
      mySide: 'creator',
      turn: 'brand',
      total: 40_000,
      feeBps: 500,
      taxBps: 2000,
      termsHash: offer.versions[0]!.termsHash,
      pdfUrl: null,
      can: { sign: true },
    });
    expect(seen.document).toMatchObject({
      version: 2,
      title: 'Autumn menu in Croix-Rousse',
      brand: { name: 'Café Lumen', country: 'FR' },
      language: 'en',
    });
    await expect(sha256Hex(signedText(seen.document, seen.terms))).resolves.toBe(seen.documentHash);
    const keys = seen.document.clauses.map((c) => c.key);
    expect(keys.slice(0, 8)).toEqual([
      'partiesAndOperator',
      'work',
      'deliverable',
      'briefItem',
      'deliverable',
      'deliverableNotes',
      'price',
      'milestone',
    ]);
    expect(seen.document.clauses.find((c) => c.key === 'review')?.values).toEqual({
      reviewDuration: 'P5D',
      extensionDuration: 'PT72H',
    });
    await expect(getContract(world.as(brand), { contractId })).resolves.toMatchObject({
      documentHash: seen.documentHash,
      mySide: 'brand',
    });
  });

  it("holds its full wording in the brand's language, which governs, and in the creator's, under the hash", async () => {
    const creator = await newCreator();
    await world.owner.updateTable('profiles').set({ locale: 'ar' }).where('id', '=', creator.userId).execute();
    const { contractId } = await agreed(world, brand, creator);
    const { document, terms, documentHash } = await getContract(world.as(brand), { contractId });
    expect(document.wordings?.map(({ language }) => language)).toEqual([document.language, 'ar']);
    for (const wording of document.wordings ?? [])
      expect(wording).toEqual(wordingIn(document, wording.language as 'en' | 'ar'));
    const [english] = document.wordings ?? [];
    expect(english?.clauses[1]?.items[0]?.replace(/[\u2066-\u2069]/gu, '')).toContain('1 × ');
    const other = structuredClone(document);
    other.wordings![1]!.clauses[0]!.body += ' ';
    await expect(sha256Hex(signedText(other, terms)), 'one word changed').resolves.not.toBe(documentHash);
  });

  it('keeps the fee and tax of its day', async () => {
    const { contractId } = await agreed(world, brand, await newCreator());
    await world.owner
      .insertInto('fee_schedules')
      .values({ id: newId(), payer: 'brand', bps: 900, valid_from: new Date(Date.now() - 1000) })
      .execute();
    try {
      await expect(getContract(world.as(brand), { contractId })).resolves.toMatchObject({ feeBps: 500 });
      const later = await agreed(world, brand, await newCreator());
      await expect(getContract(world.as(brand), { contractId: later.contractId })).resolves.toMatchObject({
        feeBps: 900,
      });
    } finally {
      await world.owner.deleteFrom('fee_schedules').where('bps', '=', 900).execute();
    }
  });
});

it('a part that no provider takes in one payment with its fee and tax is neither offered nor agreed on', async () => {
  const dearest = (t: DealTerms): DealTerms => ({
    ...t,
    milestones: t.milestones.map((m, i) => (i === 0 ? { ...m, amount: 90_000_000 } : m)),
  });
  const campaignId = await liveCampaign(world, brand);
  const creator = await newCreator();
  const [one, other] = [await apply(world, creator, campaignId), await apply(world, await newCreator(), campaignId)];
  const offer = await offerTo(world, brand, one, dearest);
  await world.owner
    .insertInto('fee_schedules')
    .values({ id: newId(), payer: 'brand', bps: 1_000, valid_from: new Date(Date.now() - 1000) })
    .execute();
  const tooLarge = refused('terms.charge_too_large', { field: 'terms.milestones.0.amount' });
  try {
    await expect(accept(world, creator, offer), 'the fee has risen since').rejects.toEqual(tooLarge);
    await expect(offerTo(world, brand, other, dearest)).rejects.toEqual(tooLarge);
  } finally {
    await world.owner.deleteFrom('fee_schedules').where('bps', '=', 1_000).execute();
  }
  await expect(accept(world, creator, offer)).resolves.toEqual(expect.any(String));
});

describe('signing', () => {
  it('refuses either side once the creator works from a country that cannot be paid, and signs nothing', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    const { documentHash } = await getContract(world.as(brand), { contractId });
    const moveTo = (country: string) =>
      world.owner.updateTable('orgs').set({ country }).where('id', '=', creator.orgId).execute();
    await moveTo('JP');
    await expect(signAs(brand, contractId, documentHash)).rejects.toEqual(refused('contract.country_unpaid'));
    await moveTo('FR');
    await signAs(brand, contractId, documentHash);
    await moveTo('JP');
    await expect(signAs(creator, contractId, documentHash)).rejects.toEqual(refused('contract.own_country_unpaid'));
    await expect(getContract(world.as(creator), { contractId })).resolves.toMatchObject({
      state: 'partially_signed',
      signatures: [{ side: 'brand' }],
      can: { sign: 'contract.own_country_unpaid', decline: true },
    });
    await moveTo('FR');
    await expect(signAs(creator, contractId, documentHash)).resolves.toMatchObject({ turn: null });
  });

  it('requires a fresh proof above the set sum, and signs nothing without it; up to the sum it does not', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    const { documentHash, total } = await getContract(world.as(brand), { contractId });
    const { settings } = world.integrations;
    const shipped = settings.signStepUpAbove;
    settings.signStepUpAbove = { ...shipped, EUR: total - 1 };
    try {
      const key = newId();
      await expect(signAs(brand, contractId, documentHash, brand.name, key)).rejects.toEqual(
        refused('auth.step_up_required', { reason: 'signature' }),
      );
      await expect(getContract(world.as(brand), { contractId })).resolves.toMatchObject({
        state: 'sent',
        can: { sign: true },
      });
      await prove(world, brand);
      // The call is sent again as it was, under its own key.
      await expect(signAs(brand, contractId, documentHash, brand.name, key)).resolves.toMatchObject({
        state: 'partially_signed',
      });
      settings.signStepUpAbove = { ...shipped, EUR: total };
      await expect(signAs(creator, contractId, documentHash)).resolves.toMatchObject({ turn: null });
    } finally {
      settings.signStepUpAbove = shipped;
    }
  });

  it('needs both sides; then the platform activates the contract and opens its milestones', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    const { documentHash } = await getContract(world.as(brand), { contractId });
    const { fee_terms } = await world.owner
      .selectFrom('contracts')
      .select('fee_terms')
      .where('id', '=', contractId)
      .executeTakeFirstOrThrow();
    expect(fee_terms, 'the whole schedule it was made under').toMatchObject({
      id: expect.any(String),
      bps: 500,
      fixed: 0,
      minimum: null,
      maximum: null,
      country: null,
      currency: null,
      validFrom: expect.any(String),
    });
    await expect(signAs(brand, contractId, documentHash, '  CAFE lumen ')).resolves.toMatchObject({
      state: 'partially_signed',
      turn: 'creator',
      can: { sign: 'contract.already_signed' },
    });
    await expect(activateContract(world.system(), { contractId })).resolves.toMatchObject({
      done: false,
      state: 'partially_signed',
    });
    await expect(signAs(creator, contractId, documentHash, 'zoe lefevre')).resolves.toMatchObject({
      turn: null,
      pdfUrl: `/files/contracts/${contractId}.pdf`,
    });
    await expect(activateContract(world.system(), { contractId })).resolves.toEqual({
      done: true,
      next: null,
      state: 'active',
    });
    await expect(activateContract(world.system(), { contractId })).resolves.toMatchObject({
      done: true,
      state: 'active',
    });
    const milestones = await world.owner
      .selectFrom('milestones')
      .select('state')
      .where('contract_id', '=', contractId)
      .execute();
    expect(milestones.map((m) => m.state)).toEqual(['awaiting_funding', 'awaiting_funding']);
    const events = await world.owner
      .selectFrom('escrow_events')
      .select(['type', 'actor_kind'])
      .where('contract_id', '=', contractId)
      .orderBy('seq')
      .execute();
    expect(events.map((e) => [e.type, e.actor_kind])).toEqual([
      ['contract_created', 'creator'],
      ['contract_signed', 'brand'],
      ['contract_signed', 'creator'],
      ['contract_active', 'system'],
    ]);
    const evidence = await world.owner
      .selectFrom('signatures')
      .select(['side', 'typed_name', 'ip', 'user_agent', 'document_hash'])
      .where('contract_id', '=', contractId)
      .orderBy('side')
      .execute();
    expect(evidence).toEqual(
      [
        { side: 'brand', typed_name: 'CAFE lumen', ip: '127.0.0.1', user_agent: 'test', document_hash: documentHash },
        {
          side: 'creator',
          typed_name: 'zoe lefevre',
          ip: '127.0.0.1',
          user_agent: 'test',
          document_hash: documentHash,
        },
      ].map((s) => ({ ...s, typed_name: s.side === 'brand' ? expect.stringMatching(/cafe lumen/i) : s.typed_name })),
    );
  });

  it('keeps with each signature which accounts the creator had then; what is entered later changes nothing of it', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    const { documentHash } = await getContract(world.as(creator), { contractId });
    const enter = (
      platform: 'blog' | 'instagram' | 'tiktok' | 'youtube',
      handle: string,
      url: string,
      position: number,
    ) =>
      world.owner
        .insertInto('social_accounts')
        .values({
          id: newId(),
          org_id: creator.orgId,
          platform,
          handle,
          url,
          position,
          followers: 3_000,
          as_of: new Date(),
        })
        .execute();
    await enter('instagram', '@Zoe.Cooks', 'https://www.instagram.com/zoe.cooks', 0);
    await signAs(brand, contractId, documentHash);
    await enter('blog', 'Zoe', 'https://www.Zoe.blog/', 1);
    await enter('youtube', 'UCzoe', 'https://www.youtube.com/channel/UCzoe', 2);
    await signAs(creator, contractId, documentHash);
    await enter('tiktok', 'somebody', 'https://www.tiktok.com/@somebody', 3);
    const kept = await world.owner
      .selectFrom('signatures')
      .select(['side', 'accounts'])
      .where('contract_id', '=', contractId)
      .orderBy('side')
      .execute();
    expect(kept).toEqual([
      { side: 'brand', accounts: [{ platform: 'instagram', handle: 'zoe.cooks', connected: false }] },
      {
        side: 'creator',
        accounts: [
          { platform: 'instagram', handle: 'zoe.cooks', connected: false },
          { platform: 'blog', handle: 'zoe.blog', connected: false },
        ],
      },
    ]);
  });

  it('names the legal entities behind both sides, as they were when it was made, to its parties alone', async () => {
    const creator = await newCreator();
    const bakery = await createOrg(world, 'brand', 'Rosa’s Bakery');
    const legal = { legal_name: 'Panificio Rosa S.r.l.', address: 'Via Roma 1\n00184 Roma', tax_id: 'IT00743110157' };
    await world.owner.updateTable('billing_profiles').set(legal).where('org_id', '=', bakery.orgId).execute();
    const { contractId, offer } = await agreed(world, bakery, creator);
    const { document, documentHash } = await getContract(world.as(creator), { contractId });
    expect(document.brand).toMatchObject({
      name: 'Rosa’s Bakery',
      legal: { name: legal.legal_name, address: legal.address, taxId: legal.tax_id },
    });
    expect(document.creator).not.toHaveProperty('legal');
    expect(document.clauses.find(({ key }) => key === 'partiesAndOperator')?.values).toMatchObject({
      brand: legal.legal_name,
    });
    await world.owner
      .updateTable('billing_profiles')
      .set({ legal_name: 'Somebody else S.p.A.' })
      .where('org_id', '=', bakery.orgId)
      .execute();
    await signAs(bakery, contractId, documentHash, 'Rosa Conti');
    const signed = await getContract(world.as(creator), { contractId });
    expect(signed).toMatchObject({
      documentHash,
      document: { brand: { legal: { name: legal.legal_name } } },
      signatures: [{ side: 'brand', name: 'Rosa Conti' }],
    });
    const stranger = await createOrg(world, 'brand', 'Nosy');
    await expect(withTx(world.as(stranger), (tx) => legalEntitiesOf(tx.db, offer.id))).resolves.toEqual({});
  });

  it('is one signature for twenty clicks, and two sides may sign at the same moment', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    const { documentHash } = await getContract(world.as(brand), { contractId });
    const key = newId();
    const results = await Promise.allSettled([
      ...Array.from({ length: 20 }, () => signAs(brand, contractId, documentHash, brand.name, key)),
      signAs(creator, contractId, documentHash),
    ]);
    expect(results.filter((r) => r.status === 'rejected')).toEqual([]);
    await expect(signAs(brand, contractId, documentHash)).rejects.toEqual(refused('contract.already_signed'));
    const detail = await getContract(world.as(brand), { contractId });
    expect(detail.signatures.map((s) => s.side).sort()).toEqual(['brand', 'creator']);
    expect(detail.signedAt).not.toBeNull();
  });

  it('refuses another text, another name, the same person, and who may not', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    const { documentHash } = await getContract(world.as(brand), { contractId });
    await expect(signAs(brand, contractId, 'f'.repeat(64))).rejects.toEqual(refused('contract.hash_mismatch'));
    await expect(signAs(brand, contractId, documentHash, 'Somebody')).rejects.toEqual(
      refused('contract.name_mismatch', { field: 'typedName' }),
    );
    await expect(signAs(await member(world, brand, 'finance', 'Théo'), contractId, documentHash)).rejects.toEqual(
      refused('auth.not_allowed', { action: 'contract.sign' }),
    );
    await expect(signAs({ ...brand, emailVerified: false }, contractId, documentHash)).rejects.toEqual(
      refused('auth.mailbox_unverified'),
    );
    await expect(signAs(await createOrg(world, 'brand', 'Stranger'), contractId, documentHash)).rejects.toEqual(
      refused('not_found'),
    );
    const twoHats: OrgActor = { ...brand, userId: creator.userId, name: creator.name };
    await world.owner
      .insertInto('org_members')
      .values({ org_id: brand.orgId, user_id: creator.userId, role: 'owner' })
      .execute();
    await expect(signAs(twoHats, contractId, documentHash)).rejects.toEqual(refused('contract.same_person'));
    await expect(signAs(creator, contractId, documentHash)).rejects.toEqual(refused('contract.same_person'));
    await world.owner
      .deleteFrom('org_members')
      .where('org_id', '=', brand.orgId)
      .where('user_id', '=', creator.userId)
      .execute();
    await sign(world, creator, contractId);
  });

  it("expires at its deadline without both signatures, and the creator's place is free again", async () => {
    const creator = await newCreator();
    const { contractId, campaignId, offer } = await agreed(world, brand, creator);
    await sign(world, brand, contractId);
    const { deadlineAt, documentHash } = await getContract(world.as(brand), { contractId });
    const clock = steppedClock(new Date(deadlineAt!.getTime() - 1000));
    await remindContract(world.system(clock), { contractId, hoursLeft: 24 });
    await expect(expireContract(world.system(clock), { contractId })).resolves.toEqual({
      done: false,
      next: deadlineAt,
      state: 'partially_signed',
    });
    clock.set(deadlineAt!);
    await expect(
      signContract(world.as(creator, { clock }), { contractId, documentHash, typedName: creator.name }, DEVICE),
    ).rejects.toEqual(refused('contract.expired'));
    await expect(expireContract(world.system(clock), { contractId })).resolves.toEqual({
      done: true,
      next: null,
      state: 'expired',
    });
    await expect(signAs(creator, contractId, documentHash)).rejects.toEqual(refused('contract.expired'));
    const milestones = await world.owner
      .selectFrom('milestones')
      .select('state')
      .where('contract_id', '=', contractId)
      .execute();
    expect(new Set(milestones.map((m) => m.state))).toEqual(new Set(['void']));
    const notices = await world.owner
      .selectFrom('notices')
      .select(['kind', 'org_id'])
      .where('link', '=', `/smart-contracts/${contractId}`)
      .where(sql<boolean>`kind like 'contract_exp%'`)
      .orderBy('id')
      .execute();
    expect(notices.map((n) => [n.kind, n.org_id === brand.orgId])).toEqual([
      ['contract_expiring', false],
      ['contract_expired', true],
      ['contract_expired', false],
    ]);
    const { applicants } = await detailAs(world, brand, campaignId);
    expect(applicants[0]?.state).toBe('shortlisted');
    const again = await offerTo(world, brand, applicants[0]!.applicationId);
    expect(again.id).not.toBe(offer.id);
  });

  it('does not expire what both have signed', async () => {
    const creator = await newCreator();
    const { contractId } = await agreed(world, brand, creator);
    await sign(world, brand, contractId);
    await sign(world, creator, contractId);
    const late = world.system(steppedClock(new Date(Date.now() + 30 * 86_400_000)));
    await expect(expireContract(late, { contractId })).resolves.toEqual({
      done: false,
      next: null,
      state: 'partially_signed',
    });
    await expect(activateContract(late, { contractId })).resolves.toMatchObject({ done: true });
  });
});

it('is declined by a side before both signed: the other reads the reason, nothing is owed, the place is free', async () => {
  const creator = await newCreator();
  const { contractId, campaignId, offer } = await agreed(world, brand, creator);
  await sign(world, brand, contractId);
  const reason = 'The dates clash with another job.';
  const decline = (actor: OrgActor, requestKey = newId()) =>
    declineContract(world.as(actor, { requestKey }), { contractId, reason });
  await expect(decline(await newCreator())).rejects.toEqual(refused('not_found'));
  const agent = agentOf(creator, ['accept', 'sign']);
  await expect(decline(agent), 'an agency that may not negotiate').rejects.toEqual(refused('auth.no_mandate'));
  expect((await getContract(world.as(agent), { contractId })).can.decline).toBe('auth.no_mandate');
  expect((await getContract(world.as(agentOf(creator, ['negotiate'])), { contractId })).can.decline).toBe(true);
  const key = newId();
  await expect(decline(creator, key)).resolves.toMatchObject({ state: 'declined', turn: null });
  await expect(decline(creator, key), 'sent twice').resolves.toMatchObject({ state: 'declined' });
  await expect(decline(brand)).rejects.toEqual(refused('contract.declined'));
  const seen = await getContract(world.as(brand), { contractId });
  expect(seen).toMatchObject({
    declined: { side: 'creator', reason },
    can: { sign: 'contract.already_signed', decline: 'contract.declined' },
  });
  await expect(signAs(creator, contractId, seen.documentHash)).rejects.toEqual(refused('contract.declined'));
  const { states } = await world.owner
    .selectFrom('milestones')
    .select(sql<string[]>`array_agg(distinct state)`.as('states'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  expect(states).toEqual(['void']);
  const notices = await world.owner
    .selectFrom('notices')
    .select(['org_id', 'data'])
    .where('kind', '=', 'contract_declined')
    .where('link', '=', `/smart-contracts/${contractId}`)
    .execute();
  expect(notices).toEqual([{ org_id: brand.orgId, data: expect.objectContaining({ reason }) }]);
  await expect(expireContract(world.system(), { contractId })).resolves.toMatchObject({ state: 'declined' });
  const { applicants } = await detailAs(world, brand, campaignId);
  expect(applicants[0]?.state).toBe('shortlisted');
  expect((await offerTo(world, brand, applicants[0]!.applicationId)).id).not.toBe(offer.id);
  await expect(
    world.owner.updateTable('contracts').set({ decline_reason: 'Other' }).where('id', '=', contractId).execute(),
    'the reason is final',
  ).rejects.toThrow();

  const signed = await signedDeal(world, brand, creator);
  await expect(
    declineContract(world.as(creator), { contractId: signed.contractId, reason }),
    'what both signed',
  ).rejects.toEqual(refused('state.already_decided'));
});

it('has the clauses of French law once a brand and a creator reach 1,000 EUR within the year', async () => {
  const french = async (contractId: string) =>
    (await getContract(world.as(brand), { contractId })).document.clauses.some(({ key }) => key === 'frenchLaw');
  const creator = await newCreator();
  const [first, second] = [await agreed(world, brand, creator), await agreed(world, brand, creator)];
  const third = await agreed(world, brand, creator);
  expect([await french(first.contractId), await french(second.contractId), await french(third.contractId)]).toEqual([
    false,
    false,
    true,
  ]);
  const reason = 'Not these dates';
  await declineContract(world.as(brand), { contractId: first.contractId, reason });
  await world.owner
    .updateTable('contracts')
    .set({ created_at: new Date(Date.now() - 366 * 86_400_000) })
    .where('id', '=', second.contractId)
    .execute();
  const other = await createOrg(world, 'brand', 'Atelier Mistral');
  const elsewhere = await agreed(world, other, creator);
  await declineContract(world.as(brand), { contractId: third.contractId, reason });
  const fourth = await agreed(world, brand, creator);
  expect(await french(fourth.contractId), 'declined ones, another year and another brand do not count').toBe(false);
  const { document } = await getContract(world.as(other), { contractId: elsewhere.contractId });
  expect(document.clauses.map(({ key }) => key)).not.toContain('frenchLaw');
});

it('of two contracts that reach 1,000 EUR at one moment, has the clauses of French law in one', async () => {
  const creator = await newCreator();
  const offers = await Promise.all(
    [1, 2, 3].map(async () => offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)))),
  );
  await accept(world, creator, offers[0]!);
  const made = await Promise.all(offers.slice(1).map((offer) => accept(world, creator, offer)));
  const documents = await Promise.all(made.map((contractId) => getContract(world.as(brand), { contractId })));
  expect(documents.filter(({ document }) => document.clauses.some(({ key }) => key === 'frenchLaw'))).toHaveLength(1);
});

it('is either signed by both or declined where the second signature and the refusal come at one moment', async () => {
  const creator = await newCreator();
  for (let i = 0; i < 4; i += 1) {
    const { contractId } = await agreed(world, brand, creator);
    await sign(world, brand, contractId);
    const { documentHash } = await getContract(world.as(creator), { contractId });
    const [signing, refusing] = await Promise.allSettled([
      signAs(creator, contractId, documentHash),
      declineContract(world.as(brand, { requestKey: newId() }), { contractId, reason: 'The budget is gone.' }),
    ]);
    const { state, signatures, can } = await getContract(world.as(brand), { contractId });
    const signed = signing.status === 'fulfilled';
    expect({ refusing: refusing.status, state, signatures: signatures.length, can }).toEqual(
      signed
        ? {
            refusing: 'rejected',
            state: 'partially_signed',
            signatures: 2,
            can: { sign: 'contract.already_signed', decline: 'state.already_decided' },
          }
        : {
            refusing: 'fulfilled',
            state: 'declined',
            signatures: 1,
            can: { sign: 'contract.already_signed', decline: 'contract.declined' },
          },
    );
    await expect(activateContract(world.system(), { contractId })).resolves.toMatchObject({
      state: signed ? 'active' : 'declined',
    });
  }
});

it('has the added clauses in its text; one that the sides changed is shown beside our wording until both signed', async () => {
  const creator = await newCreator();
  const applicationId = await apply(world, creator, await liveCampaign(world, brand));
  const text = 'Each side keeps the figures to itself.';
  const offer = await offerTo(world, brand, applicationId, (terms) => ({
    ...terms,
    clauses: [
      { key: 'confidentiality', title: '', text, language: 'en' },
      // Our own words are no change.
      {
        key: 'conduct',
        title: '',
        text: wordingIn({ clauses: [{ key: 'conduct', values: {} }] }, 'en').clauses[0]!.body,
        language: 'en',
      },
      { key: 'own', title: 'Parking', text: 'The brand pays for parking.', language: 'en' },
    ],
  }));
  expect(Object.keys(offer.standardClauses)).toEqual(['confidentiality']);
  const contractId = await accept(world, creator, offer);
  const { document, standardClauses } = await getContract(world.as(creator), { contractId });
  expect(document.clauses.map(({ key }) => key).filter((key) => /Clause$|conduct|confid/u.test(key))).toEqual([
    'changedClause',
    'conduct',
    'ownClause',
  ]);
  const bare = (words: string) => words.replace(/[\u2066-\u2069]/gu, '');
  const wording = document.wordings![0]!.clauses.find(({ body }) => bare(body) === text);
  expect(bare(wording?.title ?? '')).toBe('Confidentiality');
  expect(standardClauses['confidentiality']).toContain('in confidence');
  await sign(world, brand, contractId);
  await sign(world, creator, contractId);
  expect((await getContract(world.as(creator), { contractId })).standardClauses).toEqual({});
});

it('lists contracts by state for their parties only, and unknown files are unknown', async () => {
  const creator = await newCreator();
  const open = await agreed(world, brand, creator);
  const signed = await signedDeal(world, brand, creator);
  const ids = async (state: 'open' | 'active' | 'ended' | 'all') =>
    (await listContracts(world.as(creator), { state, limit: 100 })).items.map((c) => c.id);
  await expect(ids('open')).resolves.toEqual([open.contractId]);
  await expect(ids('active')).resolves.toEqual([signed.contractId]);
  await expect(ids('ended')).resolves.toEqual([]);
  await expect(ids('all')).resolves.toEqual([signed.contractId, open.contractId]);
  await expect(listContracts(world.as(await newCreator()), { state: 'all' })).resolves.toEqual({
    items: [],
    next: null,
  });
  await expect(getContract(world.as(await newCreator()), { contractId: open.contractId })).rejects.toEqual(
    refused('not_found'),
  );
  await expect(verifyFile({ ...world.as({ kind: 'anonymous' }) }, { sha256: 'a'.repeat(64) })).resolves.toEqual({
    known: false,
  });
});
