import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { addBalances, NO_BALANCES } from '../ledger/service.ts';
import { roleMay, type Action } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { ClockRanges } from '../policies/schema.ts';
import { clockRanges } from '../policies/service.ts';
import { contentOf, ownCampaign } from './drafts.ts';
import { applicantsOf, applicationsByState, type Followed } from './queries/applicants.ts';
import { applicationCounts, countUnread } from './queries/applications.ts';
import {
  campaignsOfBrand,
  contractsOfCampaigns,
  countCampaigns,
  hasContracts,
  placesOf,
  type CampaignFilter,
  type CampaignRow,
} from './queries/campaigns.ts';
import { payRange } from './draft-rules.ts';
import { boundBy, CAMPAIGN_MACHINE, type CampaignAction } from './rules.ts';
import {
  pay,
  SHOWN_STATES,
  type ApplicantDto,
  type applicantInput,
  type ApplicationState,
  type CampaignCounts,
  type CampaignDetail,
  type CampaignListItem,
  type CampaignState,
  type listApplicantsInput,
  type listCampaignsInput,
} from './schema.ts';

const ENDED_CONTRACTS: readonly string[] = ['completed', 'cancelled'];

/** Applicants that come with the campaign; the others are read page by page. */
const APPLICANTS_SHOWN = 100;

export type BrandAction = Exclude<CampaignAction, 'fill' | 'freePlace' | 'complete'>;

export const RIGHTS: Record<BrandAction, Action> = {
  edit: 'campaign.edit',
  publish: 'campaign.publish',
  schedule: 'campaign.publish',
  pause: 'campaign.publish',
  resume: 'campaign.publish',
  close: 'campaign.publish',
  cancel: 'campaign.publish',
  duplicate: 'campaign.edit',
  deleteDraft: 'campaign.edit',
  reopen: 'campaign.publish',
};

/** Why the brand may not do that with the campaign now, or null. */
export async function refusalFor(tx: OrgContext, action: BrandAction, row: CampaignRow): Promise<ErrorCode | null> {
  if (!roleMay(tx.actor.role, RIGHTS[action])) return 'auth.not_allowed';
  if (!(CAMPAIGN_MACHINE[action].from as readonly string[]).includes(row.state)) return 'state.wrong';
  if (action === 'reopen') {
    const places = (await placesOf(tx.db, [row.id])).get(row.id);
    if ((places?.taken ?? 0) + (places?.inSigning ?? 0) >= row.slots) return 'campaign.full';
  }
  return action === 'cancel' && (await hasContracts(tx.db, row.id)) ? 'campaign.has_contracts' : null;
}

async function listItems(tx: OrgContext, rows: readonly CampaignRow[]): Promise<CampaignListItem[]> {
  const ids = rows.map((r) => r.id);
  const counts = await applicationCounts(tx.db, { campaignIds: ids, cap: COUNT_CAP });
  const contracts = await contractsOfCampaigns(tx.db, ids);
  return rows.map((row) => {
    const own = contracts.filter((c) => c.campaign_id === row.id);
    const bound = own.filter((c) => c.state === 'active' || c.state === 'completed');
    const budget = payRange(pay.parse(row.pay)).max * row.slots;
    const committed = own.reduce((sum, c) => {
      const { total, funded, refunded } = c;
      return sum + boundBy({ ended: ENDED_CONTRACTS.includes(c.state), total, funded, refunded });
    }, 0);
    return {
      id: row.id,
      title: row.title,
      state: row.state,
      currency: row.currency,
      slots: row.slots,
      slotsTaken: bound.length,
      applications: counts.get(row.id)?.all ?? 0,
      newApplications: counts.get(row.id)?.fresh ?? 0,
      budget,
      committed,
      balances: own.reduce(addBalances, NO_BALANCES),
      left: Math.max(0, budget - committed),
      applicationDeadline: row.application_deadline,
      publishedAt: row.published_at,
      updatedAt: row.updated_at,
    };
  });
}

const hasManyUnread = async (tx: OrgContext): Promise<boolean> =>
  (await countUnread(tx.db, { brandOrg: tx.actor.orgId, cap: COUNT_CAP })) >= COUNT_CAP;

const newestRows = async (tx: OrgContext, filter: CampaignFilter, limit: number) =>
  campaignsOfBrand(tx.db, {
    brandOrg: tx.actor.orgId,
    after: null,
    limit,
    many: filter.unread === true && (await hasManyUnread(tx)),
    ...filter,
  });

