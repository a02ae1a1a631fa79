import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { behind, inIndexOrder, nextById, placeTime, type IdPage, type ListPlace } from '../../../db/keyset.ts';
import type { DB } from '../../../db/types.ts';
import type { BrandLocation } from '../brands/schema.ts';
import type { SubjectKind } from './rules.ts';
import type { Subject } from './schema.ts';

const SLOT_COLUMNS = [
  's.id',
  's.brand_org',
  's.creator_org',
  's.contract_id',
  's.offer_id',
  's.ad_id',
  's.state',
  's.version',
  's.starts_at',
  's.ends_at',
  's.time_zone',
  's.place_name',
  's.address',
  's.city',
  's.country',
  's.offered',
  's.capacity',
  's.taken',
  's.cancel_hours',
] as const;
export type SlotRow = NonNullable<Awaited<ReturnType<typeof slotById>>>;

export const slotById = (db: Db, slotId: string) =>
  db.selectFrom('visit_slots as s').select(SLOT_COLUMNS).where('s.id', '=', slotId).executeTakeFirst();

/** A deal, offer or ad that slots are offered on. An accepted offer counts as its deal. */
export interface SubjectRow {
  kind: SubjectKind;
  id: string;
  state: string;
  title: string;
  brand_org: string;
  /** Null for an ad. */
  creator_org: string | null;
  /** For an ad: `wanted` or `available`. */
  ad_kind: string | null;
  /** Of the actor's org to the ad, neither withdrawn nor declined. */
  has_reply: boolean;
}
export async function subjectRow(db: Db, { kind, id }: Subject): Promise<SubjectRow | undefined> {
  const { rows } = await (
    kind === 'ad'
      ? sql<SubjectRow>`
        select 'ad' as kind, a.id, a.state, a.title, a.org_id as brand_org, null as creator_org, a.kind as ad_kind,
            exists (select from ad_replies r where r.ad_id = a.id and r.replier_org = app_org()
              and r.state not in ('declined', 'withdrawn')) as has_reply
          from ads a where a.id = ${id}::uuid`
      : sql<SubjectRow>`
        select case when c.id is null then 'offer' else 'contract' end as kind, coalesce(c.id, f.id) as id,
            coalesce(c.state, f.state) as state, coalesce(c.title, f.title) as title, f.brand_org, f.creator_org,
            null as ad_kind, false as has_reply
          from offers f left join contracts c on c.offer_id = f.id
          where ${kind === 'offer' ? sql`f.id` : sql`c.id`} = ${id}::uuid`
  ).execute(db);
  return rows[0];
}

/** Slots of the whole way to a deal: of the ad, the offer and the deal itself. */
function ofSubject({ kind, id }: Subject): RawBuilder<boolean> {
  if (kind === 'ad') return sql<boolean>`s.ad_id = ${id}::uuid`;
  const offer =
    kind === 'offer' ? sql`${id}::uuid` : sql`(select c.offer_id from contracts c where c.id = ${id}::uuid)`;
  return sql<boolean>`(s.offer_id = ${offer}
    or s.contract_id = (select c.id from contracts c where c.offer_id = ${offer})
    or s.ad_id = (select r.ad_id from ad_replies r where r.offer_id = ${offer} limit 1))`;
}

