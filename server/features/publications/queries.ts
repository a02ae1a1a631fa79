import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { behind, nextById, placeTime, type IdPage, type ListPlace } from '../../../db/keyset.ts';
import type { DB } from '../../../db/types.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import type { OwnAccount } from '../connections/schema.ts';
import type { PostClocks } from '../policies/schema.ts';
import type { DealTerms, Side } from '../terms/schema.ts';
import { POST_ID, postIdOf, type PostLink } from './links/rules.ts';
import type { Outcome, PostCheck } from './schema.ts';

const CHECKS_SHOWN = 6;

/** The clocks of posts that were in force when the contract `c` was made: a later row changes no contract. */
const postClocks = sql<PostClocks>`(select ranges from clock_policies
  where name = 'posts:' || c.clock_policy and valid_from <= c.created_at order by valid_from desc limit 1)`.as(
  'post_clocks',
);

const posts = (db: Db) =>
  db
    .selectFrom('publications as p')
    .innerJoin('milestones as m', 'm.id', 'p.milestone_id')
    .innerJoin('contracts as c', 'c.id', 'p.contract_id')
    .selectAll('p')
    .select(['m.title as milestone_title', 'm.state as milestone_state', 'm.seq', 'm.amount', 'm.currency', 'c.title'])
    .select(postClocks)
    .select((eb) => eb.fn.coalesce('c.amended_terms', 'c.terms').$castTo<DealTerms>().as('terms'));
export type PostRow = Awaited<ReturnType<ReturnType<typeof posts>['execute']>>[number];

export const postById = (db: Db, id: string): Promise<PostRow | undefined> =>
  posts(db).where('p.id', '=', id).executeTakeFirst();

const lockPosts = (db: Db) => db.selectFrom('publications').select('id').forUpdate();

/**
 * Locked until the transaction ends, and read after that: a statement that waits for the lock reads the terms of the
 * contract as they were before the wait. Undefined where the actor may not see it.
 */
export async function lockPost(db: Db, id: string): Promise<PostRow | undefined> {
  await lockPosts(db).where('id', '=', id).execute();
  return postById(db, id);
}

export async function lockPostOf(db: Db, milestoneId: string): Promise<PostRow | undefined> {
  // Before there is a row, two first links at one moment come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`post of ${milestoneId}`}, 9))`.execute(db);
  await lockPosts(db).where('milestone_id', '=', milestoneId).execute();
  return posts(db).where('p.milestone_id', '=', milestoneId).executeTakeFirst();
}

/**
 * Other work of the creator that this post was given for; undefined where there is none, or where its looks are over without
 * finding it live. Two links of one post at one moment come one after the other until commit.
 */