/** The brand's campaigns that were touched last; committed and balances come from contracts and the ledger. */
export const newestCampaigns = async (
  tx: OrgContext,
  filter: CampaignFilter,
  limit: number,
): Promise<CampaignListItem[]> => listItems(tx, await newestRows(tx, filter, limit));

/** Drafts of the brand that were touched last. */
export const newestDrafts = (tx: OrgContext, limit: number): Promise<Pick<CampaignListItem, 'id' | 'title'>[]> =>
  newestRows(tx, { states: ['draft'] }, limit);

/** Campaigns with applications that the brand has not opened, the last touched first, and how many those are. */
export async function unreadCampaigns(
  tx: OrgContext,
  limit: number,
): Promise<Pick<CampaignListItem, 'id' | 'title' | 'newApplications'>[]> {
  const rows = await newestRows(tx, { unread: true }, limit);
  const counts = await applicationCounts(tx.db, { campaignIds: rows.map((r) => r.id), cap: COUNT_CAP });
  return rows.map(({ id, title }) => ({ id, title, newApplications: counts.get(id)?.fresh ?? 0 }));
}

/** The brand's campaigns: those with unread applications first, each part with the last touched first. */
export async function listCampaigns(
  ctx: OrgContext,
  input: Partial<z.output<typeof listCampaignsInput>> = {},
): Promise<Page<CampaignListItem>> {
  const { show = 'all', after, limit = 25 } = input;
  return withTx(ctx, async (tx) => {
    const [, begun, cursor] = /^(unread|read)~(.*)$/.exec(after ?? '') ?? [];
    const page = { brandOrg: tx.actor.orgId, states: show === 'all' ? undefined : SHOWN_STATES[show] };
    const rows: (CampaignRow & { at: string; part: 'unread' | 'read' })[] = [];
    for (const part of begun === 'read' ? (['read'] as const) : (['unread', 'read'] as const)) {
      const room = limit + 1 - rows.length;
      if (room <= 0) break;
      const place = part === begun ? readPlace(cursor) : null;
      const unread = part === 'unread';
      const many = unread && (await hasManyUnread(tx));
      const found = await campaignsOfBrand(tx.db, { ...page, unread, many, after: place, limit: room });
      rows.push(...found.map((row) => ({ ...row, part })));
    }
    const items = new Map((await listItems(tx, rows.slice(0, limit))).map((item) => [item.id, item]));
    return toPage(
      rows,
      limit,
      (row) => `${row.part}~${placeCursor(row)}`,
      (row) => items.get(row.id)!,
    );
  });
}

/** Campaigns in each part of the list and their unread applications, up to `COUNT_CAP`. */
export async function campaignCounts(ctx: OrgContext): Promise<CampaignCounts> {
  return withTx(ctx, async (tx) => {
    const brandOrg = tx.actor.orgId;
    const count = (states?: readonly CampaignState[]) => countCampaigns(tx.db, { brandOrg, states, cap: COUNT_CAP });
    return {
      all: await count(),
      open: await count(SHOWN_STATES.open),
      drafts: await count(SHOWN_STATES.drafts),
      ended: await count(SHOWN_STATES.ended),
      newApplications: await countUnread(tx.db, { brandOrg, cap: COUNT_CAP }),
    };
  });
}

/** The creator's figures on the platform the campaign is about, else on the biggest one. */
function reachOf(accounts: readonly Followed[], wantedPlatforms: ReadonlySet<string>): Followed | null {
  const all = accounts.toSorted((a, b) => b.followers - a.followers);
  return all.find((p) => wantedPlatforms.has(p.platform)) ?? all[0] ?? null;
}

function toApplicant(
  row: ApplicantRow,
  parties: ReadonlyMap<string, PartyDto>,
  platforms: ReadonlySet<string>,
): ApplicantDto {
  const reach = reachOf(row.accounts, platforms);
  return {
    applicationId: row.id,
    creator: partyIn(parties, row.creator_org),
    headline: row.headline ?? '',
    city: row.city,
    followers: reach?.followers ?? null,
    engagementBps: reach?.engagementBps ?? null,
    state: row.state,
    pitch: row.pitch,
    price: row.price,
    currency: row.currency,
    links: row.links,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    offerId: row.offer_id,
    contractId: row.contract_id,
  };
}

