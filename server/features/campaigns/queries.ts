import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ApplicationState, CampaignState } from './schema.ts';

const COLUMNS = [
  'id',
  'brand_org',
  'state',
  'version',
  'title',
  'summary',
  'product',
  'goal',
  'currency',
  'country',
  'city',
  'wanted',
  'pay',
  'terms',
  'slots',
  'draft_step',
  'application_deadline',
  'deadline_at',
  'published_at',
  'updated_at',
] as const;

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof campaignOfBrand>>>;

export async function campaignOfBrand(db: Db, input: { campaignId: string; brandOrg: string; lock?: boolean }) {
  return db
    .selectFrom('campaigns')
    .select(COLUMNS)
    .where('id', '=', input.campaignId)
    .where('brand_org', '=', input.brandOrg)
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

/** For the platform itself. */
export async function campaignById(db: Db, campaignId: string): Promise<CampaignRow | undefined> {
  return db.selectFrom('campaigns').select(COLUMNS).where('id', '=', campaignId).executeTakeFirst();
}

/** The same, locked. */
export async function campaignLocked(db: Db, campaignId: string): Promise<CampaignRow | undefined> {
  return db.selectFrom('campaigns').select(COLUMNS).where('id', '=', campaignId).forUpdate().executeTakeFirst();
}

export interface CampaignFilter {
  states?: readonly CampaignState[];
  /** With applications that the brand has not opened. */
  unread?: boolean;
}

export async function campaignsOfBrand(
  db: Db,
  input: CampaignFilter & { brandOrg: string; limit: number },
): Promise<CampaignRow[]> {
  return db
    .selectFrom('campaigns')
    .select(COLUMNS)
    .where('brand_org', '=', input.brandOrg)
    .$if(input.states !== undefined, (q) => q.where('state', 'in', [...(input.states ?? [])]))
    .$if(input.unread === true, (q) =>
      q.where('id', 'in', (eb) =>
        eb
          .selectFrom('applications as a')
          .select('a.campaign_id')
          .where('a.brand_org', '=', input.brandOrg)
          .where('a.state', '=', 'submitted'),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute();
}

export async function campaignByRequestKey(
  db: Db,
  input: { brandOrg: string; requestKey: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('brand_org', '=', input.brandOrg)
    .where('request_key', '=', input.requestKey)
    .executeTakeFirst();
  return row?.id;
}

export async function hasApplications(db: Db, campaignId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('applications')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

export async function hasContracts(db: Db, campaignId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contracts')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('state', 'not in', ['expired', 'cancelled', 'voided'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function contractStates(db: Db, campaignId: string): Promise<Partial<Record<string, number>>> {
  const rows = await db
    .selectFrom('contracts')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .where('campaign_id', '=', campaignId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map((r) => [r.state, Number(r.n)]));
}

export interface Places {
  taken: number;
  inSigning: number;
}

/** Contracts running or finished, and being signed, per campaign, for any reader. */
export async function placesOf(db: Db, campaignIds: readonly string[]): Promise<Map<string, Places>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<{ campaign_id: string; taken: number; in_signing: number }>`
    select campaign_id, taken, in_signing from campaign_slots_taken(${[...campaignIds]}::uuid[])`.execute(db);
  return new Map(rows.map((r) => [r.campaign_id, { taken: r.taken, inSigning: r.in_signing }]));
}

export interface ApplicationCounts {
  all: number;
  fresh: number;
}

export async function applicationCounts(
  db: Db,
  campaignIds: readonly string[],
): Promise<Map<string, ApplicationCounts>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('applications')
    .select((eb) => [
      'campaign_id',
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'submitted').as('fresh'),
    ])
    .where('campaign_id', 'in', [...campaignIds])
    .groupBy('campaign_id')
    .execute();
  return new Map(rows.map((r) => [r.campaign_id, { all: Number(r.all), fresh: Number(r.fresh) }]));
}

/** Contracts of the campaigns that are active or being signed, with their totals. */
export async function contractsOfCampaigns(db: Db, campaignIds: readonly string[]) {
  if (campaignIds.length === 0) return [];
  return db
    .selectFrom('contracts')
    .select(['id', 'campaign_id', 'total', 'state'])
    .where('campaign_id', 'in', [...campaignIds])
    .where('state', 'not in', ['expired', 'voided'])
    .execute();
}

/** Oldest first, and those that may still become a deal before those that were answered with no. */
export async function applicantsOf(db: Db, input: { campaignId: string; brandOrg: string; limit: number }) {
  return db
    .selectFrom('applications as a')
    .innerJoin('orgs as o', 'o.id', 'a.creator_org')
    .leftJoin('creator_profiles as p', 'p.org_id', 'a.creator_org')
    .select((eb) => [
      'a.id',
      'a.creator_org',
      'a.state',
      'a.pitch',
      'a.price',
      'a.currency',
      'a.links',
      'a.created_at',
      'a.edited_at',
      'o.city',
      'p.headline',
      'p.platforms',
      eb
        .selectFrom('offers as f')
        .select('f.id')
        .whereRef('f.application_id', '=', 'a.id')
        .orderBy('f.created_at', 'desc')
        .limit(1)
        .as('offer_id'),
      eb
        .selectFrom('contracts as c')
        .select('c.id')
        .whereRef('c.application_id', '=', 'a.id')
        .orderBy('c.created_at', 'desc')
        .limit(1)
        .as('contract_id'),
    ])
    .where('a.campaign_id', '=', input.campaignId)
    .where('a.brand_org', '=', input.brandOrg)
    .orderBy((eb) => eb('a.state', 'in', ['declined', 'withdrawn', 'expired']))
    .orderBy('a.created_at')
    .limit(input.limit)
    .execute();
}

/** Locks the brand's applications among `ids`, in one order so that two bulk acts cannot deadlock. */
export async function applicationsLocked(db: Db, input: { ids: readonly string[]; brandOrg: string }) {
  return db
    .selectFrom('applications as a')
    .innerJoin('campaigns as c', 'c.id', 'a.campaign_id')
    .select(['a.id', 'a.state', 'a.brand_org', 'a.creator_org', 'a.campaign_id', 'c.title'])
    .where('a.id', 'in', [...input.ids])
    .where('a.brand_org', '=', input.brandOrg)
    .orderBy('a.id')
    .forUpdate('a')
    .execute();
}

/**
 * All applications that are unanswered or have an offer, locked in the same order; waits for an offer that is being
 * sent.
 */
export async function openApplicationsLocked(db: Db, input: { campaignId: string; brandOrg: string }) {
  return db
    .selectFrom('applications')
    .select(['id', 'state', 'creator_org'])
    .where('campaign_id', '=', input.campaignId)
    .where('brand_org', '=', input.brandOrg)
    .where('state', 'in', ['submitted', 'shortlisted', 'offered'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setApplicationState(
  db: Db,
  input: { id: string; state: ApplicationState; reason?: string; at: Date },
): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({
      state: input.state,
      version: eb('version', '+', 1),
      updated_at: input.at,
      ...(input.reason === undefined ? {} : { decline_reason: input.reason }),
    }))
    .where('id', '=', input.id)
    .execute();
}

/** Replaces what the creator wrote; the brand's decision about it stays. */
export async function updateApplication(
  db: Db,
  input: { id: string; pitch: string; price: number; links: string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({
      pitch: input.pitch,
      price: input.price,
      links: input.links,
      edited_at: input.at,
      updated_at: input.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', input.id)
    .execute();
}

/** Whether a freed place is open to applications again; with `deadline`, also until when applications are taken. */
export async function setReopening(
  db: Db,
  input: { campaignId: string; reopens: boolean; deadline?: Date | null },
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({
      reopens: input.reopens,
      ...(input.deadline === undefined ? {} : { application_deadline: input.deadline, deadline_at: input.deadline }),
    })
    .where('id', '=', input.campaignId)
    .execute();
}

/** Deletes a campaign that only its brand has seen. */
export async function deleteDraftRow(db: Db, campaignId: string): Promise<void> {
  await db.deleteFrom('campaigns').where('id', '=', campaignId).where('state', '=', 'draft').execute();
}

/** Expires open applications without a change since `before`; returns their creators. */
export async function expireOlderThan(
  db: Db,
  input: { campaignId: string; before: Date; at: Date },
): Promise<{ id: string; creator_org: string }[]> {
  return db
    .updateTable('applications')
    .set((eb) => ({ state: 'expired', version: eb('version', '+', 1), updated_at: input.at }))
    .where('campaign_id', '=', input.campaignId)
    .where('state', 'in', ['submitted', 'shortlisted'])
    .where('updated_at', '<=', input.before)
    .returning(['id', 'creator_org'])
    .execute();
}

export async function oldestOpenApplication(db: Db, campaignId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.min('updated_at').as('at'))
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['submitted', 'shortlisted'])
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function isMemberOf(db: Db, orgId: string, userId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('org_members')
      .select('role')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .executeTakeFirst()) !== undefined
  );
}

const OPEN_COLUMNS = [
  'c.id',
  'c.brand_org',
  'c.state',
  'c.title',
  'c.summary',
  'c.product',
  'c.goal',
  'c.currency',
  'c.country',
  'c.city',
  'c.wanted',
  'c.pay',
  'c.terms',
  'c.slots',
  'c.application_deadline',
  'c.published_at',
] as const;

export interface MarketFilter {
  orgId: string;
  now: Date;
  q?: string | undefined;
  platform?: string | undefined;
  niche?: string | undefined;
  city?: string | undefined;
  currency?: string | undefined;
  payMin?: number | undefined;
  saved?: boolean | undefined;
  /** Leaves out what `orgId` has applied to. */
  notApplied?: boolean | undefined;
  sort: 'newest' | 'pay' | 'deadline';
  after: { key: string | null; id: string } | null;
  limit: number;
}

const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Campaigns that take applications now, without those of brands on hold, with the relation of `orgId` to each; one row
 * more than `limit`. The page of ids comes from an index in the requested order, the rows are read under row security.
 */
export async function openCampaigns(db: Db, f: MarketFilter) {
  const or = <T>(value: T | undefined): T | null => value ?? null;
  const payMin = f.currency ? or(f.payMin) : null;
  const { rows: page } = await sql<{ id: string; sort_key: string }>`
    select id, sort_key from market_page(${f.sort}, ${f.after?.key ?? null}::numeric, ${f.after?.id ?? null}::uuid, ${f.limit + 1}, ${f.now}, ${f.q ? likeText(f.q) : null},
      ${f.platform || null}, ${f.niche || null}, ${f.city ? likeText(f.city) : null}, ${f.currency || null}, ${payMin}, ${f.saved === true}, ${f.notApplied === true})`.execute(
    db,
  );
  if (page.length === 0) return [];
  const rows = await db
    .selectFrom('campaigns as c')
    .innerJoin('orgs as o', 'o.id', 'c.brand_org')
    .leftJoin('saved_campaigns as s', (j) => j.onRef('s.campaign_id', '=', 'c.id').on('s.org_id', '=', f.orgId))
    .leftJoin('applications as a', (j) => j.onRef('a.campaign_id', '=', 'c.id').on('a.creator_org', '=', f.orgId))
    .select([
      ...OPEN_COLUMNS,
      'o.suspended_at as on_hold_since',
      's.org_id as saved_by',
      'a.state as my_state',
      sql<string>`''`.as('sort_key'),
    ])
    .where('c.id', '=', sql<string>`any(${page.map((p) => p.id)}::uuid[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id, sort_key }) => {
    const row = found.get(id);
    return row ? [{ ...row, sort_key }] : [];
  });
}
export type OpenCampaignRow = Awaited<ReturnType<typeof openCampaigns>>[number];

/**
 * One published campaign, in any later state. Drafts do not exist for other readers, cancelled ones only for
 * applicants.
 */
export async function publishedCampaign(db: Db, input: { campaignId: string; orgId: string; lock?: boolean }) {
  return db
    .selectFrom('campaigns as c')
    .innerJoin('orgs as o', 'o.id', 'c.brand_org')
    .leftJoin('saved_campaigns as s', (j) => j.onRef('s.campaign_id', '=', 'c.id').on('s.org_id', '=', input.orgId))
    .leftJoin('applications as a', (j) => j.onRef('a.campaign_id', '=', 'c.id').on('a.creator_org', '=', input.orgId))
    .select([
      ...OPEN_COLUMNS,
      'o.suspended_at as on_hold_since',
      's.org_id as saved_by',
      'a.state as my_state',
      sql<string>`''`.as('sort_key'),
    ])
    .where('c.id', '=', input.campaignId)
    .where((eb) =>
      eb.or([
        eb('c.state', 'in', ['live', 'paused', 'filled', 'completed', 'closed']),
        eb.and([eb('c.state', '=', 'cancelled'), eb('a.id', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
}

export async function applicationOfCreator(
  db: Db,
  input: { creatorOrg: string; campaignId?: string; applicationId?: string; lock?: boolean },
) {
  return db
    .selectFrom('applications as a')
    .select((eb) => [
      'a.id',
      'a.campaign_id',
      'a.brand_org',
      'a.state',
      'a.pitch',
      'a.price',
      'a.currency',
      'a.links',
      'a.request_key',
      'a.created_at',
      'a.edited_at',
      'a.version',
      eb
        .selectFrom('offers as f')
        .select('f.id')
        .whereRef('f.application_id', '=', 'a.id')
        .orderBy('f.created_at', 'desc')
        .limit(1)
        .as('offer_id'),
    ])
    .where('a.creator_org', '=', input.creatorOrg)
    .$if(input.campaignId !== undefined, (q) => q.where('a.campaign_id', '=', input.campaignId ?? ''))
    .$if(input.applicationId !== undefined, (q) => q.where('a.id', '=', input.applicationId ?? ''))
    .$if(input.lock === true, (q) => q.forUpdate())
    .executeTakeFirst();
}

export async function applicationsIn(
  db: Db,
  input: { creatorOrg: string; states: readonly ApplicationState[] },
): Promise<number> {
  const row = await db
    .selectFrom('applications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('creator_org', '=', input.creatorOrg)
    // As text, so that the index of these states serves a plan made for any states.
    .where(
      'state',
      'in',
      input.states.map((state) => sql<ApplicationState>`${sql.lit(state)}`),
    )
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function applicationsOfCreator(
  db: Db,
  input: { creatorOrg: string; limit: number; applicationId?: string },
) {
  return db
    .selectFrom('applications as a')
    .leftJoin('campaigns as c', 'c.id', 'a.campaign_id')
    .select((eb) => [
      'a.id',
      'a.campaign_id',
      'a.brand_org',
      'a.state',
      'a.price',
      'a.currency',
      'a.created_at',
      'c.title',
      'c.state as campaign_state',
      eb
        .selectFrom('offers as f')
        .select('f.id')
        .whereRef('f.application_id', '=', 'a.id')
        .orderBy('f.created_at', 'desc')
        .limit(1)
        .as('offer_id'),
    ])
    .where('a.creator_org', '=', input.creatorOrg)
    .$if(input.applicationId !== undefined, (q) => q.where('a.id', '=', input.applicationId ?? ''))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(input.limit)
    .execute();
}

export interface PaymentFactsRow {
  brand_org: string;
  funded: number;
  released: number;
  median_seconds: number | null;
}

/** How reliably and fast these brands pay, for any reader. */
export async function paymentFactsOf(db: Db, brandOrgs: readonly string[]): Promise<Map<string, PaymentFactsRow>> {
  if (brandOrgs.length === 0) return new Map();
  const { rows } =
    await sql<PaymentFactsRow>`select brand_org, funded, released, median_seconds from brand_payment_facts(${[...new Set(brandOrgs)]}::uuid[])`.execute(
      db,
    );
  return new Map(rows.map((r) => [r.brand_org, r]));
}
