import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { toPage, type Page } from '../../core/pagination.ts';
import { uuid } from '../../core/inputs.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { brandPictureUrl, roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { clockRanges } from '../policies/service.ts';
import { applicationOfCreator } from './queries/applications.ts';
import {
  isMemberOf,
  openCampaigns,
  paymentFactsOf,
  publishedCampaign,
  saveCampaign,
  unsaveCampaign,
  verifiedDomainsOf,
  type OpenCampaignRow,
  type PaymentFactsRow,
} from './queries/market.ts';
import { campaignById, placesOf, type CampaignRow, type Places } from './queries/campaigns.ts';
import { draftTerms, payRange, storedTerms } from './draft-rules.ts';
import { isNiche, nicheWithChildren } from '../niches/rules.ts';
import { APPLICATION_MACHINE } from './rules.ts';
import {
  pay,
  wanted,
  type browseInput,
  type OpenCampaignDetail,
  type OpenCampaignItem,
  type PaymentFacts,
} from './schema.ts';

function toFacts(row: PaymentFactsRow | undefined, verified: PaymentFacts['verified'] | undefined): PaymentFacts {
  return {
    verified: verified ?? null,
    fundedDeals: row?.funded ?? 0,
    releasedDeals: row?.released ?? 0,
    medianApprovalSeconds: row?.median_seconds == null ? null : Math.round(row.median_seconds),
  };
}

/** How reliably and fast these brands pay, by org. */
export async function paymentFacts(
  tx: ServiceContext,
  brandOrgs: readonly string[],
): Promise<ReadonlyMap<string, PaymentFacts>> {
  const rows = await paymentFactsOf(tx.db, brandOrgs);
  const verified = await verifiedDomainsOf(tx.db, brandOrgs);
  return new Map(brandOrgs.map((id) => [id, toFacts(rows.get(id), verified.get(id))]));
}

interface Surroundings {
  parties: ReadonlyMap<string, PartyDto>;
  facts: ReadonlyMap<string, PaymentFacts>;
  places: ReadonlyMap<string, Places>;
}

async function surroundings(tx: ServiceContext, rows: readonly OpenCampaignRow[]): Promise<Surroundings> {
  const brands = rows.map((r) => r.brand_org);
  return {
    parties: await partiesOf(tx, brands),
    facts: await paymentFacts(tx, brands),
    places: await placesOf(
      tx.db,
      rows.map((r) => r.id),
    ),
  };
}

function toItem(row: OpenCampaignRow, { parties, facts, places }: Surroundings): OpenCampaignItem {
  const range = payRange(pay.parse(row.pay));
  const terms = storedTerms.parse(row.terms);
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    brand: partyIn(parties, row.brand_org),
    city: row.city,
    goal: row.goal,
    platforms: [...new Set((terms.deliverables ?? []).map((d) => d.platform))],
    niches: wanted.parse(row.wanted).niches,
    currency: row.currency,
    payMin: range.min,
    payMax: range.max,
    slotsLeft: Math.max(0, row.slots - (places.get(row.id)?.taken ?? 0)),
    applicationDeadline: row.application_deadline,
    publishedAt: row.published_at ?? new Date(0),
    saved: row.saved_by !== null,
    myApplication: row.my_state,
    coverUrl: brandPictureUrl(row.cover_id),
    facts: facts.get(row.brand_org) ?? toFacts(undefined, null),
  };
}

const cursorOf = (row: OpenCampaignRow): string => `${row.sort_key}~${row.id}`;

/** A cursor made by {@link cursorOf}; anything else starts from the beginning. */
function readCursor(after: string | undefined): { key: string; id: string } | null {
  const match = /^(-?\d{1,20}(?:\.\d{1,20})?|Infinity)~(.+)$/.exec(after ?? '');
  const id = uuid.safeParse(match?.[2]);
  return match?.[1] && id.success ? { key: match[1], id: id.data } : null;
}

/** The market of campaigns that take applications now; `notApplied`: those that the reader has not applied to. */
export async function browseCampaigns(
  ctx: OrgContext,
  input: z.output<typeof browseInput> & { notApplied?: boolean },
): Promise<Page<OpenCampaignItem>> {
  return withTx(ctx, async (tx) => {
    const { after, niche, ...filter } = input;
    const rows = await openCampaigns(tx.db, {
      ...filter,
      niches: niche === undefined ? undefined : isNiche(niche) ? nicheWithChildren(niche) : [],
      orgId: ctx.actor.orgId,
      now: tx.clock.now(),
      after: readCursor(after),
    });
    const around = await surroundings(tx, rows);
    return toPage(rows, input.limit, cursorOf, (row) => toItem(row, around));
  });
}

