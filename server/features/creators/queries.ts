import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ExportPart } from '../../registration.ts';
import type { Platform } from '../terms/schema.ts';
import type { CreatorDetails, CreatorInput } from './schema.ts';

const COLUMNS = [
  'p.org_id',
  'p.handle',
  'p.headline',
  'p.bio',
  'p.niches',
  'p.languages',
  'p.published_at',
  'p.available',
  'p.formats',
  'p.service',
  'p.service_km',
  'p.refused',
  'p.hides_rates',
  'o.name',
  'o.city',
  'o.country',
] as const;
const FREE_FROM = sql<string | null>`to_char(p.free_from, 'YYYY-MM-DD')`.as('free_from');
export type CreatorRow = NonNullable<Awaited<ReturnType<typeof creatorOfOrg>>>;

export async function creatorOfOrg(db: Db, orgId: string) {
  return db
    .selectFrom('creator_profiles as p')
    .innerJoin('orgs as o', 'o.id', 'p.org_id')
    .select(COLUMNS)
    .select(FREE_FROM)
    .where('p.org_id', '=', orgId)
    .executeTakeFirst();
}

/** A creator as others may see it: published, not hidden and not blocked in either direction, or the reading org's own. An org with an application or offer of a hidden creator still sees that creator. */
export async function creatorByHandle(
  db: Db,
  input: { handle: string; orgId: string | null },
): Promise<CreatorRow | undefined> {
  return db
    .selectFrom('creator_profiles as p')
    .innerJoin('orgs as o', 'o.id', 'p.org_id')
    .select(COLUMNS)
    .select(FREE_FROM)
    .where('p.handle', '=', input.handle)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('p.published_at', 'is not', null),
          eb('p.hidden_at', 'is', null),
          sql<boolean>`p.org_id <> all(array(select orgs_blocked()))`,
        ]),
        ...(input.orgId
          ? [
              eb('p.org_id', '=', input.orgId),
              eb.exists(
                eb
                  .selectFrom('applications as a')
                  .select('a.id')
                  .whereRef('a.creator_org', '=', 'p.org_id')
                  .where('a.brand_org', '=', input.orgId),
              ),
              eb.exists(
                eb
                  .selectFrom('offers as f')
                  .select('f.id')
                  .whereRef('f.creator_org', '=', 'p.org_id')
                  .where('f.brand_org', '=', input.orgId),
              ),
            ]
          : []),
      ]),
    )
    .executeTakeFirst();
}

const ACCOUNT_COLUMNS = [
  'id',
  'org_id',
  'platform',
  'handle',
  'url',
  'state',
  'followers',
  'engagement_bps',
  'engagement_formula',
  'growth_bps',
  'views',
  'views_counted',
  'views_as_of',
  'posts_counted',
  'source',
  'as_of',
  'posts_as_of',
  'proven_at',
  'picture_at',
  'comments_counted',
  'comment_questions_bps',
  'comment_repeats_bps',
  'comments_as_of',
  'audience_as_of',
] as const;
export type AccountRow = Awaited<ReturnType<typeof accountsOf>>[number];

