import type { OrgActor } from '../../server/context.ts';
import { createDraft, saveDraft } from '../../server/features/campaigns/drafts.ts';
import { applyToCampaign } from '../../server/features/campaigns/applying.ts';
import type { CampaignPatch } from '../../server/features/campaigns/schema.ts';
import { campaignDetail } from '../../server/features/campaigns/listing.ts';
import { publishCampaign } from '../../server/features/campaigns/service.ts';
import type { DealTerms } from '../../server/features/terms/schema.ts';
import { activateContract } from '../../server/features/contracts/deadline.ts';
import { getContract } from '../../server/features/contracts/service.ts';
import { signContract } from '../../server/features/contracts/sign.ts';
import type { OfferDetail } from '../../server/features/offers/schema.ts';
import { acceptOffer } from '../../server/features/offers/answer.ts';
import { sendOffer } from '../../server/features/offers/send.ts';
import { startOffer } from '../../server/features/offers/start.ts';
import { newId } from '../../server/core/ids.ts';
import type { TestWorld } from './people.ts';

const DAY = 24 * 3_600_000;
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY);
export const PITCH = 'I film breakfast places in Lyon every week.';
export const DEVICE = { ip: '127.0.0.1', userAgent: 'test' };

/** A brief for two creators at 400.00 EUR in two parts; `patch` overrides what a test is about. */
export const brief = (patch: CampaignPatch = {}): CampaignPatch => ({
  title: 'Autumn menu in Croix-Rousse',
  summary: 'One reel and four photos of three warm drinks.',
  product: 'Three warm drinks',
  goal: 'visits',
  country: 'FR',
  city: 'Lyon',
  currency: 'EUR',
  slots: 2,
  pay: { kind: 'fixed', min: 40_000, max: 40_000 },
  applicationDeadline: inDays(5),
  wanted: {
    niches: ['food'],
    city: 'Lyon',
    radiusKm: 30,
    followersMin: 1000,
    followersMax: 100_000,
    engagementMinBps: 0,
    languages: ['fr'],
  },
  deliverables: [
    { id: 'reel', platform: 'instagram', format: 'reel', count: 1, notes: '', brief: ['All three drinks shown'] },
    { id: 'photos', platform: 'instagram', format: 'photos', count: 4, notes: 'Natural light', brief: [] },
  ],
  milestones: [
    { title: 'Reel', amount: 30_000, dueAt: inDays(12), deliverableIds: ['reel'] },
    { title: 'Photos', amount: 10_000, dueAt: inDays(20), deliverableIds: ['photos'] },
  ],
  rights: { use: 'organic', days: 90, territory: 'France' },
  exclusivity: { days: 0, category: '' },
  revisions: 2,
  killFeeBps: 0,
  disclosureCountry: 'FR',
  disclosureText: 'Collaboration commerciale',
  clocks: { review: 'P5D', clearing: 'PT0S' },
  ...patch,
});

export async function draftCampaign(
  world: TestWorld,
  brand: OrgActor,
  patch: CampaignPatch = {},
): Promise<{ campaignId: string; version: number }> {
  const draft = await createDraft(world.as(brand));
  const saved = await saveDraft(world.as(brand), {
    campaignId: draft.id,
    step: 6,
    version: draft.version,
    patch: brief(patch),
  });
  return { campaignId: saved.id, version: saved.version };
}

export async function liveCampaign(world: TestWorld, brand: OrgActor, patch: CampaignPatch = {}): Promise<string> {
  const draft = await draftCampaign(world, brand, patch);
  await publishCampaign(world.as(brand), { ...draft, publishAt: null });
  return draft.campaignId;
}

/** The creator's application to the campaign; returns its id. */
export async function apply(world: TestWorld, creator: OrgActor, campaignId: string, price = 40_000): Promise<string> {
  const open = await applyToCampaign(world.as(creator), { campaignId, pitch: PITCH, price, links: [] });
  if (!open.application) throw new Error('no application');
  return open.application.id;
}

export async function offerTo(
  world: TestWorld,
  brand: OrgActor,
  applicationId: string,
  change: (terms: DealTerms) => DealTerms = (t) => t,
): Promise<OfferDetail> {
  const start = await startOffer(world.as(brand), { applicationId });
  return sendOffer(world.as(brand), { applicationId, title: start.title, terms: change(start.terms), note: '' });
}

export async function accept(world: TestWorld, actor: OrgActor, offer: OfferDetail): Promise<string> {
  const newest = offer.versions.at(-1)!;
  const accepted = await acceptOffer(world.as(actor), { offerId: offer.id, n: newest.n, termsHash: newest.termsHash });
  return accepted.contractId!;
}

export async function sign(world: TestWorld, actor: OrgActor, contractId: string): Promise<void> {
  const { documentHash } = await getContract(world.as(actor), { contractId });
  await signContract(
    world.as(actor, { requestKey: newId() }),
    { contractId, documentHash, typedName: actor.name },
    DEVICE,
  );
}

/** From a live campaign to an accepted offer; the contract waits for its signatures. */
export async function agreed(
  world: TestWorld,
  brand: OrgActor,
  creator: OrgActor,
  campaignId?: string,
): Promise<{ campaignId: string; offer: OfferDetail; contractId: string }> {
  const campaign = campaignId ?? (await liveCampaign(world, brand));
  const offer = await offerTo(world, brand, await apply(world, creator, campaign));
  return { campaignId: campaign, offer, contractId: await accept(world, creator, offer) };
}

/** From a live campaign to an active contract. */
export async function signedDeal(
  world: TestWorld,
  brand: OrgActor,
  creator: OrgActor,
  campaignId?: string,
): Promise<{ campaignId: string; contractId: string }> {
  const deal = await agreed(world, brand, creator, campaignId);
  await sign(world, brand, deal.contractId);
  await sign(world, creator, deal.contractId);
  await activateContract(world.system(), { contractId: deal.contractId });
  return deal;
}

export const detailAs = (world: TestWorld, brand: OrgActor, campaignId: string) =>
  campaignDetail(world.as(brand), { campaignId });
