import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { payRange } from '../campaigns/draft-rules.ts';
import { paymentFacts } from '../campaigns/market.ts';
import { pay, type PaymentFacts } from '../campaigns/schema.ts';
import type { NicheKey } from '../niches/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { locationOf } from '../places/gazetteer.ts';
import { meanTenths } from '../ratings/rules.ts';
import { changeOrg, lockNames } from '../orgs/changes.ts';
import { isNameTaken } from '../accounts/service.ts';
import { audienceFrom } from './audiences.ts';
import {
  brandBySlug,
  directory,
  locationsOf,
  openCampaignsOf,
  ownBrand,
  replaceLocations,
  replyTimesOf,
  saveProfile,
  starsOfBrands,
  type BrandRow,
  type ProfileRow,
} from './queries/profiles.ts';
import { kitOf } from './pictures.ts';
import { completenessOf, MIN_ANSWERS, type Completeness } from './rules.ts';
import type {
  brandInput,
  BrandListItem,
  BrandProfile,
  brandSlugInput,
  directoryInput,
  PublicBrand,
  Targets,
} from './schema.ts';
import { checkSlug, ownTexts, textsForOthers } from './texts.ts';
import { followSite, verificationOf } from './verification.ts';

const NO_TARGETS: Targets = { niches: [], places: [], followersMin: null, followersMax: null };
const NO_FACTS: PaymentFacts = { fundedDeals: 0, releasedDeals: 0, medianApprovalSeconds: null, verified: null };
const SHOWN_CAMPAIGNS = 20;

const contentOf = (row: ProfileRow) => ({
  description: row.description ?? '',
  website: row.website,
  niches: (row.niches ?? []) as NicheKey[],
  colors: row.colors ?? [],
  audience: audienceFrom(row.audience),
  claimsAllowed: row.claims_allowed ?? [],
  claimsForbidden: row.claims_forbidden ?? [],
  targets: { ...NO_TARGETS, ...(row.targets as Partial<Targets> | null) },
  links: row.links ?? [],
});

export const hasTargets = ({ niches, places, followersMin, followersMax }: Targets): boolean =>
  niches.length > 0 || places.length > 0 || followersMin !== null || followersMax !== null;

async function ownProfile(tx: OrgContext): Promise<BrandProfile> {
  const row = await ownBrand(tx.db, tx.actor.orgId);
  if (!row) throw new AppError('not_found');
  const locations = await locationsOf(tx.db, row.id);
  const content = contentOf(row);
  const { held, notes, ...texts } = await ownTexts(tx, content);
  const kit = await kitOf(tx, row.id, row.logo_id);
  const verification = await verificationOf(tx, row.website);
  return {
    name: row.name,
    slug: row.slug,
    savedAt: row.updated_at,
    ...content,
    ...texts,
    held,
    notes,
    locations: locations.map(({ lat: _lat, lon: _lon, ...location }) => location),
    kit,
    verification,
    completeness: completenessOf({
      description: texts.description,
      hasLogo: kit.logo !== null,
      isVerified: verification.state === 'verified',
      website: content.website,
      niches: content.niches.length,
      hasTargets: hasTargets(content.targets),
      locations: locations.length,
      covers: kit.covers.length,
      claims: texts.claimsAllowed.length + texts.claimsForbidden.length,
    }),
  };
}

/** The brand's own profile, empty until it is saved. */
export const myBrand = (ctx: OrgContext): Promise<BrandProfile> => withTx(ctx, ownProfile);

/** Changes the name in the address of the brand's page. Throws brand.slug_taken, brand.text_refused. */
async function rename(tx: OrgContext, slug: string, before: string): Promise<void> {
  if (slug === before) return;
  checkSlug(slug);
  await lockNames(tx);
  if (await isNameTaken(tx, slug)) throw new AppError('brand.slug_taken', { field: 'slug' });
  await changeOrg(tx, tx.actor.orgId, { slug });
  await audit(tx, 'brand.renamed', `org:${tx.actor.orgId}`, { slug });
}

/**
 * Saves the profile; a text that the rules hold is shown to others after staff released it. Throws auth.not_allowed,
 * brand.slug_taken, brand.text_refused.
 */
