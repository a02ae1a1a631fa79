import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { holdsText, type RecordSearch } from '../../../../db/text-search.ts';
import { behind, placeTime, type ListPlace, inIndexOrder } from '../../../../db/keyset.ts';

const ids = (values: readonly string[]) => sql<string>`any(${[...values]}::uuid[])`;
/** Who is in the search table and not blocked in either direction; `creator` names a column. */
const shown = (creator: string) =>
  sql<boolean>`exists (select from creator_search s where s.org_id = ${sql.ref(creator)})
    and ${sql.ref(creator)} <> all(array(select orgs_blocked()))`;

const COUNT = sql<number>`(select count(*)::int from creator_list_items i where i.list_id = l.id and ${shown('i.creator_org')})`;

const lists = (db: Db, orgId: string) =>
  db
    .selectFrom('creator_lists as l')
    .select(['l.id', 'l.name', 'l.created_at as createdAt', placeTime('l.created_at').as('place')])
    .select(COUNT.as('count'))
    .where('l.org_id', '=', orgId);

export const listsOf = (db: Db, orgId: string, page: { after: ListPlace | null; limit: number }) =>
  lists(db, orgId)
    .where(behind('l.created_at', 'l.id', 'descending', page.after))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(page.limit)
    .execute();

export const listById = (db: Db, which: { orgId: string; id: string }) =>
  lists(db, which.orgId).where('l.id', '=', which.id).executeTakeFirst();

export const listByName = (db: Db, which: { orgId: string; name: string }) =>
  lists(db, which.orgId)
    .where(sql`lower(l.name)`, '=', sql`lower(${which.name})`)
    .executeTakeFirst();

/** Waits for other acts on the org's lists, until the transaction ends: they count before they add. */
export async function lockLists(db: Db, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lists:${orgId}`}, 0))`.execute(db);
}