export const slotsOf = (db: Db, { subject, limit }: { subject: Subject; limit: number }): Promise<SlotRow[]> =>
  db
    .selectFrom('visit_slots as s')
    .select(SLOT_COLUMNS)
    .where(ofSubject(subject))
    .orderBy('s.starts_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();

export async function countOpenSlots(db: Db, { subject, now }: { subject: Subject; now: Date }): Promise<number> {
  const { n } = await db
    .selectFrom('visit_slots as s')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(ofSubject(subject))
    .where('s.state', '=', 'open')
    .where('s.starts_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertSlot(db: Db, slot: Insertable<DB['visit_slots']>): Promise<void> {
  await db.insertInto('visit_slots').values(slot).execute();
}

export async function slotByRequestKey(
  db: Db,
  { brandOrg, requestKey }: { brandOrg: string; requestKey: string },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('visit_slots')
    .select('id')
    .where('brand_org', '=', brandOrg)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

export async function closeSlotRow(db: Db, { slotId, at }: { slotId: string; at: Date }): Promise<void> {
  await db
    .updateTable('visit_slots')
    .set((eb) => ({ state: 'closed', version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', slotId)
    .execute();
}

/** Serializes the bookings of a creator, then those of a slot: in this order, so that two acts do not wait for each other. */
export async function lockBookings(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 31))`.execute(db);
}

const visitRows = (db: Db) =>
  db
    .selectFrom('visits as v')
    .innerJoin('visit_slots as s', 's.id', 'v.slot_id')
    .leftJoin('offers as f', 'f.id', 's.offer_id')
    .leftJoin('contracts as c', (j) =>
      j.on((eb) => eb.or([eb('c.id', '=', eb.ref('s.contract_id')), eb('c.offer_id', '=', eb.ref('s.offer_id'))])),
    )
    .leftJoin('ads as a', 'a.id', 's.ad_id')
    .select([
      'v.id',
      'v.slot_id',
      'v.brand_org',
      'v.creator_org',
      'v.state',
      'v.version',
      'v.booked_at',
      'v.reminded',
      'v.tries',
      'v.arrived_by',
      'v.arrived_at',
      'v.cancelled_by',
      'v.reason',
      's.starts_at',
      's.ends_at',
      's.time_zone',
      's.place_name',
      's.address',
      's.city',
      's.country',
      's.offered',
      's.cancel_hours',
      's.ad_id',
      's.offer_id as slot_offer',
      'c.id as contract_id',
      'c.state as contract_state',
      'f.state as offer_state',
      'a.state as ad_state',
    ])
    .select((eb) => [
      eb.fn.coalesce('c.title', 'f.title', 'a.title', eb.val('')).as('title'),
      // Of the creator who visits for an ad; null where the reply was withdrawn or declined.
      eb
        .selectFrom('ad_replies as r')
        .select('r.state')
        .whereRef('r.ad_id', '=', 's.ad_id')
        .whereRef('r.replier_org', '=', 'v.creator_org')
        .where('r.state', 'not in', ['declined', 'withdrawn'])
        .limit(1)
        .as('reply_state'),
    ]);
export type VisitRow = Awaited<ReturnType<ReturnType<typeof visitRows>['execute']>>[number];

export const visitById = (db: Db, visitId: string): Promise<VisitRow | undefined> =>
  visitRows(db).where('v.id', '=', visitId).executeTakeFirst();

/** Locked until the transaction ends; undefined where the actor may not see it. */
export async function lockVisit(db: Db, visitId: string): Promise<VisitRow | undefined> {
  await db.selectFrom('visits').select('id').where('id', '=', visitId).forUpdate().execute();
  return visitById(db, visitId);
}

/** Visits of slots, the newest last; of one creator where it is named. */
export async function visitsOfSlots(
  db: Db,
  { slotIds, creatorOrg }: { slotIds: readonly string[]; creatorOrg: string | null },
): Promise<VisitRow[]> {
  if (slotIds.length === 0) return [];
  return visitRows(db)
    .where('v.slot_id', 'in', [...slotIds])
    .$if(creatorOrg !== null, (q) => q.where('v.creator_org', '=', creatorOrg ?? ''))
    .orderBy('v.id')
    .execute();
}

/** Booked visits of a slot, locked in the order of their ids. */
export async function lockBooked(db: Db, slotId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('visits')
    .select('id')
    .where('slot_id', '=', slotId)
    .where('state', '=', 'booked')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Booked visits of a creator that are not over. */
export async function bookedOf(db: Db, { creatorOrg, now }: { creatorOrg: string; now: Date }) {
  return db
    .selectFrom('visits as v')
    .innerJoin('visit_slots as s', 's.id', 'v.slot_id')
    .select(['v.id', 'v.slot_id', 's.starts_at', 's.ends_at'])
    .where('v.creator_org', '=', creatorOrg)
    .where('v.state', '=', 'booked')
    .where('s.ends_at', '>', now)
    .execute();
}

/** Visits of an org between two moments, the next first. */
export async function visitsBetween(
  db: Db,
  {
    orgId,
    side,
    from,
    to,
    after,
    limit,
  }: { orgId: string; side: 'brand' | 'creator'; from: Date; to: Date; after: ListPlace | null; limit: number },
): Promise<(VisitRow & { place: string })[]> {
  return inIndexOrder(db, () =>
    visitRows(db)
      .where(side === 'brand' ? 'v.brand_org' : 'v.creator_org', '=', orgId)
      .where('v.state', '<>', 'cancelled')
      .where('v.starts_at', '>=', from)
      .where('v.starts_at', '<', to)
      .where(behind('v.starts_at', 'v.id', 'ascending', after))
      .select(placeTime('v.starts_at').as('place'))
      .orderBy('v.starts_at')
      .orderBy('v.id')
      .limit(limit)
      .execute(),
  );
}

export async function insertVisit(db: Db, visit: Insertable<DB['visits']>): Promise<void> {
  await db.insertInto('visits').values(visit).execute();
}

export async function updateVisit(
  db: Db,
  { visitId, at }: { visitId: string; at: Date },
  set: Omit<Updateable<DB['visits']>, 'version' | 'updated_at'>,
): Promise<void> {
  await db
    .updateTable('visits')
    .set((eb) => ({ ...set, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', visitId)
    .execute();
}

/** Places on the brand's own page. */
export const placesOfBrand = (db: Db, orgId: string): Promise<Omit<BrandLocation, 'lat' | 'lon'>[]> =>
  db
    .selectFrom('brand_locations')
    .select(['name', 'address', 'city', 'country'])
    .where('org_id', '=', orgId)
    .orderBy('position')
    .execute();

/** Booked visits, each of which has a workflow. */
export async function openVisits(db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> {
  return db
    .selectFrom('visits')
    .select('id')
    .where('state', '=', 'booked')
    .where('updated_at', '<', before)
    .where(nextById('id', page))
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** Booked visits whose window to check in closed before `since`. */
export async function overdueVisits(
  db: Db,
  { ids, endedBefore }: { ids: string[]; endedBefore: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('visits as v')
    .innerJoin('visit_slots as s', 's.id', 'v.slot_id')
    .select('v.id')
    .where('v.id', 'in', ids)
    .where('v.state', '=', 'booked')
    .where('s.ends_at', '<', endedBefore)
    .execute();
}

export async function isBooked(db: Db, { id }: { id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('visits')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'booked')
    .executeTakeFirst();
  return row !== undefined;
}

/** Cancels what is booked and empties what a person's own orgs wrote here. */
export async function eraseVisitsOfPerson(db: Db, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`
    update visits set state = 'cancelled', cancelled_by = 'system', updated_at = ${at}, version = version + 1
     where state = 'booked' and (creator_org in ${own} or brand_org in ${own})`.execute(db);
  await sql`update visits set reason = '' where reason <> '' and (creator_org in ${own} or brand_org in ${own})`.execute(
    db,
  );
  await sql`
    update visit_slots set state = 'closed', place_name = '-', address = '', city = null, country = null, offered = ''
     where brand_org in ${own}`.execute(db);
}
