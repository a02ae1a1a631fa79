import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

const COLUMNS = [
  'p.org_id',
  'p.handle',
  'p.headline',
  'p.bio',
  'p.niches',
  'p.languages',
  'p.platforms',
  'p.rates',
  'p.published_at',
  'o.name',
  'o.city',
  'o.country',
] as const;
export type CreatorRow = NonNullable<Awaited<ReturnType<typeof creatorOfOrg>>>;

export async function creatorOfOrg(db: Db, orgId: string) {
  return db
    .selectFrom('creator_profiles as p')
    .innerJoin('orgs as o', 'o.id', 'p.org_id')
    .select(COLUMNS)
    .where('p.org_id', '=', orgId)
    .executeTakeFirst();
}

/** A creator as others may see it: published and not hidden, or the reading org's own. An org with an application or offer of a hidden creator still sees that creator. */
export async function creatorByHandle(
  db: Db,
  input: { handle: string; orgId: string | null },
): Promise<CreatorRow | undefined> {
  return db
    .selectFrom('creator_profiles as p')
    .innerJoin('orgs as o', 'o.id', 'p.org_id')
    .select(COLUMNS)
    .where('p.handle', '=', input.handle)
    .where((eb) =>
      eb.or([
        eb.and([eb('p.published_at', 'is not', null), eb('p.hidden_at', 'is', null)]),
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
    .values({ org_id: input.orgId, handle: input.handle, updated_at: input.at })
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
    platforms?: string;
    rates?: string;
    updated_at?: Date;
    published_at?: Date;
    hidden_at?: Date | null;
    birth_year?: number;
    adult_confirmed_at?: Date;
  },
): Promise<void> {
  await db.updateTable('creator_profiles').set(set).where('org_id', '=', orgId).execute();
}