/** Accounts on networks of these creators, each creator's in its own order. */
export async function accountsOf(db: Db, orgIds: readonly string[]) {
  return db
    .selectFrom('social_accounts')
    .select(ACCOUNT_COLUMNS)
    .where('org_id', '=', sql<string>`any(${[...orgIds]}::uuid[])`)
    .orderBy('org_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Days of a creator's accounts from `since` on, oldest first; a day without figures has no row. */
export async function daysOf(db: Db, input: { orgId: string; since: Date }) {
  return db
    .selectFrom('account_days as d')
    .innerJoin('social_accounts as a', 'a.id', 'd.account_id')
    .select(['d.account_id', 'd.followers', 'd.views', 'd.likes', 'd.comments', 'd.reach'])
    .select(sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'))
    .where('a.org_id', '=', input.orgId)
    .where('d.day', '>=', input.since)
    .orderBy('d.account_id')
    .orderBy('d.day')
    .execute();
}

export async function ratesOf(db: Db, orgId: string): Promise<CreatorInput['rates']> {
  return db
    .selectFrom('creator_rates')
    .select(['platform', 'format', 'currency', 'amount'])
    .where('org_id', '=', orgId)
    .orderBy('position')
    .execute();
}

/** The rate card of a creator is changed by one transaction after the other. */
export async function lockRates(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rates ${orgId}`}, 8))`.execute(db);
}

export interface ManualAccount {
  id: string;
  platform: Platform;
  handle: string;
  url: string;
  position: number;
  followers: number;
  engagementBps: number;
}

/** Writes the accounts that a creator entered: those of the list are added or changed, the other ones go. */
export async function saveManualAccounts(
  db: Db,
  { orgId, accounts, at }: { orgId: string; accounts: readonly ManualAccount[]; at: Date },
): Promise<void> {
  await db
    .deleteFrom('social_accounts')
    .where('org_id', '=', orgId)
    .where('state', '=', 'manual')
    .where('id', '<>', sql<string>`all(${accounts.map((a) => a.id)}::uuid[])`)
    .execute();
  for (const { id, platform, handle, url, position, followers, engagementBps } of accounts) {
    const values = { platform, handle, url, position, followers, engagement_bps: engagementBps };
    await db
      .insertInto('social_accounts')
      .values({ id, org_id: orgId, ...values, as_of: at, created_at: at })
      .onConflict((c) => c.column('id').doUpdateSet({ ...values, as_of: at }))
      .execute();
  }
}

export async function saveRates(db: Db, orgId: string, rates: CreatorInput['rates']): Promise<void> {
  await db.deleteFrom('creator_rates').where('org_id', '=', orgId).execute();
  if (rates.length > 0)
    await db
      .insertInto('creator_rates')
      .values(rates.map((rate, position) => ({ org_id: orgId, position, ...rate })))
      .execute();
}

export async function handleTaken(db: Db, input: { handle: string; orgId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('creator_profiles')
    .select('org_id')
    .where('handle', '=', input.handle)
    .where('org_id', '<>', input.orgId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function completedDealsOf(db: Db, creatorOrg: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select completed_deals(${creatorOrg}) as n`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertCreatorProfile(db: Db, input: { orgId: string; handle: string; at: Date }): Promise<void> {
  await db
    .insertInto('creator_profiles')
    // Takes work until the creator says otherwise.
    .values({ org_id: input.orgId, handle: input.handle, available: true, updated_at: input.at })
    .execute();
}

export async function updateCreatorProfile(
  db: Db,
  orgId: string,
  set: {
    handle?: string;
    headline?: string;
    bio?: string;
    niches?: string[];
    languages?: string[];
    updated_at?: Date;
    published_at?: Date | null;
    hidden_at?: Date | null;
    birth_year?: number;
    adult_confirmed_at?: Date;
    available?: boolean;
    details?: CreatorDetails;
  },
): Promise<void> {
  const { details, ...columns } = set;
  await db
    .updateTable('creator_profiles')
    .set(columns)
    .$if(details !== undefined, (q) => q.set(columnsOf(details!)))
    .where('org_id', '=', orgId)
    .execute();
}

const columnsOf = (d: CreatorDetails) => ({
  available: d.available,
  free_from: sql<Date | null>`${d.freeFrom}::date`,
  service: d.service,
  service_km: d.service === 'area' ? d.serviceKm : null,
  formats: d.formats,
  refused: d.refused,
  hides_rates: d.hidesRates,
});

/** For the copy of personal data: rows that belong to the accounts of the person's orgs. */
export const rowsOfAccounts = (name: string, table: string): ExportPart => ({
  name,
  rows: ({ orgIds }) =>
    sql`select to_jsonb(t) as row from ${sql.table(table)} t join social_accounts a on a.id = t.account_id where a.org_id = any(${orgIds}::uuid[])`,
});

/** Accounts of these orgs whose picture is stored. */
export async function picturesOf(db: Db, orgIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('social_accounts')
    .select('id')
    .where('org_id', '=', sql<string>`any(${[...orgIds]}::uuid[])`)
    .where('picture_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
