import type { z } from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { LIST_LIMIT } from '../../core/lists.ts';
import type { StepOutcome } from '../../core/step.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { addBalances, balancesByContract, NO_BALANCES } from '../ledger/service.ts';
import { notify } from '../notifications/notify.ts';
import { roleMay, type Action } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { clockRanges } from '../policies/service.ts';
import { contentOf, missingOf, ownCampaign } from './drafts.ts';
import {
  applicantsOf,
  applicationCounts,
  expireOlderThan,
  oldestOpenApplication,
  openApplicationsLocked,
  setApplicationState,
} from './queries/applications.ts';
import {
  campaignById,
  campaignLocked,
  campaignsOfBrand,
  contractsOfCampaigns,
  hasContracts,
  placesOf,
  setReopening,
  type CampaignFilter,
  type CampaignRow,
} from './queries/campaigns.ts';
import { APPLICATION_LIFE, boundBy, CAMPAIGN_MACHINE, payRange, type CampaignAction } from './rules.ts';
import {
  pay,
  type ApplicantDto,
  type CampaignDetail,
  type CampaignListItem,
  type CampaignState,
  type publishInput,
} from './schema.ts';

const ENDED_CONTRACTS: readonly string[] = ['completed', 'cancelled'];
const APPLICANTS_SHOWN = 500;
type BrandAction = Exclude<CampaignAction, 'fill' | 'freePlace' | 'complete'>;
const RIGHTS: Record<BrandAction, Action> = {
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
async function refusalFor(tx: OrgContext, action: BrandAction, row: CampaignRow): Promise<ErrorCode | null> {
  if (!roleMay(tx.actor.role, RIGHTS[action])) return 'auth.not_allowed';
  if (!(CAMPAIGN_MACHINE[action].from as readonly string[]).includes(row.state)) return 'state.wrong';
  if (action === 'reopen') {
    const places = (await placesOf(tx.db, [row.id])).get(row.id);
    if ((places?.taken ?? 0) + (places?.inSigning ?? 0) >= row.slots) return 'campaign.full';
  }
  return action === 'cancel' && (await hasContracts(tx.db, row.id)) ? 'campaign.has_contracts' : null;
}

async function assertMay(tx: OrgContext, action: BrandAction, row: CampaignRow): Promise<void> {
  const code = await refusalFor(tx, action, row);
  if (code) throw new AppError(code, code === 'auth.not_allowed' ? { action: RIGHTS[action] } : { state: row.state });
}

async function listItems(tx: OrgContext, rows: readonly CampaignRow[]): Promise<CampaignListItem[]> {
  const ids = rows.map((r) => r.id);
  const counts = await applicationCounts(tx.db, ids);
  const contracts = await contractsOfCampaigns(tx.db, ids);
  const balances = await balancesByContract(
    tx,
    contracts.map((c) => c.id),
  );
  return rows.map((row) => {
    const own = contracts.filter((c) => c.campaign_id === row.id);
    const bound = own.filter((c) => c.state === 'active' || c.state === 'completed');
    const budget = payRange(pay.parse(row.pay)).max * row.slots;
    const committed = own.reduce((sum, c) => {
      const { funded, refunded } = balances.get(c.id) ?? NO_BALANCES;
      return sum + boundBy({ ended: ENDED_CONTRACTS.includes(c.state), total: c.total, funded, refunded });
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
      balances: own.reduce((sum, c) => addBalances(sum, balances.get(c.id) ?? NO_BALANCES), NO_BALANCES),
      left: Math.max(0, budget - committed),
      applicationDeadline: row.application_deadline,
      publishedAt: row.published_at,
      updatedAt: row.updated_at,
    };
  });
}

/** The brand's campaigns, the last touched first; committed and balances come from contracts and the ledger. */
export async function listCampaigns(
  ctx: OrgContext,
  filter: CampaignFilter = {},
  limit = LIST_LIMIT,
): Promise<CampaignListItem[]> {
  return withTx(ctx, async (tx) =>
    listItems(tx, await campaignsOfBrand(tx.db, { brandOrg: ctx.actor.orgId, limit, ...filter })),
  );
}

interface Followed {
  platform: string;
  followers: number;
  engagementBps: number;
}

/** The creator's figures on the platform the campaign is about, else on the biggest one. */
function reachOf(platforms: unknown, wantedPlatforms: ReadonlySet<string>): Followed | null {
  const all = [...((platforms as Followed[] | null) ?? [])].sort((a, b) => b.followers - a.followers);
  return all.find((p) => wantedPlatforms.has(p.platform)) ?? all[0] ?? null;
}

function toApplicant(
  row: Awaited<ReturnType<typeof applicantsOf>>[number],
  parties: ReadonlyMap<string, PartyDto>,
  platforms: ReadonlySet<string>,
): ApplicantDto {
  const reach = reachOf(row.platforms, platforms);
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

async function detailOf(tx: OrgContext, row: CampaignRow): Promise<CampaignDetail> {
  const content = contentOf(row, await clockRanges(tx));
  const applicants = await applicantsOf(tx.db, {
    campaignId: row.id,
    brandOrg: row.brand_org,
    limit: APPLICANTS_SHOWN,
  });
  const parties = await partiesOf(
    tx,
    applicants.map((a) => a.creator_org),
  );
  const platforms = new Set<string>((content.terms.deliverables ?? []).map((d) => d.platform));
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
    applicants: applicants.map((a) => toApplicant(a, parties, platforms)),
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

async function move(
  tx: ServiceContext,
  row: CampaignRow,
  state: CampaignState,
  set: { deadline_at?: Date | null; published_at?: Date } = {},
): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set((eb) => ({ state, version: eb('version', '+', 1), updated_at: tx.clock.now(), ...set }))
    .where('id', '=', row.id)
    .execute();
}

/**
 * Publishes now, or at `publishAt` when that is in the future. Missing fields are checked for that time; the first
 * problem is thrown with its field. Throws state.changed when another page saved meanwhile.
 */
export async function publishCampaign(ctx: OrgContext, input: z.output<typeof publishInput>): Promise<CampaignDetail> {
  requireRight(ctx, 'campaign.publish');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId, true);
    const now = tx.clock.now();
    const later = input.publishAt && input.publishAt.getTime() > now.getTime() ? input.publishAt : null;
    const state: CampaignState = later ? 'scheduled' : 'live';
    // The second click of a double click finds the effect of the first.
    if (row.state === state && row.version === input.version + 1) return detailOf(tx, row);
    await assertMay(tx, later ? 'schedule' : 'publish', row);
    if (row.version !== input.version) throw new AppError('state.changed', { version: row.version });
    const [first] = await missingOf(tx, row, later ?? now);
    if (first) throw new AppError(first.code, { ...first.data, step: first.step });
    await move(
      tx,
      row,
      state,
      later ? { deadline_at: later } : { deadline_at: row.application_deadline, published_at: now },
    );
    await startWorkflow(tx, 'campaignLifecycle', row.id, {
      attributes: { SponsioState: state, CampaignId: row.id, BrandOrg: row.brand_org },
    });
    if (row.state === 'scheduled') await signalWorkflow(tx, 'campaignLifecycle', row.id, state, `v${row.version + 1}`);
    await audit(tx, later ? 'campaign.scheduled' : 'campaign.published', `campaign:${row.id}`);
    return detailOf(tx, await ownCampaign(tx, row.id));
  });
}

