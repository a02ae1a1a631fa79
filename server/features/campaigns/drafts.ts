import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { amountProblem } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { quoteCost } from './cost.ts';
import { signalWorkflows } from '../outbox/commands.ts';
import { clockRanges, feeTax, liveClockRanges } from '../policies/service.ts';
import type { ClockRanges } from '../policies/schema.ts';
import { placeIdOf } from '../places/gazetteer.ts';
import {
  campaignByRequestKey,
  campaignOfBrand,
  deleteDraftRow,
  hasCover,
  insertCampaign,
  targetsOf,
  updateCampaign,
  type CampaignRow,
} from './queries/campaigns.ts';
import { hasApplications } from './queries/applications.ts';
import {
  draftProblems,
  draftTerms,
  firstTerms,
  firstWanted,
  partsAt,
  payRange,
  storedTerms,
  TERM_FIELDS,
  type DraftContent,
  type Missing,
  type StoredTerms,
} from './draft-rules.ts';
import { type GOALS, CAMPAIGN_MACHINE, LOCKED_AFTER_APPLICATION } from './rules.ts';
import {
  pay,
  wanted,
  type CampaignDraft,
  type CampaignPatch,
  type costInput,
  type CostQuote,
  type saveDraftInput,
} from './schema.ts';

export async function ownCampaign(tx: OrgContext, campaignId: string, lock = false): Promise<CampaignRow> {
  const row = await campaignOfBrand(tx.db, { campaignId, brandOrg: tx.actor.orgId, lock });
  if (!row) throw new AppError('not_found');
  return row;
}

/** What follows a published campaign: its timers, and the ranking of creators for it. */
export const campaignWorkflows = (id: string): { type: 'campaignLifecycle' | 'matchBatch'; id: string }[] => [
  { type: 'campaignLifecycle', id },
  { type: 'matchBatch', id },
];

export const storedTermsOf = (row: Pick<CampaignRow, 'terms'>): StoredTerms => storedTerms.parse(row.terms);

/** A row as the rules read it. */
export function contentOf(row: CampaignRow, ranges: ClockRanges): DraftContent {
  const currency = row.currency;
  return {
    title: row.title,
    slots: row.slots,
    currency,
    wanted: wanted.parse(row.wanted),
    pay: pay.parse(row.pay),
    applicationDeadline: row.application_deadline,
    terms: draftTerms(storedTermsOf(row), currency, ranges),
  };
}

/** Problems that prevent publishing the campaign at `at`. */
export async function missingOf(tx: OrgContext, row: CampaignRow, at: Date): Promise<Missing[]> {
  const ranges = await clockRanges(tx);
  return draftProblems(contentOf(row, ranges), {
    now: at,
    ranges,
    live: await liveClockRanges(tx),
    billable: (await feeTax(tx, row.brand_org)) !== null,
  });
}

/** The cost at the campaign's highest pay; null while the pay is no amount or the billing country is unknown. */
async function costOf(tx: OrgContext, content: DraftContent): Promise<CostQuote | null> {
  const price = payRange(content.pay).max;
  if (amountProblem(price, content.currency)) return null;
  return quoteCost(tx, {
    currency: content.currency,
    slots: content.slots,
    parts: partsAt(price, content.terms.milestones ?? [], content.currency),
  });
}

async function draftOf(tx: OrgContext, row: CampaignRow): Promise<CampaignDraft> {
  const ranges = await clockRanges(tx);
  const content = contentOf(row, ranges);
  return {
    ...content,
    id: row.id,
    state: row.state,
    version: row.version,
    step: row.draft_step,
    summary: row.summary,
    product: row.product,
    goal: row.goal as (typeof GOALS)[number],
    country: row.country,
    city: row.city,
    coverId: row.cover_id,
    currencyFrozen: await hasApplications(tx.db, row.id),
    clockRanges: { ...ranges, ...(await liveClockRanges(tx)) },
    missing: (await missingOf(tx, row, publishTime(row, tx.clock.now()))).map(({ step, field, code }) => ({
      step,
      field,
      code,
    })),
    cost: await costOf(tx, content),
    updatedAt: row.updated_at,
  };
}

const publishTime = (row: CampaignRow, now: Date): Date =>
  row.state === 'scheduled' && row.deadline_at && row.deadline_at > now ? row.deadline_at : now;

