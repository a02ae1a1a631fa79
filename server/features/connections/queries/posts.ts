import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ExportPart } from '../../../registration.ts';
import type { CountedPost } from '../rules.ts';

export interface PostValues {
  remoteId: string;
  at: Date;
  url: string;
  text: string;
  isVideo: boolean;
  likes: number;
  comments: number;
  views: number | null;
}

/**
 * Writes posts as they are now; the same page again changes nothing. `separateViews`: the page has no views, and those that
 * were read one post at a time stay.
 */
export async function upsertPosts(
  db: Db,
  input: { accountId: string; posts: readonly PostValues[]; separateViews: boolean; at: Date },
): Promise<void> {
  const { accountId, posts, separateViews, at } = input;
  if (posts.length === 0) return;
  const kept = sql.ref(separateViews ? 'social_posts' : 'excluded');
  await sql`
    insert into social_posts(account_id, remote_id, at, url, text, is_video, likes, comments, views, read_at, views_read_at)
    select distinct on (r."remoteId") ${accountId}::uuid, r."remoteId", r.at, r.url, r.text, r."isVideo", r.likes, r.comments, r.views,
        ${at}::timestamptz, ${separateViews ? null : at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r("remoteId" text, at timestamptz, url text, text text, "isVideo" boolean,
        likes int, comments int, views bigint)
    on conflict (account_id, remote_id) do update set url = excluded.url, text = excluded.text, likes = excluded.likes,
      comments = excluded.comments, views = ${kept}.views, read_at = excluded.read_at, views_read_at = ${kept}.views_read_at`.execute(
    db,
  );
}

/** Posts whose views are due, the newest first: never read, or of a fresh post and read before `readBefore`. */
export async function postsDueForViews(
  db: Db,
  input: { accountId: string; freshSince: Date; readBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('social_posts')
    .select('remote_id')
    .where('account_id', '=', input.accountId)
    .where((eb) =>
      eb.or([
        eb('views_read_at', 'is', null),
        eb.and([eb('at', '>=', input.freshSince), eb('views_read_at', '<', input.readBefore)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('remote_id')
    .limit(input.limit)
    .execute();
  return rows.map(({ remote_id: id }) => id);
}

/** Writes views that were read one post at a time; a post that has none this time keeps the earlier ones. */
export async function saveViews(
  db: Db,
  input: { accountId: string; views: readonly { remoteId: string; views: number | null }[]; at: Date },
): Promise<void> {
  if (input.views.length === 0) return;
  await sql`
    update social_posts p set views = coalesce(r.views, p.views), views_read_at = ${input.at}
      from jsonb_to_recordset(${JSON.stringify(input.views)}::jsonb) as r("remoteId" text, views bigint)
     where p.account_id = ${input.accountId} and p.remote_id = r."remoteId"`.execute(db);
}

export async function postsCount(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('social_posts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}

export async function newestPosts(db: Db, accountId: string, limit: number): Promise<CountedPost[]> {
  return db
    .selectFrom('social_posts')
    .select(['at', 'likes', 'comments', 'views', 'views_read_at as viewsReadAt'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

/** Days on which posts were published from `since` on, with what these posts have now; views where those of each are known. */
export async function postDays(
  db: Db,
  accountId: string,
  since: Date,
): Promise<{ day: string; likes: number; comments: number; views: number | null; posts: number }[]> {
  const { rows } = await sql<{ day: string; likes: number; comments: number; views: number | null; posts: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(likes)::int as likes, sum(comments)::int as comments,
        case when count(views) = count(*) then sum(views)::bigint end as views, count(*)::int as posts
      from social_posts where account_id = ${accountId} and at >= ${since} group by 1`.execute(db);
  return rows;
}

/** For the copy of personal data. */
export const rowsOfPosts: ExportPart = {
  name: 'creator-posts',
  rows: ({ orgIds }) =>
    sql`select to_jsonb(t) as row from social_posts t join social_accounts a on a.id = t.account_id where a.org_id = any(${orgIds}::uuid[])`,
};
