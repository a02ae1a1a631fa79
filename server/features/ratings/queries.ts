import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isParty } from '../../../db/parties.ts';
import { behind, placeTime, type ListPlace } from '../../../db/keyset.ts';
import type { ExportScope } from '../../registration.ts';
import type { Side } from '../terms/schema.ts';

export interface RatedDeal {
  contractId: string;
  title: string;
  brandOrg: string;
  creatorOrg: string;
  agencyOrg: string | null;
  completedAt: Date | null;
}

/** The deal when `orgId` is one of its parties; `lock`: the two sides rate one after the other. */
export async function dealFor(
  db: Db,
  input: { contractId: string; orgId: string; lock?: boolean },
): Promise<RatedDeal | undefined> {
  if (input.lock)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rating:${input.contractId}`}, 0))`.execute(db);
  return db
    .selectFrom('contracts')
    .select([
      'id as contractId',
      'title',
      'brand_org as brandOrg',
      'creator_org as creatorOrg',
      'agency_org as agencyOrg',
    ])
    .select(sql<Date | null>`case when state = 'completed' then completed_at end`.as('completedAt'))
    .where('id', '=', input.contractId)
    .where(isParty('contracts', input.orgId))
    .executeTakeFirst();
}

const COLUMNS = [
  'id',
  'contract_id as contractId',
  'representation_id as representationId',
  'brand_org as brandOrg',
  'creator_org as creatorOrg',
  'agency_org as agencyOrg',
  'author_side as authorSide',
  'stars',
  'body',
  'visible_at as visibleAt',
  'reply',
  'replied_at as repliedAt',
  'removed_at as removedAt',
  'created_at as at',
] as const;
export type RatingRow = Awaited<ReturnType<typeof ratingsOfDeal>>[number];

/** Both ratings of a deal, visible or not; without removed ones. */
export const ratingsOfDeal = (db: Db, contractId: string) =>
  db
    .selectFrom('ratings')
    .select(COLUMNS)
    .where('contract_id', '=', contractId)
    .where('removed_at', 'is', null)
    .execute();

/** Sides that rated the deal, also where staff removed the text. */
export async function sidesOf(db: Db, contractId: string): Promise<Side[]> {
  const rows = await db.selectFrom('ratings').select('author_side').where('contract_id', '=', contractId).execute();
  return rows.map((row) => row.author_side);
}

/** One rating that is not removed; `lock` serializes two replies. */
export const ratingById = (db: Db, id: string, lock = false) =>
  db
    .selectFrom('ratings')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst();

export interface RatedAgency {
  representationId: string;
  agencyOrg: string;
  creatorOrg: string;
  since: Date | null;
  endedAt: Date | null;
}

/** The representation when it is the creator's; `lock`: two members rate one after the other. */
export async function representationFor(
  db: Db,
  input: { representationId: string; creatorOrg: string; lock?: boolean },
): Promise<RatedAgency | undefined> {
  if (input.lock)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rating:${input.representationId}`}, 0))`.execute(db);
  return db
    .selectFrom('representations')
    .select(['id as representationId', 'agency_org as agencyOrg', 'ended_at as endedAt'])
    .select(sql<string>`creator_org`.as('creatorOrg'))
    .select(
      sql<Date | null>`case when state in ('active', 'ending', 'ended') then greatest(valid_from, coalesce(answered_at, valid_from)) end`.as(
        'since',
      ),
    )
    .where('id', '=', input.representationId)
    .where('creator_org', '=', input.creatorOrg)
    .executeTakeFirst();
}

/** The creator's review of its agency, also where staff removed it. */
export const agencyRatingOf = (db: Db, representationId: string) =>
  db.selectFrom('ratings').select(COLUMNS).where('representation_id', '=', representationId).executeTakeFirst();

export async function insertAgencyRating(
  db: Db,
  r: Pick<NewRating, 'id' | 'userId' | 'name' | 'stars' | 'body' | 'at'> & { of: RatedAgency },
): Promise<void> {
  await db
    .insertInto('ratings')
    .values({
      id: r.id,
      representation_id: r.of.representationId,
      creator_org: r.of.creatorOrg,
      agency_org: r.of.agencyOrg,
      author_side: 'creator',
      author_user: r.userId,
      author_name: r.name,
      stars: r.stars,
      body: r.body,
      visible_at: r.at,
      created_at: r.at,
    })
    .execute();
}

export interface NewRating {
  id: string;
  deal: RatedDeal;
  side: Side;
  userId: string;
  name: string;
  stars: number;
  body: string;
  visibleAt: Date;
  at: Date;
}

