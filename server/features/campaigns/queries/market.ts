import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { likeText } from '../../../../db/like.ts';

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
  'c.place_id',
  'c.wanted',
  'c.pay',
  'c.terms',
  'c.slots',
  'c.application_deadline',
  'c.published_at',
  'c.cover_id',
] as const;

export interface MarketFilter {
  orgId: string;
  now: Date;
  q?: string | undefined;
  platform?: string | undefined;
  /** One of them is wanted. */
  niches?: readonly string[] | undefined;
  city?: string | undefined;
  currency?: string | undefined;
  payMin?: number | undefined;
  saved?: boolean | undefined;
  /** Of brands that have proven the domain of their site. */
  verified?: boolean | undefined;
  /** Leaves out what `orgId` has applied to. */
  notApplied?: boolean | undefined;
  sort: 'newest' | 'pay' | 'deadline';
  after: { key: string | null; id: string } | null;
  limit: number;
}

/**
 * Campaigns that take applications now, without those of brands on hold, with the relation of `orgId` to each; one row
 * more than `limit`. The page of ids comes from an index in the requested order, the rows are read under row security.
 */
export async function openCampaigns(db: Db, f: MarketFilter) {
  const or = <T>(value: T | undefined): T | null => value ?? null;
  const payMin = f.currency ? or(f.payMin) : null;
  const { rows: page } = await sql<{ id: string; sort_key: string }>`
    select id, sort_key from market_page(${f.sort}, ${f.after?.key ?? null}::numeric, ${f.after?.id ?? null}::uuid, ${f.limit + 1}, ${f.now}, ${f.q ? likeText(f.q) : null},
      ${f.platform || null}, ${or(f.niches)}::text[], ${f.city ? likeText(f.city) : null}, ${f.currency || null}, ${payMin}, ${f.saved === true}, ${f.notApplied === true}, ${f.verified === true})`.execute(
    db,
  );
  if (page.length === 0) return [];
  const rows = await db
    .selectFrom('campaigns as c')
    .innerJoin('orgs as o', 'o.id', 'c.brand_org')
    .leftJoin('saved_campaigns as s', (j) => j.onRef('s.campaign_id', '=', 'c.id').on('s.org_id', '=', f.orgId))
    .select((eb) => [
      ...OPEN_COLUMNS,
      'o.suspended_at as on_hold_since',
      's.org_id as saved_by',
      // Joined, all applications of the creator would be read for each campaign.
      eb
        .selectFrom('applications as a')
        .select('a.state')
        .whereRef('a.campaign_id', '=', 'c.id')
        .where('a.creator_org', '=', f.orgId)
        .as('my_state'),
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

/** The domains that these brands have proven, with method and date. */
export async function verifiedDomainsOf(db: Db, brandOrgs: readonly string[]) {
  if (brandOrgs.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('brand_verifications')
    .select(['org_id', 'domain', 'method', 'verified_at'])
    .where('org_id', '=', sql<string>`any(${[...new Set(brandOrgs)]}::uuid[])`)
    .where('state', '=', 'verified')
    .execute();
  return new Map(
    rows.map(({ org_id: orgId, domain, method, verified_at: at }) => [
      orgId,
      { domain, method, at: at ?? new Date(0) },
    ]),
  );
}

export async function saveCampaign(
  db: Db,
  { orgId, campaignId, at }: { orgId: string; campaignId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('saved_campaigns')
    .values({ org_id: orgId, campaign_id: campaignId, created_at: at })
    .onConflict((c) => c.columns(['org_id', 'campaign_id']).doNothing())
    .execute();
}

export async function unsaveCampaign(
  db: Db,
  { orgId, campaignId }: { orgId: string; campaignId: string },
): Promise<void> {
  await db.deleteFrom('saved_campaigns').where('org_id', '=', orgId).where('campaign_id', '=', campaignId).execute();
}
