import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { PackageContent, PackageState } from '../schema.ts';

const COLUMNS = [
  'k.id',
  'k.org_id',
  'k.state',
  'k.version',
  'k.title',
  'k.description',
  'k.deliverables',
  'k.currency',
  'k.price',
  'k.delivery_days',
  'k.rights_use',
  'k.rights_days',
  'k.rounds',
  'k.addons',
  'k.release_terms',
  'k.updated_at',
] as const;
export type PackageRow = Awaited<ReturnType<typeof packagesOfOrg>>[number];

/** Those that are not removed, the oldest first. */
export async function packagesOfOrg(db: Db, { orgId, activeOnly }: { orgId: string; activeOnly: boolean }) {
  return db
    .selectFrom('packages as k')
    .select(COLUMNS)
    .where('k.org_id', '=', orgId)
    .where('k.state', 'in', activeOnly ? ['active'] : ['active', 'paused'])
    .orderBy('k.created_at')
    .orderBy('k.id')
    .execute();
}

/** In the given order; those that are removed are left out. */
export async function packagesById(db: Db, ids: readonly string[]): Promise<PackageRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('packages as k')
    .select(COLUMNS)
    .where('k.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('k.state', '<>', 'removed')
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The creator's own packages are changed one after the other. */
export async function lockPackages(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`packages ${orgId}`}, 8))`.execute(db);
}

const columnsOf = (content: PackageContent) => ({
  title: content.title,
  description: content.description,
  deliverables: JSON.stringify(content.deliverables),
  platforms: [...new Set(content.deliverables.map(({ platform }) => platform))],
  currency: content.currency,
  price: content.price,
  delivery_days: content.deliveryDays,
  rights_use: content.rights.use,
  rights_days: content.rights.days,
  rounds: content.rounds,
  addons: JSON.stringify(content.addons),
  release_terms: JSON.stringify({
    releaseTrigger: content.releaseTrigger,
    release: content.release,
    clocks: content.clocks,
  }),
});

export async function insertPackage(
  db: Db,
  { id, orgId, content, at }: { id: string; orgId: string; content: PackageContent; at: Date },
): Promise<void> {
  await db
    .insertInto('packages')
    .values({ id, org_id: orgId, state: 'active', ...columnsOf(content), created_at: at, updated_at: at })
    .execute();
}

/** The next version, if the package is still at `version`. */
export async function updatePackage(
  db: Db,
  {
    id,
    orgId,
    version,
    content,
    at,
  }: { id: string; orgId: string; version: number; content: PackageContent; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packages')
    .set({ ...columnsOf(content), version: version + 1, updated_at: at })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The next version with another price, if the package is still at `version` and offered. */
export async function setPrice(
  db: Db,
  input: { packageId: string; orgId: string; version: number; price: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packages')
    .set({ price: input.price, version: input.version + 1, updated_at: input.at })
    .where('id', '=', input.packageId)
    .where('org_id', '=', input.orgId)
    .where('version', '=', input.version)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPackageState(
  db: Db,
  { id, orgId, state, at }: { id: string; orgId: string; state: PackageState; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packages')
    .set({ state, updated_at: at })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveCapacity(
  db: Db,
  { orgId, orders, at }: { orgId: string; orders: number; at: Date },
): Promise<void> {
  await db
    .insertInto('package_capacity')
    .values({ org_id: orgId, orders, updated_at: at })
    .onConflict((c) => c.column('org_id').doUpdateSet({ orders, updated_at: at }))
    .execute();
}

export interface AtWork {
  org_id: string;
  open_work: number;
  /** Null: the usual. */
  capacity: number | null;
  active_at: Date | null;
}

/** Open offers and deals of creators with all orgs, what they take at the same time, and when they were last here. */
export async function creatorsAtWork(db: Db, orgIds: readonly string[]): Promise<Map<string, AtWork>> {
  const { rows } =
    await sql<AtWork>`select org_id, open_work, capacity, active_at from creators_at_work(${[...new Set(orgIds)]}::uuid[])`.execute(
      db,
    );
  return new Map(rows.map((row) => [row.org_id, row]));
}

/** Of these creators, those whose founder is a member of the org, or of whom the user is a member. */
export async function ownedBy(
  db: Db,
  { orgIds, orgId, userId }: { orgIds: readonly string[]; orgId: string; userId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orgs as o')
    .select('o.id')
    .where('o.id', '=', sql<string>`any(${[...orgIds]}::uuid[])`)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('org_members as m')
            .select('m.user_id')
            .where('m.org_id', '=', orgId)
            .whereRef('m.user_id', '=', 'o.created_by'),
        ),
        eb.exists(
          eb
            .selectFrom('org_members as m')
            .select('m.user_id')
            .whereRef('m.org_id', '=', 'o.id')
            .where('m.user_id', '=', userId),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** Which of the creators are found by users now, in neither direction blocked. */
export async function foundOf(db: Db, orgIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ org_id: string }>`
    select s.org_id from creator_search s
      where s.org_id = any(${[...new Set(orgIds)]}::uuid[]) and s.org_id <> all(array(select orgs_blocked()))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.org_id));
}

/** Packages of the orgs that are this person's alone: their texts go, deals keep what they agreed. */
export async function erasePackages(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`update packages set state = 'removed', title = '', description = '', addons = '[]' where org_id in ${own}`.execute(
    db,
  );
  await sql`delete from package_capacity where org_id in ${own}`.execute(db);
  await sql`delete from cart_lines where brand_org in ${own} or creator_org in ${own}`.execute(db);
  await sql`delete from cart_quotes where brand_org in ${own} and order_id is null`.execute(db);
}

export interface ReferenceRate {
  currency: Currency;
  perEuro: number;
  day: string;
}

/** The newest reference rate of each currency. */
export async function referenceRates(db: Db): Promise<ReferenceRate[]> {
  const { rows } = await sql<{ currency: Currency; per_euro: string; day: string }>`
    select distinct on (currency) currency, per_eur::text as per_euro, day::text from fx_rates order by currency, day desc`.execute(
    db,
  );
  return rows.map(({ currency, per_euro, day }) => ({ currency, perEuro: Number(per_euro), day }));
}