async function act(
  ctx: OrgContext,
  input: { campaignId: string },
  action: 'pause' | 'resume' | 'close' | 'cancel' | 'reopen',
  within: (tx: OrgContext, row: CampaignRow) => Promise<void> = async () => {},
): Promise<CampaignDetail> {
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId, true);
    const { to } = CAMPAIGN_MACHINE[action];
    if (row.state === to && roleMay(ctx.actor.role, RIGHTS[action])) return detailOf(tx, row);
    await assertMay(tx, action, row);
    await within(tx, row);
    await move(tx, row, to, action === 'close' || action === 'cancel' ? { deadline_at: null } : {});
    await signalWorkflow(tx, 'campaignLifecycle', row.id, to, `v${row.version + 1}`);
    await audit(tx, `campaign.${to}`, `campaign:${row.id}`);
    return detailOf(tx, await ownCampaign(tx, row.id));
  });
}

export const pauseCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'pause');

/** Takes applications again, unless the application deadline has passed: campaign.not_open. */
export const resumeCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'resume', async (tx, row) => {
    if (row.application_deadline && row.application_deadline.getTime() <= tx.clock.now().getTime())
      throw new AppError('campaign.not_open');
  });

/**
 * Opens a campaign with a free place to applications again; a last day for applications that has passed is removed.
 * Throws campaign.full.
 */
