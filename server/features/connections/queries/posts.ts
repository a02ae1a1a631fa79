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

/** Writes posts as they are now; the same page again changes nothing. */
export async function upsertPosts(db: Db, accountId: string, posts: readonly PostValues[], at: Date): Promise<void> {
  if (posts.length === 0) return;
  await sql`
    insert into social_posts(account_id, remote_id, at, url, text, is_video, likes, comments, views, read_at)
    select distinct on (r."remoteId") ${accountId}::uuid, r."remoteId", r.at, r.url, r.text, r."isVideo", r.likes, r.comments, r.views, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r("remoteId" text, at timestamptz, url text, text text, "isVideo" boolean,
        likes int, comments int, views bigint)
    on conflict (account_id, remote_id) do update set url = excluded.url, text = excluded.text, likes = excluded.likes,
      comments = excluded.comments, views = excluded.views, read_at = excluded.read_at`.execute(db);
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
    .select(['at', 'likes', 'comments', 'views'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

/** Days on which posts were published from `since` on, with what these posts have now. */
export async function postDays(
  db: Db,
  accountId: string,
  since: Date,
): Promise<{ day: string; likes: number; comments: number; views: number | null; posts: number }[]> {
  const { rows } = await sql<{ day: string; likes: number; comments: number; views: number | null; posts: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(likes)::int as likes, sum(comments)::int as comments,
        sum(views)::bigint as views, count(*)::int as posts
      from social_posts where account_id = ${accountId} and at >= ${since} group by 1`.execute(db);
  return rows;
}

/** For the copy of personal data. */
export const rowsOfPosts: ExportPart = {
  name: 'creator-posts',
  rows: ({ orgIds }) =>
    sql`select to_jsonb(t) as row from social_posts t join social_accounts a on a.id = t.account_id where a.org_id = any(${orgIds}::uuid[])`,
};