export async function saveBrand(ctx: OrgContext, input: z.output<typeof brandInput>): Promise<BrandProfile> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const at = tx.clock.now();
    const before = await ownBrand(tx.db, orgId);
    if (!before) throw new AppError('not_found');
    const { slug, locations, ...content } = input;
    await rename(tx, slug, before.slug);
    const texts = await textsForOthers(tx, input, contentOf(before));
    await saveProfile(tx.db, { orgId, input: { ...content, ...texts }, at });
    await followSite(tx, input.website);
    await replaceLocations(tx.db, {
      orgId,
      locations: locations.map(({ name, address, city, country }) => ({
        id: newId(at.getTime()),
        name,
        address,
        city,
        country: country?.toUpperCase() ?? null,
        ...locationOf(city, country?.toUpperCase() ?? null),
      })),
    });
    await audit(tx, 'brand.saved', `org:${orgId}`);
    return ownProfile(tx);
  });
}

/** The brands of a page as others see them in the directory. */
async function toItems(tx: OrgContext, rows: readonly BrandRow[]): Promise<BrandListItem[]> {
  const orgIds = rows.map((row) => row.id);
  const parties = await partiesOf(tx, orgIds);
  const facts = await paymentFacts(tx, orgIds);
  const stars = await starsOfBrands(tx.db, { orgIds, now: tx.clock.now() });
  const replies = await replyTimesOf(tx.db, orgIds);
  return rows.map((row) => {
    const rated = stars.get(row.id) ?? { count: 0, stars: 0 };
    const reply = replies.get(row.id);
    return {
      party: partyIn(parties, row.id),
      city: row.city,
      country: row.country,
      description: row.description ?? '',
      niches: (row.niches ?? []) as NicheKey[],
      openCampaigns: row.open_campaigns,
      facts: facts.get(row.id) ?? NO_FACTS,
      replySeconds: reply && reply.answered >= MIN_ANSWERS ? Math.round(reply.seconds) : null,
      rating: { count: rated.count, mean: meanTenths(rated) },
    };
  });
}

/** Brands for creators and agencies, the newest first. */
export const listBrands = (ctx: OrgContext, input: z.output<typeof directoryInput>): Promise<Page<BrandListItem>> =>
  withTx(ctx, async (tx) => {
    const rows = await directory(tx.db, {
      q: input.q || null,
      niche: input.niche ?? null,
      verified: input.verified === true,
      now: tx.clock.now(),
      after: readPlace(input.after),
      limit: input.limit + 1,
    });
    const page = toPage(rows, input.limit, rowCursor, (row) => row);
    return { next: page.next, items: await toItems(tx, page.items) };
  });

/** The page of a brand. Throws not_found for one that is closed, on hold or blocked, auth.wrong_account_type for another brand. */
export const brandPage = (ctx: OrgContext, input: z.output<typeof brandSlugInput>): Promise<PublicBrand> =>
  withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await brandBySlug(tx.db, { slug: input.slug.toLowerCase(), orgId: tx.actor.orgId, now });
    if (!row) throw new AppError('not_found');
    if (tx.actor.orgKind === 'brand' && row.id !== tx.actor.orgId) throw new AppError('auth.wrong_account_type');
    const [item] = await toItems(tx, [row]);
    const campaigns = await openCampaignsOf(tx.db, { orgId: row.id, now, limit: SHOWN_CAMPAIGNS });
    return {
      ...item!,
      ...contentOf(row),
      since: row.created_at,
      locations: await locationsOf(tx.db, row.id),
      covers: (await kitOf(tx, row.id, row.logo_id)).covers,
      campaigns: campaigns.map((campaign) => {
        const { min, max } = payRange(pay.parse(campaign.pay));
        return {
          id: campaign.id,
          title: campaign.title,
          city: campaign.city,
          currency: campaign.currency,
          payMin: min,
          payMax: max,
          applicationDeadline: campaign.application_deadline,
        };
      }),
    };
  });

/** How complete the profile of the actor's brand is. In the caller's transaction. */
export const ownCompleteness = async (tx: OrgContext): Promise<Completeness> => (await ownProfile(tx)).completeness;