export const reopenCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'reopen', async (tx, row) => {
    const passed = row.application_deadline !== null && row.application_deadline.getTime() <= tx.clock.now().getTime();
    await setReopening(tx.db, {
      campaignId: row.id,
      reopens: true,
      deadline: passed ? null : row.application_deadline,
    });
  });

/** Ends applications; contracts and offers continue. */
export const closeCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  act(ctx, input, 'close');

/**
 * For a campaign without contracts; open applications end with it and their creators are notified of the reason. Throws
 * campaign.has_contracts, offer.exists. Lock order: applications before their campaign, as sending and accepting an
 * offer take them.
 */
export const cancelCampaign = (ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDetail> =>
  withTx(ctx, async (outer) => {
    const open = await openApplicationsLocked(outer.db, { campaignId: input.campaignId, brandOrg: ctx.actor.orgId });
    return act(outer, input, 'cancel', async (tx, row) => {
      if (open.some((a) => a.state === 'offered')) throw new AppError('offer.exists');
      for (const a of open) {
        await setApplicationState(tx.db, { id: a.id, state: 'declined', reason: '', at: tx.clock.now() });
        await notifyApplicant(tx, row, a, 'campaign_cancelled');
      }
    });
  });

export async function notifyApplicant(
  tx: ServiceContext,
  campaign: { id: string; brand_org: string; title: string },
  application: { id: string; creator_org: string },
  kind: 'application_declined' | 'application_shortlisted' | 'application_expired' | 'campaign_cancelled',
  reason: string | null = null,
): Promise<void> {
  const brand = partyIn(await partiesOf(tx, [campaign.brand_org]), campaign.brand_org);
  await notify(tx, {
    orgId: application.creator_org,
    kind,
    data: { name: brand.name, title: campaign.title, reason: reason?.slice(0, 200) || null },
    link: `/campaigns/${campaign.id}`,
    key: `${kind}:${application.id}`,
  });
}

async function locked(tx: SystemContext, campaignId: string): Promise<CampaignRow> {
  const row = await campaignLocked(tx.db, campaignId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** The scheduled moment has come. */
export async function publishScheduled(ctx: SystemContext, input: { campaignId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.campaignId);
    const now = tx.clock.now();
    if (row.state !== 'scheduled') return { done: row.state === 'live', next: row.deadline_at, state: row.state };
    if (row.deadline_at && row.deadline_at.getTime() > now.getTime())
      return { done: false, next: row.deadline_at, state: row.state };
    await move(tx, row, 'live', { deadline_at: row.application_deadline, published_at: now });
    return { done: true, next: row.application_deadline, state: 'live' };
  });
}

/** The application deadline has passed: the campaign is closed to applications; those that came are still to be answered. */
export async function closeApplications(ctx: SystemContext, input: { campaignId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await locked(tx, input.campaignId);
    if (row.state !== 'live' && row.state !== 'paused')
      return { done: row.state === 'closed', next: null, state: row.state };
    if (!row.application_deadline || row.application_deadline.getTime() > tx.clock.now().getTime())
      return { done: false, next: row.application_deadline, state: row.state };
    await move(tx, row, 'closed', { deadline_at: null });
    return { done: true, next: null, state: 'closed' };
  });
}

/**
 * Expires applications without a change for fourteen days, an ended offer counting as one; `next` is when the oldest
 * remaining one expires.
 */
export async function expireApplications(ctx: SystemContext, input: { campaignId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    // Without a lock on the campaign: it would be taken before the applications, and others take it after them.
    const row = await campaignById(tx.db, input.campaignId);
    if (!row) throw new AppError('not_found');
    const now = tx.clock.now();
    const before = new Date(now.getTime() - (plus(now, APPLICATION_LIFE).getTime() - now.getTime()));
    const expired = await expireOlderThan(tx.db, { campaignId: row.id, before, at: now });
    for (const application of expired) await notifyApplicant(tx, row, application, 'application_expired');
    const oldest = await oldestOpenApplication(tx.db, row.id);
    return { done: expired.length > 0, next: oldest ? plus(oldest, APPLICATION_LIFE) : null, state: row.state };
  });
}
