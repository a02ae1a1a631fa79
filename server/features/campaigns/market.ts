import type { z } from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { amountProblem, type Currency } from '../../core/money.ts';
import { LIST_LIMIT } from '../../core/lists.ts';
import { toPage, type Page } from '../../core/pagination.ts';
import { requireAge } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { uuid } from '../../core/inputs.ts';
import { type PartyDto } from '../orgs/schema.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { notify } from '../notifications/notify.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import { clockRanges } from '../policies/service.ts';
import {
  applicationOfCreator,
  applicationsIn,
  applicationsOfCreator,
  setApplicationState,
  updateApplication,
} from './queries/applications.ts';
import {
  isMemberOf,
  openCampaigns,
  paymentFactsOf,
  publishedCampaign,
  type OpenCampaignRow,
  type PaymentFactsRow,
} from './queries/market.ts';
import { placesOf, type Places } from './queries/campaigns.ts';
import { APPLICATION_MACHINE, draftTerms, payRange, storedTerms, type Pay, STILL_APPLIED } from './rules.ts';
import {
  pay,
  wanted,
  type applyInput,
  type browseInput,
  type editApplicationInput,
  type MyApplicationItem,
  type OpenCampaignDetail,
  type OpenCampaignItem,
  type PaymentFacts,
} from './schema.ts';

function toFacts(row: PaymentFactsRow | undefined): PaymentFacts {
  return {
    fundedDeals: row?.funded ?? 0,
    releasedDeals: row?.released ?? 0,
    medianApprovalSeconds: row?.median_seconds == null ? null : Math.round(row.median_seconds),
  };
}

interface Surroundings {
  parties: ReadonlyMap<string, PartyDto>;
  facts: ReadonlyMap<string, PaymentFactsRow>;
  places: ReadonlyMap<string, Places>;
}

async function surroundings(tx: ServiceContext, rows: readonly OpenCampaignRow[]): Promise<Surroundings> {
  const brands = rows.map((r) => r.brand_org);
  return {
    parties: await partiesOf(tx, brands),
    facts: await paymentFactsOf(tx.db, brands),
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
    facts: toFacts(facts.get(row.brand_org)),
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
    const { after, ...filter } = input;
    const rows = await openCampaigns(tx.db, {
      ...filter,
      orgId: ctx.actor.orgId,
      now: tx.clock.now(),
      after: readCursor(after),
    });
    const around = await surroundings(tx, rows);
    return toPage(rows, input.limit, cursorOf, (row) => toItem(row, around));
  });
}

