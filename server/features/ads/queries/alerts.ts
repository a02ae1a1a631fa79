import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { nextById, type IdPage } from '../../../../db/keyset.ts';
import type { DB } from '../../../../db/types.ts';

const COLUMNS = [
  'id',
  'org_id',
  'city',
  'country',
  'lat',
  'lon',
  'radius_km',
  'niche',
  'format',
  'currency',
  'pay_min',
  'active',
  'since',
  'next_at',
] as const;

export type AlertRow = NonNullable<Awaited<ReturnType<typeof alertLocked>>>;

export async function insertAlert(db: Db, alert: Insertable<DB['ad_alerts']>): Promise<void> {
  await db.insertInto('ad_alerts').values(alert).execute();
}

export async function alertsOf(db: Db, orgId: string) {
  return db
    .selectFrom('ad_alerts')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Ends an alert; false when the org has none of that id. */
export async function endAlert(db: Db, input: { alertId: string; orgId: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ad_alerts')
    .set({ active: false, updated_at: input.at })
    .where('id', '=', input.alertId)
    .where('org_id', '=', input.orgId)
    .where('active', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function alertLocked(db: Db, alertId: string) {
  return db.selectFrom('ad_alerts').select(COLUMNS).where('id', '=', alertId).forUpdate().executeTakeFirst();
}

export async function setNext(db: Db, input: { alertId: string; since: Date; nextAt: Date; at: Date }): Promise<void> {
  await db
    .updateTable('ad_alerts')
    .set({ since: input.since, next_at: input.nextAt, updated_at: input.at })
    .where('id', '=', input.alertId)
    .execute();
}

export async function openAlerts(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('ad_alerts')
    .select('id')
    .where('active', '=', true)
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function overdueAlerts(db: Db, { ids, since }: { ids: string[]; since: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('ad_alerts')
    .select('id')
    .where('id', 'in', ids)
    .where('active', '=', true)
    .where('next_at', '<', since)
    .execute();
}

export async function isActiveAlert(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('ad_alerts')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}