/** An empty draft in the org's currency and country; the same request key gives the same draft. */
export async function createDraft(ctx: OrgContext): Promise<CampaignDraft> {
  requireRight(ctx, 'campaign.edit');
  return onceByKey(ctx, { act: 'campaigns.create', input: {} }, earlierDraft, async (tx) => {
    const country = (await feeTax(tx, ctx.actor.orgId))?.country ?? tx.integrations.settings.platformCountry;
    const id = await insertDraft(tx, {
      country,
      terms: JSON.stringify(firstTerms(country)),
      wanted: JSON.stringify(firstWanted(await targetsOf(tx.db, ctx.actor.orgId))),
    });
    await audit(tx, 'campaign.created', `campaign:${id}`);
    return draftOf(tx, await ownCampaign(tx, id));
  });
}

async function earlierDraft(tx: OrgContext, requestKey: string): Promise<CampaignDraft | null> {
  const id = await campaignByRequestKey(tx.db, { brandOrg: tx.actor.orgId, requestKey });
  return id ? draftOf(tx, await ownCampaign(tx, id)) : null;
}

type DraftValues = Partial<
  Pick<
    CampaignRow,
    'title' | 'summary' | 'product' | 'goal' | 'currency' | 'country' | 'city' | 'place_id' | 'slots' | 'cover_id'
  >
> & { terms: string; wanted?: string; pay?: string };

async function insertDraft(tx: OrgContext, values: DraftValues): Promise<string> {
  const now = tx.clock.now();
  const id = newId(now.getTime());
  await insertCampaign(tx.db, {
    id,
    brand_org: tx.actor.orgId,
    state: 'draft',
    request_key: tx.requestKey,
    created_by: tx.actor.userId,
    created_at: now,
    updated_at: now,
    ...values,
  });
  return id;
}

/** A new draft with the same brief, pay and terms; dates that have passed are listed as missing. */
export async function duplicateCampaign(ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDraft> {
  requireRight(ctx, 'campaign.edit');
  return onceByKey(ctx, { act: 'campaigns.duplicate', input }, earlierDraft, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId);
    const id = await insertDraft(tx, {
      title: row.title,
      summary: row.summary,
      product: row.product,
      goal: row.goal,
      currency: row.currency,
      country: row.country,
      city: row.city,
      place_id: row.place_id,
      slots: row.slots,
      cover_id: row.cover_id,
      wanted: JSON.stringify(row.wanted),
      pay: JSON.stringify(row.pay),
      terms: JSON.stringify(row.terms),
    });
    await audit(tx, 'campaign.duplicated', `campaign:${id}`, { from: row.id });
    return draftOf(tx, await ownCampaign(tx, id));
  });
}

export async function getDraft(ctx: OrgContext, input: { campaignId: string }): Promise<CampaignDraft> {
  return withTx(ctx, async (tx) => draftOf(tx, await ownCampaign(tx, input.campaignId)));
}

interface Changed {
  columns: Record<string, unknown>;
  fields: (keyof CampaignPatch)[];
}

const sameValue = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** Fields of the patch that differ from the row, and their columns. */
function changesOf(row: CampaignRow, patch: CampaignPatch): Changed {
  const terms = storedTermsOf(row);
  const now: Required<Pick<CampaignPatch, 'applicationDeadline' | 'wanted' | 'pay'>> = {
    applicationDeadline: row.application_deadline,
    wanted: wanted.parse(row.wanted),
    pay: pay.parse(row.pay),
  };
  const plain: CampaignPatch = {
    ...terms,
    title: row.title,
    summary: row.summary,
    product: row.product,
    country: row.country,
    city: row.city,
    slots: row.slots,
    coverId: row.cover_id,
    ...now,
  };
  const before: Record<string, unknown> = { ...plain, goal: row.goal, currency: row.currency };
  const fields = (Object.keys(patch) as (keyof CampaignPatch)[]).filter(
    (f) => patch[f] !== undefined && !sameValue(patch[f], before[f]),
  );
  const columns: Record<string, unknown> = {};
  const nextTerms: Record<string, unknown> = { ...terms };
  for (const field of fields) {
    if ((TERM_FIELDS as string[]).includes(field)) nextTerms[field] = patch[field];
    else if (field === 'applicationDeadline') columns.application_deadline = patch.applicationDeadline;
    else if (field === 'coverId') columns.cover_id = patch.coverId;
    else if (field === 'wanted' || field === 'pay') columns[field] = JSON.stringify(patch[field]);
    else columns[field] = patch[field];
  }
  if (fields.includes('city') || fields.includes('country')) {
    const { city = row.city, country = row.country } = patch;
    columns.place_id = placeIdOf(city, country);
  }
  if (fields.some((f) => (TERM_FIELDS as string[]).includes(f))) columns.terms = JSON.stringify(nextTerms);
  return { columns, fields };
}