export async function otherWorkOfPost(
  db: Db,
  { creatorOrg, milestoneId, link }: { creatorOrg: string; milestoneId: string; link: PostLink },
): Promise<{ milestone: string; title: string } | undefined> {
  const id = postIdOf(link);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`post ${link.platform} ${id}`}, 9))`.execute(db);
  return db
    .selectFrom('publications as p')
    .innerJoin('milestones as m', 'm.id', 'p.milestone_id')
    .innerJoin('contracts as c', 'c.id', 'p.contract_id')
    .select(['m.title as milestone', 'c.title'])
    .where('p.creator_org', '=', creatorOrg)
    .where('p.platform', '=', link.platform)
    .where(link.platform === 'blog' ? sql<string>`p.url` : sql<string>`substring(p.url from ${POST_ID}::text)`, '=', id)
    .where('p.milestone_id', '<>', milestoneId)
    .where('p.state', 'not in', ['ended', 'stopped'])
    .limit(1)
    .executeTakeFirst();
}

export const postsOfDeal = (db: Db, contractId: string): Promise<PostRow[]> =>
  posts(db).where('p.contract_id', '=', contractId).execute();

/** The same until the transaction ends. */
export const lockPostsOfDeal = (db: Db, contractId: string): Promise<PostRow[]> =>
  posts(db).where('p.contract_id', '=', contractId).orderBy('p.id').forUpdate('p').execute();

/** Accounts of the creator when a side signed the contract `c`. */
const accountsAt = (side: Side) =>
  sql<OwnAccount[] | null>`(select accounts from signatures where contract_id = c.id and side = ${side})`;

/** Milestones of a deal with what their links are checked against. */
export async function milestonesOf(db: Db, of: { contractId: string } | { milestoneId: string }) {
  return db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .select(['m.id', 'm.contract_id', 'm.seq', 'm.title as milestone_title', 'm.state', 'm.brand_org', 'm.creator_org'])
    .select(['m.amount', 'm.released_parts', 'm.currency', 'c.commission_bps'])
    .select(['m.version as milestone_version', 'm.approved_at', 'm.hold_expires_at', 'm.deadline_at', 'c.title'])
    .select(postClocks)
    .select(['m.post_overdue_at', 'm.post_extended_at', 'm.post_rested_ms', 'm.clock_stopped_at', 'c.signed_at'])
    .select([accountsAt('creator').as('signed_accounts'), accountsAt('brand').as('seen_accounts')])
    .select((eb) => eb.fn.coalesce('c.amended_terms', 'c.terms').$castTo<DealTerms>().as('terms'))
    .where('contractId' in of ? 'm.contract_id' : 'm.id', '=', 'contractId' in of ? of.contractId : of.milestoneId)
    .orderBy('m.seq')
    .execute();
}
export type LinkedMilestone = Awaited<ReturnType<typeof milestonesOf>>[number];

export async function insertPost(db: Db, post: Insertable<DB['publications']>): Promise<void> {
  await db.insertInto('publications').values(post).execute();
}

export async function updatePost(
  db: Db,
  { id, at }: { id: string; at: Date },
  set: Omit<Updateable<DB['publications']>, 'version' | 'updated_at'>,
): Promise<void> {
  await db
    .updateTable('publications')
    .set((eb) => ({ ...set, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function insertCheck(db: Db, check: Insertable<DB['publication_checks']>): Promise<void> {
  await db.insertInto('publication_checks').values(check).execute();
}

/** The last checks of each post, newest first. */
export async function checksOf(db: Db, postIds: readonly string[]): Promise<Map<string, PostCheck[]>> {
  const found = new Map<string, PostCheck[]>();
  if (postIds.length === 0) return found;
  const { rows } = await sql<{ publication_id: string; at: Date; outcome: Outcome }>`
    select k.publication_id, k.at, k.outcome from unnest(${[...postIds]}::uuid[]) p(id)
      cross join lateral (select publication_id, at, outcome from publication_checks
        where publication_id = p.id order by at desc, id desc limit ${CHECKS_SHOWN}) k`.execute(db);
  for (const { publication_id, at, outcome } of rows) {
    const list = found.get(publication_id) ?? [];
    list.push({ at, outcome });
    found.set(publication_id, list);
  }
  return found;
}

/**
 * Milestones of a creator that were approved since, are published somewhere, and have no link or one whose post has a fault.
 */
const unposted = (db: Db, { creatorOrg, since }: { creatorOrg: string; since: Date }) =>
  db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .leftJoin('publications as p', 'p.milestone_id', 'm.id')
    .where('m.creator_org', '=', creatorOrg)
    .where('m.state', 'in', ['awaiting_live', 'approved', 'auto_approved', 'clearing', 'releasing', 'released'])
    .where('m.approved_at', '>=', since)
    .where((eb) => eb.or([eb('p.id', 'is', null), eb('p.state', '=', 'failing')]))
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(coalesce(c.amended_terms, c.terms)->'deliverables') d
        cross join lateral (select coalesce(coalesce(c.amended_terms, c.terms)->'milestones'->(m.seq - 1)->'deliverableIds', '[]') ids) of
        where d->>'platform' <> 'ugc' and (jsonb_array_length(of.ids) = 0 or of.ids ? (d->>'id')))`,
    );

export async function toPostRows(
  db: Db,
  { after, limit, ...of }: { creatorOrg: string; since: Date; after: ListPlace | null; limit: number },
) {
  return unposted(db, of)
    .select(['m.id', 'm.contract_id', 'm.seq', 'm.title as milestone_title', 'm.amount', 'm.currency', 'm.brand_org'])
    .select(['c.title', 'p.state', 'p.outcome'])
    .select((eb) => [
      eb.fn.coalesce('c.amended_terms', 'c.terms').$castTo<DealTerms>().as('terms'),
      eb.fn.coalesce('m.approved_at', 'm.updated_at').as('approved_at'),
      placeTime('m.approved_at').as('at'),
    ])
    .where(behind('m.approved_at', 'm.id', 'descending', after))
    .orderBy('m.approved_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnposted(db: Db, of: { creatorOrg: string; since: Date }): Promise<number> {
  const rows = await unposted(db, of).select('m.id').limit(COUNT_CAP).execute();
  return rows.length;
}

const open = (db: Db) =>
  db.selectFrom('publications').select('id').where('state', 'in', ['watching', 'failing', 'undecided']);

export const openPosts = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  open(db).where('updated_at', '<', before).where(nextById('id', page)).orderBy('id').limit(page.limit).execute();

export const overduePosts = (db: Db, { ids, since }: { ids: string[]; since: Date }): Promise<{ id: string }[]> =>
  open(db)
    .where('id', 'in', ids)
    .where((eb) => eb(eb.fn.coalesce('next_check_at', 'decide_until'), '<', since))
    .execute();

export const isOpenPost = async (db: Db, { id }: { id: string }): Promise<boolean> =>
  (await open(db).where('id', '=', id).executeTakeFirst()) !== undefined;

/** Nothing more is looked at, and the addresses of a person's own posts go; what was found stays with the deal. */
export async function erasePostsOfPerson(db: Db, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await sql`
    update publications set url = '', handles = '{}', claimed = '{}', detail = null, state = 'stopped', next_check_at = null,
        decide_until = null, updated_at = ${at}, version = version + 1
     where creator_org in (select m.org_id from org_members m where m.user_id = ${userId}
       and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
  await sql`
    update publication_checks set detail = null
     where detail is not null and creator_org in (select m.org_id from org_members m where m.user_id = ${userId}
       and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`.execute(db);
}