/** Campaigns that take applications now and that the reader has not applied to, the newest first. */
export const openRows = (tx: OrgContext, limit: number): Promise<OpenCampaignRow[]> =>
  openCampaigns(tx.db, {
    orgId: tx.actor.orgId,
    now: tx.clock.now(),
    notApplied: true,
    sort: 'newest',
    after: null,
    limit: limit - 1,
  });

/** A campaign in any state, for the worker. */
export const campaignRow = (tx: SystemContext, campaignId: string): Promise<CampaignRow | undefined> =>
  campaignById(tx.db, campaignId);

/** These rows as the market shows them. */
export async function toItems(tx: OrgContext, rows: readonly OpenCampaignRow[]): Promise<OpenCampaignItem[]> {
  const around = await surroundings(tx, rows);
  return rows.map((row) => toItem(row, around));
}

export async function published(tx: OrgContext, campaignId: string): Promise<OpenCampaignRow> {
  const row = await publishedCampaign(tx.db, { campaignId, orgId: tx.actor.orgId });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Why the actor cannot apply now, or null. The button shows it, {@link applyToCampaign} throws it. */
export async function applyRefusal(
  tx: OrgContext,
  row: OpenCampaignRow,
  places: Places | undefined,
): Promise<ErrorCode | null> {
  const { actor } = tx;
  if (actor.orgKind !== 'creator') return 'auth.wrong_account_type';
  if (row.my_state !== null) return 'application.duplicate';
  if (row.on_hold_since !== null && row.state === 'live') return 'campaign.on_hold';
  if (row.state === 'filled' || (places?.taken ?? 0) >= row.slots) return 'campaign.full';
  if (
    row.state !== 'live' ||
    (row.application_deadline && row.application_deadline.getTime() <= tx.clock.now().getTime())
  )
    return 'campaign.not_open';
  if (await isMemberOf(tx.db, row.brand_org, actor.userId)) return 'application.own_campaign';
  if (!roleMay(actor.role, 'application.send')) return 'auth.not_allowed';
  return actor.emailVerified ? null : 'auth.mailbox_unverified';
}

/** Why an application to this campaign cannot be changed any more, or null. */
export function editRefusal(tx: OrgContext, row: OpenCampaignRow, state: string): ErrorCode | null {
  if (!roleMay(tx.actor.role, 'application.send')) return 'auth.not_allowed';
  if (state === 'offered') return 'offer.exists';
  if (!(APPLICATION_MACHINE.edit.from as readonly string[]).includes(state)) return 'state.wrong';
  return row.state === 'live' || row.state === 'paused' || row.state === 'closed' ? null : 'campaign.not_open';
}

export async function detailOf(tx: OrgContext, campaignId: string): Promise<OpenCampaignDetail> {
  const row = await published(tx, campaignId);
  const around = await surroundings(tx, [row]);
  const application = await applicationOfCreator(tx.db, { creatorOrg: tx.actor.orgId, campaignId });
  return {
    ...toItem(row, around),
    summary: row.summary,
    product: row.product,
    country: row.country,
    terms: draftTerms(storedTerms.parse(row.terms), row.currency, await clockRanges(tx)),
    wanted: wanted.parse(row.wanted),
    application: application
      ? {
          id: application.id,
          version: application.version,
          state: application.state,
          pitch: application.pitch,
          price: application.price,
          links: application.links,
          createdAt: application.created_at,
          editedAt: application.edited_at,
          offerId: application.offer_id,
        }
      : null,
    can: {
      apply: (await applyRefusal(tx, row, around.places.get(row.id))) ?? true,
      edit: application !== undefined && editRefusal(tx, row, application.state) === null,
    },
  };
}

export async function openCampaign(ctx: OrgContext, input: { campaignId: string }): Promise<OpenCampaignDetail> {
  return withTx(ctx, (tx) => detailOf(tx, input.campaignId));
}

/** Saves a campaign for the actor's org, or removes it. */
export async function setSaved(
  ctx: OrgContext,
  input: { campaignId: string },
  saved: boolean,
): Promise<OpenCampaignDetail> {
  return withTx(ctx, async (tx) => {
    const row = await published(tx, input.campaignId);
    const key = { orgId: ctx.actor.orgId, campaignId: row.id };
    await (saved ? saveCampaign(tx.db, { ...key, at: tx.clock.now() }) : unsaveCampaign(tx.db, key));
    return detailOf(tx, row.id);
  });
}