async function published(tx: OrgContext, campaignId: string): Promise<OpenCampaignRow> {
  const row = await publishedCampaign(tx.db, { campaignId, orgId: tx.actor.orgId });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Why the actor cannot apply now, or null. The button shows it, {@link applyToCampaign} throws it. */
async function applyRefusal(
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
function editRefusal(tx: OrgContext, row: OpenCampaignRow, state: string): ErrorCode | null {
  if (!roleMay(tx.actor.role, 'application.send')) return 'auth.not_allowed';
  if (state === 'offered') return 'offer.exists';
  if (!(APPLICATION_MACHINE.edit.from as readonly string[]).includes(state)) return 'state.wrong';
  return row.state === 'live' || row.state === 'paused' || row.state === 'closed' ? null : 'campaign.not_open';
}

async function detailOf(tx: OrgContext, campaignId: string): Promise<OpenCampaignDetail> {
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

/** A fixed price is taken as it is; a range leaves the choice within it. */
function assertPrice(price: number, p: Pay, currency: Currency): void {
  const why = amountProblem(price, currency);
  if (why) throw new AppError(`money.${why}`, { field: 'price', amount: price, currency });
  const { min, max } = payRange(p);
  if (price < min) throw new AppError('money.too_small', { field: 'price', amount: price, min, currency });
  if (price > max) throw new AppError('money.too_large', { field: 'price', amount: price, max, currency });
}

/**
 * Applies for the actor's creator org, once per campaign: application.duplicate. Throws campaign.not_open,
 * campaign.on_hold, campaign.full, application.own_campaign, or the problem of the price.
 */
export async function applyToCampaign(
  ctx: OrgContext,
  input: z.output<typeof applyInput>,
): Promise<OpenCampaignDetail> {
  const creatorOrg = ctx.actor.orgId;
  const earlier = async (tx: OrgContext, requestKey: string): Promise<OpenCampaignDetail | null> => {
    const application = await applicationOfCreator(tx.db, { creatorOrg, campaignId: input.campaignId });
    return application?.request_key === requestKey ? detailOf(tx, input.campaignId) : null;
  };
  return onceByKey(ctx, { act: 'campaigns.apply', input }, earlier, async (tx) => {
    // The brand's columns of the row are read again under the lock.
    const brandOrg = (await published(tx, input.campaignId)).brand_org;
    await lockOrgStatus(tx, [creatorOrg, brandOrg]);
    await requireContactAllowance(tx, { kind: 'application', otherOrg: brandOrg });
    const row = await published(tx, input.campaignId);
    const refused = await applyRefusal(tx, row, (await placesOf(tx.db, [row.id])).get(row.id));
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'application.send' } : {});
    await requireAge(tx);
    const currency = row.currency;
    assertPrice(input.price, pay.parse(row.pay), currency);
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const inserted = await tx.db
      .insertInto('applications')
      .values({
        id,
        campaign_id: row.id,
        brand_org: row.brand_org,
        creator_org: creatorOrg,
        state: 'submitted',
        pitch: input.pitch,
        price: input.price,
        currency,
        links: input.links,
        request_key: ctx.requestKey,
        created_by: ctx.actor.userId,
        created_at: now,
        updated_at: now,
      })
      .onConflict((c) => c.columns(['campaign_id', 'creator_org']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new AppError('application.duplicate');
    const creator = partyIn(await partiesOf(tx, [creatorOrg]), creatorOrg);
    await notify(tx, {
      orgId: row.brand_org,
      kind: 'application_received',
      data: { title: row.title, name: creator.name, amountMinor: input.price, currency },
      link: `/my-campaigns/${row.id}`,
      key: `application_received:${id}`,
      roles: ['owner', 'admin', 'manager'],
    });
    await audit(tx, 'application.submitted', `application:${id}`, { campaignId: row.id });
    return detailOf(tx, row.id);
  });
}

/**
 * Replaces pitch, price and links of an application that has no offer yet. `version` is the one the page has seen. Throws
 * state.changed, state.wrong, offer.exists, campaign.not_open, or the problem of the price.
 */
export async function editApplication(
  ctx: OrgContext,
  input: z.output<typeof editApplicationInput>,
): Promise<OpenCampaignDetail> {
  return withTx(ctx, async (tx) => {
    const application = await applicationOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      applicationId: input.applicationId,
      lock: true,
    });
    if (!application) throw new AppError('not_found');
    const row = await published(tx, application.campaign_id);
    const { pitch, price, links } = input;
    const same =
      application.pitch === pitch && application.price === price && application.links.join('\n') === links.join('\n');
    if (!same) {
      const refusal = editRefusal(tx, row, application.state);
      if (refusal)
        throw new AppError(
          refusal,
          refusal === 'auth.not_allowed' ? { action: 'application.send' } : { state: application.state },
        );
      if (application.version !== input.version) throw new AppError('state.changed', { version: application.version });
      assertPrice(price, pay.parse(row.pay), row.currency);
      await updateApplication(tx.db, { id: application.id, pitch, price, links, at: tx.clock.now() });
      await audit(tx, 'application.edited', `application:${application.id}`, { priceBefore: application.price, price });
    }
    return detailOf(tx, row.id);
  });
}

/** Takes an application back that was not offered yet. */
export async function withdrawApplication(
  ctx: OrgContext,
  input: { applicationId: string },
): Promise<MyApplicationItem> {
  return withTx(ctx, async (tx) => {
    const row = await applicationOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      applicationId: input.applicationId,
      lock: true,
    });
    if (!row) throw new AppError('not_found');
    if (!roleMay(ctx.actor.role, 'application.send'))
      throw new AppError('auth.not_allowed', { action: 'application.send' });
    const { from, to } = APPLICATION_MACHINE.withdraw;
    if (row.state !== to) {
      if (!(from as readonly string[]).includes(row.state))
        throw new AppError(row.state === 'offered' ? 'offer.exists' : 'state.wrong', { state: row.state });
      await setApplicationState(tx.db, { id: row.id, state: to, at: tx.clock.now() });
      await audit(tx, 'application.withdrawn', `application:${row.id}`);
    }
    const [item] = await myApplications(tx, row.id);
    if (!item) throw new AppError('not_found');
    return item;
  });
}

/** How many of the creator's applications may still become a deal. */
export const countApplied = (ctx: OrgContext): Promise<number> =>
  withTx(ctx, (tx) => applicationsIn(tx.db, { creatorOrg: ctx.actor.orgId, states: STILL_APPLIED }));

/** The creator's own applications, newest first; `applicationId`: that one alone. */
export async function myApplications(ctx: OrgContext, applicationId?: string): Promise<MyApplicationItem[]> {
  return withTx(ctx, async (tx) => {
    const rows = await applicationsOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      limit: LIST_LIMIT,
      ...(applicationId ? { applicationId } : {}),
    });
    const parties = await partiesOf(
      tx,
      rows.map((r) => r.brand_org),
    );
    return rows.map((r) => ({
      id: r.id,
      campaign: {
        id: r.campaign_id,
        title: r.title ?? '',
        state: r.campaign_state,
        brand: partyIn(parties, r.brand_org),
      },
      state: r.state,
      price: r.price,
      currency: r.currency,
      createdAt: r.created_at,
      offerId: r.offer_id,
    }));
  });
}

/** Saves a campaign for the actor's org, or removes it. */
export async function setSaved(
  ctx: OrgContext,
  input: { campaignId: string },
  saved: boolean,
): Promise<OpenCampaignDetail> {
  return withTx(ctx, async (tx) => {
    const row = await published(tx, input.campaignId);
    const mine = { org_id: ctx.actor.orgId, campaign_id: row.id };
    if (saved)
      await tx.db
        .insertInto('saved_campaigns')
        .values({ ...mine, created_at: tx.clock.now() })
        .onConflict((c) => c.columns(['org_id', 'campaign_id']).doNothing())
        .execute();
    else
      await tx.db
        .deleteFrom('saved_campaigns')
        .where('org_id', '=', mine.org_id)
        .where('campaign_id', '=', mine.campaign_id)
        .execute();
    return detailOf(tx, row.id);
  });
}
