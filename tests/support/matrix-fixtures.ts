import type { Actor, OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { applyToCampaign } from '../../server/features/campaigns/applying.ts';
import { createDraft, saveDraft } from '../../server/features/campaigns/drafts.ts';
import { publishCampaign } from '../../server/features/campaigns/service.ts';
import { sendOffer } from '../../server/features/offers/send.ts';
import { NOUNS } from '../fixtures/index.gen.ts';
import { briefOf } from './brief.ts';
import { insertDealRows, type DealRows } from './deal-rows.ts';
import { dealTermsOf } from './deal-terms.ts';
import type { Fixture } from './fixtures.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from './people.ts';

export type RowOwner = 'own' | 'foreign' | 'random';
export type ActorName =
  | 'anonymous'
  | 'newcomer'
  | 'brand'
  | 'viewer'
  | 'otherBrand'
  | 'creator'
  | 'otherCreator'
  | 'agency'
  | 'staff'
  | 'enrolling';

/** One brand and one creator with a row of every kind between them. */
export interface RowSet {
  brand: OrgActor;
  creator: OrgActor;
  campaignId: string;
  applicationId: string;
  offerId: string;
  offerHash: string;
  deal: DealRows;
  submissionId: string;
  fileId: string;
  commentId: string;
  quoteId: string;
  paymentId: string;
  payoutId: string;
  handle: string;
  /** Of the rows that nouns add in their fixtures. */
  ids: Record<string, string>;
}

export interface MatrixWorld {
  base: TestWorld;
  actors: Record<ActorName, Actor>;
  own: RowSet;
  foreign: RowSet;
  close(): Promise<void>;
}

/** Rows of every noun that adds its own. */
export async function addRows(
  world: TestWorld,
  between: { brand: OrgActor; creator: OrgActor },
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const noun of NOUNS) Object.assign(ids, await noun.addRows?.(world, between));
  return ids;
}

async function rowSet(world: TestWorld, label: string): Promise<RowSet> {
  const brand = await createOrg(world, 'brand', `Brand ${label}`);
  const creator = await createOrg(world, 'creator', `Creator ${label}`);
  const draft = await createDraft(world.as(brand));
  const saved = await saveDraft(world.as(brand), {
    campaignId: draft.id,
    step: 6,
    version: draft.version,
    patch: { ...briefOf(40_000), slots: 2 },
  });
  await publishCampaign(world.as(brand), { campaignId: draft.id, version: saved.version, publishAt: null });
  await applyToCampaign(world.as(creator), {
    campaignId: draft.id,
    pitch: 'I shoot breakfast places every week.',
    price: 40_000,
    links: [],
  });
  const application = await world.owner
    .selectFrom('applications')
    .where('campaign_id', '=', draft.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const offer = await sendOffer(world.as(brand), {
    applicationId: application.id,
    title: 'Autumn menu',
    terms: dealTermsOf(40_000),
    note: '',
  });
  const deal = await insertDealRows(world, brand, creator, 'funded');
  const [submissionId, fileId, commentId, quoteId, paymentId, payoutId] = Array.from({ length: 6 }, () => newId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const sides = { brand_org: brand.orgId, creator_org: creator.orgId };
  await world.owner
    .insertInto('submissions')
    .values({
      id: submissionId,
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      ...sides,
      n: 1,
      state: 'draft',
      created_by: creator.userId,
    })
    .execute();
  await world.owner
    .insertInto('files')
    .values({
      id: fileId,
      org_id: creator.orgId,
      submission_id: submissionId,
      ...sides,
      name: 'a.png',
      mime: 'image/png',
      size: 1,
      storage_key: `matrix/${fileId}`,
      state: 'ready',
      created_by: creator.userId,
    })
    .execute();
  await world.owner
    .insertInto('review_comments')
    .values({
      id: commentId,
      submission_id: submissionId,
      ...sides,
      body: 'A note',
      author_user: brand.userId,
      author_name: brand.name,
      author_org: brand.orgId,
    })
    .execute();
  await world.owner
    .insertInto('quotes')
    .values({
      id: quoteId,
      milestone_id: deal.milestoneId,
      brand_org: brand.orgId,
      currency: 'EUR',
      price: 40_000,
      fee: 2_000,
      tax: 400,
      tax_bps: 2_000,
      tax_country: 'FR',
      total: 42_400,
      expires_at: new Date(Date.now() + 1_800_000),
      created_by: brand.userId,
    })
    .execute();
  await world.owner
    .insertInto('payments')
    .values({
      id: paymentId,
      milestone_id: deal.milestoneId,
      contract_id: deal.contractId,
      ...sides,
      quote_id: quoteId,
      op_id: `fund:${paymentId}`,
      attempt: 1,
      request_key: newId(),
      state: 'expired',
      currency: 'EUR',
      price: 40_000,
      fee: 2_000,
      tax: 400,
      total: 42_400,
      expires_at: new Date(),
      created_by: brand.userId,
    })
    .execute();
  const profile = await world.owner
    .selectFrom('creator_profiles')
    .where('org_id', '=', creator.orgId)
    .select('handle')
    .executeTakeFirstOrThrow();
  return {
    brand,
    creator,
    campaignId: draft.id,
    applicationId: application.id,
    offerId: offer.id,
    offerHash: offer.versions[0]!.termsHash,
    deal,
    submissionId,
    fileId,
    commentId,
    quoteId,
    paymentId,
    payoutId,
    handle: profile.handle,
    ids: await addRows(world, { brand, creator }),
  };
}

export async function createMatrixWorld(): Promise<MatrixWorld> {
  const base = await createTestWorld('matrix');
  const own = await rowSet(base, 'A');
  const foreign = await rowSet(base, 'X');
  const actors: Record<ActorName, Actor> = {
    anonymous: { kind: 'anonymous' },
    newcomer: { kind: 'newcomer', userId: newId(), email: 'new@test.example' },
    brand: own.brand,
    viewer: await member(base, own.brand, 'viewer', 'Vera Viewer'),
    otherBrand: await createOrg(base, 'brand', 'Outsider'),
    creator: own.creator,
    otherCreator: await createOrg(base, 'creator', 'Outsider Creator'),
    agency: await createOrg(base, 'agency', 'Agency'),
    staff: await createStaff(base),
    enrolling: { ...(await createStaff(base)), kind: 'enrolling' },
  };
  return { base, actors, own, foreign, close: () => base.close() };
}

/** Every procedure of the router, by path. */
export const FIXTURES: Record<string, Fixture> = Object.assign({}, ...NOUNS.map(({ procedures }) => procedures));