function assertUnlocked(row: CampaignRow, fields: readonly (keyof CampaignPatch)[], patch: CampaignPatch): void {
  if (fields.includes('currency'))
    throw new AppError('terms.currency_frozen', { field: 'currency', currency: row.currency });
  const locked = fields.find((f) => (LOCKED_AFTER_APPLICATION as readonly string[]).includes(f));
  if (locked) throw new AppError('campaign.locked', { field: locked });
  if (fields.includes('slots') && (patch.slots ?? row.slots) < row.slots)
    throw new AppError('campaign.locked', { field: 'slots' });
}

/**
 * Saves what was typed, however incomplete. `version` is the one the page has seen: another page's save in between
 * throws state.changed, unless the content is already the same (a repeated save). A published campaign must stay
 * publishable, and terms shown to applicants are locked: campaign.locked, terms.currency_frozen.
 */
export async function saveDraft(ctx: OrgContext, input: z.output<typeof saveDraftInput>): Promise<CampaignDraft> {
  requireRight(ctx, 'campaign.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId, true);
    if (!(CAMPAIGN_MACHINE.edit.from as readonly string[]).includes(row.state))
      throw new AppError('state.wrong', { state: row.state });
    const { columns, fields } = changesOf(
      row,
      input.patch.pay ? { ...input.patch, pay: { ...input.patch.pay, ...payRange(input.patch.pay) } } : input.patch,
    );
    if (fields.length === 0 && row.draft_step === input.step) return draftOf(tx, row);
    const { coverId } = input.patch;
    if (coverId && fields.includes('coverId') && !(await hasCover(tx.db, { brandOrg: row.brand_org, coverId })))
      throw new AppError('input.invalid', { field: 'coverId' });
    if (row.version !== input.version && fields.length > 0)
      throw new AppError('state.changed', { version: row.version });
    if (fields.length > 0 && (await hasApplications(tx.db, row.id))) assertUnlocked(row, fields, input.patch);
    const now = tx.clock.now();
    const moved = fields.includes('applicationDeadline') && (row.state === 'live' || row.state === 'paused');
    await updateCampaign(
      tx.db,
      { campaignId: row.id, at: now, newVersion: fields.length > 0 },
      {
        ...columns,
        draft_step: input.step,
        ...(moved ? { deadline_at: input.patch.applicationDeadline ?? null } : {}),
      },
    );
    const saved = await ownCampaign(tx, row.id);
    if (row.state !== 'draft' && fields.length > 0) {
      const [first] = (await missingOf(tx, saved, publishTime(saved, now))).filter((m) =>
        fields.some((f) => m.field === f || m.field.startsWith(`${f}.`)),
      );
      if (first) throw new AppError(first.code, first.data);
      await signalWorkflows(tx, campaignWorkflows(row.id), 'edited', `v${saved.version}`);
    }
    return draftOf(tx, saved);
  });
}

/**
 * Deletes a draft permanently. Throws not_found, also when it is repeated, and state.wrong once the campaign was
 * published or scheduled.
 */
export async function deleteDraft(ctx: OrgContext, input: { campaignId: string }): Promise<{ id: string }> {
  requireRight(ctx, 'campaign.edit');
  return withTx(ctx, async (tx) => {
    const row = await ownCampaign(tx, input.campaignId, true);
    if (!(CAMPAIGN_MACHINE.deleteDraft.from as readonly string[]).includes(row.state))
      throw new AppError('state.wrong', { state: row.state });
    await deleteDraftRow(tx.db, row.id);
    await audit(tx, 'campaign.draft_deleted', `campaign:${row.id}`, { title: row.title });
    return { id: row.id };
  });
}

/** The cost of `slots` creators at that price. Throws billing.incomplete before the billing country is known. */
export async function costQuote(ctx: OrgContext, input: z.output<typeof costInput>): Promise<CostQuote> {
  const why = amountProblem(input.price, input.currency);
  if (why) throw new AppError(`money.${why}`, { field: 'price', currency: input.currency });
  return withTx(ctx, async (tx) => {
    const cost = await quoteCost(tx, { currency: input.currency, parts: [input.price], slots: input.slots });
    if (!cost) throw new AppError('billing.incomplete');
    return cost;
  });
}