/** Parts of the list of applicants in their order; each is read from an index. */
const PARTS = {
  answered: ['offered', 'accepted'],
  submitted: ['submitted'],
  shortlisted: ['shortlisted'],
  closed: ['declined', 'withdrawn', 'expired'],
} as const satisfies Record<string, readonly ApplicationState[]>;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

type ApplicantRow = Awaited<ReturnType<typeof applicantsOf>>[number];

async function toApplicants(
  tx: OrgContext,
  { terms }: Pick<ReturnType<typeof contentOf>, 'terms'>,
  rows: readonly ApplicantRow[],
): Promise<ApplicantDto[]> {
  const platforms = new Set<string>((terms.deliverables ?? []).map((d) => d.platform));
  const parties = await partiesOf(
    tx,
    rows.map((a) => a.creator_org),
  );
  return rows.map((row) => toApplicant(row, parties, platforms));
}

async function applicantsFrom(
  tx: OrgContext,
  campaign: CampaignRow,
  { after, limit, ranges }: { after?: string | undefined; limit: number; ranges: ClockRanges },
): Promise<Page<ApplicantDto>> {
  const [, begun, cursor] = /^(answered|submitted|shortlisted|closed)~(.*)$/.exec(after ?? '') ?? [];
  const names = PART_NAMES.slice(Math.max(PART_NAMES.indexOf(begun as Part), 0));
  const rows = await applicantsOf(tx.db, {
    campaignId: campaign.id,
    brandOrg: campaign.brand_org,
    parts: names.map((name) => ({ states: PARTS[name], after: name === begun ? readPlace(cursor) : null })),
    limit: limit + 1,
  });
  const { items, next } = toPage(
    rows,
    limit,
    (row) => `${names[row.part]}~${placeCursor(row)}`,
    (row) => row,
  );
  return { items: await toApplicants(tx, contentOf(campaign, ranges), items), next };
}

/** Applicants from a place on: those who have an offer, then those who wait for an answer, then the others, each the oldest first. */
export async function listApplicants(
  ctx: OrgContext,
  { campaignId, ...page }: z.output<typeof listApplicantsInput>,
): Promise<Page<ApplicantDto>> {
  return withTx(ctx, async (tx) => {
    const ranges = await clockRanges(tx);
    return applicantsFrom(tx, await ownCampaign(tx, campaignId), { ...page, ranges });
  });
}

/** One applicant. Throws not_found. */
export async function applicant(
  ctx: OrgContext,
  { campaignId, applicationId }: z.output<typeof applicantInput>,
): Promise<ApplicantDto> {
  return withTx(ctx, async (tx) => {
    const campaign = await ownCampaign(tx, campaignId);
    const rows = await applicantsOf(tx.db, { campaignId, brandOrg: campaign.brand_org, applicationId });
    const [found] = await toApplicants(tx, contentOf(campaign, await clockRanges(tx)), rows);
    if (!found) throw new AppError('not_found');
    return found;
  });
}

export async function detailOf(tx: OrgContext, row: CampaignRow): Promise<CampaignDetail> {
  const ranges = await clockRanges(tx);
  const content = contentOf(row, ranges);
  const applicants = await applicantsFrom(tx, row, { limit: APPLICANTS_SHOWN, ranges });
  const states = await applicationsByState(tx.db, { campaignId: row.id, brandOrg: row.brand_org });
  const [item] = await listItems(tx, [row]);
  if (!item) throw new Error(`campaign ${row.id} is missing`);
  const can = async (action: BrandAction): Promise<true | string> => (await refusalFor(tx, action, row)) ?? true;
  return {
    ...item,
    version: row.version,
    summary: row.summary,
    product: row.product,
    goal: row.goal,
    city: row.city,
    country: row.country,
    terms: content.terms,
    wanted: content.wanted,
    applicants: applicants.items,
    moreApplicants: applicants.next,
    applicationsByState: states,
    can: {
      edit: await can('edit'),
      pause: await can('pause'),
      resume: await can('resume'),
      close: await can('close'),
      cancel: await can('cancel'),
      duplicate: await can('duplicate'),
      deleteDraft: await can('deleteDraft'),
      reopen: await can('reopen'),
    },
  };
}

export async function campaignDetail(ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> {
  return withTx(ctx, async (tx) => detailOf(tx, await ownCampaign(tx, input.campaignId)));
}