export async function insertRating(db: Db, r: NewRating): Promise<void> {
  await db
    .insertInto('ratings')
    .values({
      id: r.id,
      contract_id: r.deal.contractId,
      brand_org: r.deal.brandOrg,
      creator_org: r.deal.creatorOrg,
      agency_org: r.deal.agencyOrg,
      author_side: r.side,
      author_user: r.userId,
      author_name: r.name,
      stars: r.stars,
      body: r.body,
      visible_at: r.visibleAt,
      created_at: r.at,
    })
    .execute();
}

/** Shows the ratings of a deal from `at` on. */
export async function showRatings(db: Db, { contractId, at }: { contractId: string; at: Date }): Promise<void> {
  await db
    .updateTable('ratings')
    .set({ visible_at: at })
    .where('contract_id', '=', contractId)
    .where('visible_at', '>', at)
    .execute();
}

export async function saveReply(db: Db, { id, reply, at }: { id: string; reply: string; at: Date }): Promise<void> {
  await db.updateTable('ratings').set({ reply, replied_at: at }).where('id', '=', id).execute();
}

export async function saveBody(db: Db, { id, body }: { id: string; body: string }): Promise<void> {
  await db.updateTable('ratings').set({ body }).where('id', '=', id).execute();
}

export async function setRemoved(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.updateTable('ratings').set({ removed_at: at }).where('id', '=', id).execute();
}

/** Of whom ratings are listed: of creators by brands, of brands by creators, of agencies by creators. */
export type RatedKind = 'creator' | 'brand' | 'agency';
const OF = {
  creator: { column: 'creator_org', by: 'brand' },
  brand: { column: 'brand_org', by: 'creator' },
  agency: { column: 'agency_org', by: 'creator' },
} as const;
interface Which {
  orgId: string;
  kind: RatedKind;
  now: Date;
}
const listed = (db: Db, { orgId, kind, now }: Which) =>
  db
    .selectFrom('ratings')
    .where(OF[kind].column, '=', orgId)
    .where('author_side', '=', OF[kind].by)
    .$if(kind === 'agency', (q) => q.where('representation_id', 'is not', null))
    .where('removed_at', 'is', null)
    .where('visible_at', '<=', now);

/** Ratings of an org that others may read, the last first. */
export const visibleRatings = (db: Db, input: Which & { after: ListPlace | null; limit: number }) =>
  listed(db, input)
    .select([...COLUMNS, placeTime('visible_at').as('place')])
    .where(behind('visible_at', 'id', 'descending', input.after))
    .orderBy('visible_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute();

/** Number and sum of the stars of the ratings that others may read. */
export async function starsOf(db: Db, input: Which): Promise<{ count: number; stars: number }> {
  return listed(db, input)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('stars'), sql<number>`0`).as('stars'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ count, stars }) => ({ count: Number(count), stars: Number(stars) }));
}

/** The rating that a case is about. */
export const ratingOfCase = (db: Db, caseId: string) =>
  db
    .selectFrom('cases as c')
    .innerJoin('ratings as r', (join) => join.on(sql<boolean>`r.id::text = split_part(c.key, ':', 1)`))
    .select(['r.id as ratingId', 'r.stars', 'r.body', 'r.reply', sql<boolean>`r.removed_at is not null`.as('removed')])
    .where('c.id', '=', caseId)
    .where('c.kind', '=', 'rating_reported')
    .executeTakeFirst();

/** Ratings that the person's orgs wrote, and those about them that they may read. */
export const ratingsToExport = ({ orgIds }: ExportScope) => sql<{ row: unknown }>`
  select to_jsonb(r) as row from ratings r
   where case r.author_side when 'brand' then r.brand_org else r.creator_org end = any(${orgIds}::uuid[])
      or (r.visible_at <= now() and r.removed_at is null and (r.brand_org = any(${orgIds}::uuid[]) or r.creator_org = any(${orgIds}::uuid[])
        or (r.representation_id is not null and r.agency_org = any(${orgIds}::uuid[]))))`;

/**
 * Part of a person's erasure: texts and name, also replies of orgs whose only member it is; the stars stay. Call it while
 * the person is still a member.
 */
export async function clearAuthor(db: Db, { userId, name }: { userId: string; name: string }): Promise<void> {
  await sql`
    update ratings set reply = null, replied_at = null
     where reply is not null and case author_side when 'brand' then creator_org else coalesce(brand_org, agency_org) end in (
       select m.org_id from org_members m where m.user_id = ${userId}
         and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
  await db.updateTable('ratings').set({ author_name: name, body: '' }).where('author_user', '=', userId).execute();
}