export async function countLists(db: Db, orgId: string): Promise<number> {
  const { n } = await db
    .selectFrom('creator_lists')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertList(
  db: Db,
  list: { id: string; orgId: string; name: string; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('creator_lists')
    .values({ id: list.id, org_id: list.orgId, name: list.name, created_by: list.by, created_at: list.at })
    .execute();
}

export async function renameListRow(db: Db, list: { id: string; orgId: string; name: string }): Promise<void> {
  await db
    .updateTable('creator_lists')
    .set({ name: list.name })
    .where('id', '=', list.id)
    .where('org_id', '=', list.orgId)
    .execute();
}

export async function deleteListRow(db: Db, list: { id: string; orgId: string }): Promise<void> {
  await db.deleteFrom('creator_lists').where('id', '=', list.id).where('org_id', '=', list.orgId).execute();
}

/** Those of these creators who may be shown to the acting org. */
export async function visibleCreators(db: Db, creators: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from unnest(${[...creators]}::uuid[]) as c(id) where ${shown('c.id')}`.execute(db);
  return rows.map((row) => row.id);
}

export async function countItems(db: Db, listId: string): Promise<number> {
  const { n } = await db
    .selectFrom('creator_list_items')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Those of these creators that the list holds, shown or not. */
export async function heldOf(db: Db, listId: string, creators: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('creator_list_items')
    .select('creator_org')
    .where('list_id', '=', listId)
    .where('creator_org', '=', ids(creators))
    .execute();
  return rows.map((row) => row.creator_org);
}

export async function insertItems(
  db: Db,
  items: { listId: string; orgId: string; creators: readonly string[]; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('creator_list_items')
    .values(
      items.creators.map((creator_org) => ({
        list_id: items.listId,
        org_id: items.orgId,
        creator_org,
        added_by: items.by,
        added_at: items.at,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteItems(db: Db, listId: string, creators: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('creator_list_items')
    .where('list_id', '=', listId)
    .where('creator_org', '=', ids(creators))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether the list holds the creator. */
export async function setNote(
  db: Db,
  item: { listId: string; orgId: string; creatorOrg: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('creator_list_items')
    .set({ note: item.note })
    .where('list_id', '=', item.listId)
    .where('org_id', '=', item.orgId)
    .where('creator_org', '=', item.creatorOrg)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Creators of a list who may be shown, the last added first. */
export const itemsOf = (
  db: Db,
  { listId, tag, page }: { listId: string; tag: string | null; page: { after: ListPlace | null; limit: number } },
) =>
  inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('creator_list_items as i')
          .select(['i.org_id', 'i.creator_org', 'i.note', 'i.added_at', 'i.added_by'])
          .where('i.list_id', '=', listId)
          .where(shown('i.creator_org'))
          .$if(tag !== null, (q) =>
            q.where(
              sql<boolean>`exists (select from creator_tags t where t.org_id = i.org_id and t.creator_org = i.creator_org and t.tag = ${tag})`,
            ),
          )
          .where(behind('i.added_at', 'i.creator_org', 'descending', page.after))
          .orderBy('i.added_at', 'desc')
          .orderBy('i.creator_org', 'desc')
          .limit(page.limit)
          .as('i'),
      )
      .leftJoin('org_members as m', (join) =>
        join.onRef('m.user_id', '=', 'i.added_by').onRef('m.org_id', '=', 'i.org_id'),
      )
      .leftJoin('profiles as p', 'p.id', 'm.user_id')
      .select(['i.creator_org', 'i.note', 'i.added_at', 'p.display_name', placeTime('i.added_at').as('place')])
      .orderBy('i.added_at', 'desc')
      .orderBy('i.creator_org', 'desc')
      .execute(),
  );

export const listsHolding = (db: Db, which: { orgId: string; creators: readonly string[] }) =>
  db
    .selectFrom('creator_list_items')
    .select(['creator_org', 'list_id'])
    .where('org_id', '=', which.orgId)
    .where('creator_org', '=', ids(which.creators))
    .execute();

export const tagsOf = (db: Db, which: { orgId: string; creators: readonly string[] }) =>
  db
    .selectFrom('creator_tags')
    .select(['creator_org', 'tag'])
    .where('org_id', '=', which.orgId)
    .where('creator_org', '=', ids(which.creators))
    .orderBy('tag')
    .execute();

export async function replaceTags(
  db: Db,
  { orgId, creatorOrg, tags, at }: { orgId: string; creatorOrg: string; tags: readonly string[]; at: Date },
): Promise<void> {
  await db.deleteFrom('creator_tags').where('org_id', '=', orgId).where('creator_org', '=', creatorOrg).execute();
  if (tags.length > 0)
    await db
      .insertInto('creator_tags')
      .values(tags.map((tag) => ({ org_id: orgId, creator_org: creatorOrg, tag, created_at: at })))
      .execute();
}

/** The org's tags with the number of creators who may be shown, the most frequent first. */
export const tagCounts = (db: Db, orgId: string, limit: number) =>
  db
    .selectFrom('creator_tags as t')
    .select(['t.tag', sql<number>`count(*)::int`.as('count')])
    .where('t.org_id', '=', orgId)
    .where(shown('t.creator_org'))
    .groupBy('t.tag')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('t.tag')
    .limit(limit)
    .execute();

/** Those of these creators with whom the brand has an open offer or application for the campaign, or a deal. */
export async function creatorsInTalks(
  db: Db,
  { brandOrg, campaignId, creators }: { brandOrg: string; campaignId: string; creators: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ creator_org: string }>`
    select o.creator_org from offers o where o.brand_org = ${brandOrg} and o.campaign_id = ${campaignId}
      and o.creator_org = any(${[...creators]}::uuid[]) and o.state in ('sent', 'countered', 'accepted')
    union
    select a.creator_org from applications a where a.brand_org = ${brandOrg} and a.campaign_id = ${campaignId}
      and a.creator_org = any(${[...creators]}::uuid[]) and a.state in ('submitted', 'shortlisted', 'offered', 'accepted')`.execute(
    db,
  );
  return rows.map((row) => row.creator_org);
}

/** The brand's offers that were sent under these request keys, by creator. */
export async function offersUnderKeys(
  db: Db,
  { brandOrg, keys }: { brandOrg: string; keys: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'creator_org'])
    .where('brand_org', '=', brandOrg)
    .where('request_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.creator_org, row.id]));
}

/** Part of a person's erasure: lists and tags of the orgs that are the person's alone, and those orgs' places in the lists of others. */
export async function deleteListsOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from creator_tags where org_id in ${own} or creator_org in ${own}`.execute(db);
  await sql`delete from creator_list_items where org_id in ${own} or creator_org in ${own}`.execute(db);
  await sql`delete from creator_lists where org_id in ${own}`.execute(db);
}

/** Lists of the org by what their name holds, the newest first. */
export const findLists = (db: Db, { orgId, text, limit }: RecordSearch): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('creator_lists')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where(holdsText(text, sql.ref('name')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
