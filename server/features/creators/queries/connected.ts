import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Platform } from '../../terms/schema.ts';
import type { AudienceShare, DayFigures, MeasuredFigures } from '../schema.ts';

/** The account that a creator entered by hand on this network, else null. */
export async function enteredAccount(
  db: Db,
  input: { orgId: string; platform: Platform; handle: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('social_accounts')
    .select('id')
    .where('org_id', '=', input.orgId)
    .where('platform', '=', input.platform)
    .where('state', '<>', 'connected')
    .where(sql`lower(handle)`, '=', input.handle.toLowerCase())
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertConnected(
  db: Db,
  one: { id: string; orgId: string; platform: Platform; handle: string; url: string; at: Date },
): Promise<void> {
  await sql`
    insert into social_accounts(id, org_id, platform, handle, url, position, state, followers, source, as_of, created_at)
    select ${one.id}, ${one.orgId}, ${one.platform}, ${one.handle}, ${one.url},
        coalesce((select max(position) + 1 from social_accounts where org_id = ${one.orgId}), 0), 'connected', 0, 'api', ${one.at}, ${one.at}`.execute(
    db,
  );
}

/** Replaces what the creator entered: from now on the figures are the network's. */
export async function markConnected(db: Db, id: string, one: { handle: string; url: string; at: Date }): Promise<void> {
  await db
    .updateTable('social_accounts')
    .set({
      state: 'connected',
      source: 'api',
      handle: one.handle,
      url: one.url,
      engagement_bps: null,
      engagement_formula: null,
      growth_bps: null,
      views: null,
      views_counted: null,
      views_as_of: null,
      posts_counted: null,
      as_of: one.at,
    })
    .where('id', '=', id)
    .execute();
}

/** Notes when the owner's code stood in the description of an account that was entered by hand. */
export async function markProven(
  db: Db,
  input: { orgId: string; platform: Platform; handle: string; at: Date | null },
): Promise<void> {
  await db
    .updateTable('social_accounts')
    .set({ proven_at: input.at })
    .where('org_id', '=', input.orgId)
    .where('platform', '=', input.platform)
    .where('state', '<>', 'connected')
    .where(sql`lower(handle)`, '=', input.handle.toLowerCase())
    .execute();
}

/** Figures of a connected account; what is undefined stays as it is. False where the account is gone. */
export async function updateFigures(db: Db, id: string, figures: MeasuredFigures): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('social_accounts')
    .set({
      handle: figures.handle,
      ...(figures.followers === undefined ? {} : { followers: figures.followers }),
      ...(figures.engagement === undefined
        ? {}
        : { engagement_bps: figures.engagement?.bps ?? null, engagement_formula: figures.engagement?.formula ?? null }),
      ...(figures.views === undefined
        ? {}
        : {
            views: figures.views?.value ?? null,
            views_counted: figures.views?.counted ?? null,
            views_as_of: figures.views?.asOf ?? null,
          }),
      ...(figures.growthBps === undefined ? {} : { growth_bps: figures.growthBps }),
      ...(figures.postsCounted === undefined ? {} : { posts_counted: figures.postsCounted }),
      ...(figures.lastPostAt === undefined ? {} : { last_post_at: figures.lastPostAt }),
      ...(figures.asOf === undefined ? {} : { as_of: figures.asOf }),
      ...(figures.postsAsOf === undefined ? {} : { posts_as_of: figures.postsAsOf }),
      ...(figures.comments === undefined
        ? {}
        : {
            comments_counted: figures.comments.counted,
            comment_questions_bps: figures.comments.questionsBps,
            comment_repeats_bps: figures.comments.repeatsBps,
            comments_as_of: figures.comments.asOf,
          }),
      ...(figures.pictureAt === undefined ? {} : { picture_at: figures.pictureAt }),
      ...(figures.audienceAsOf === undefined ? {} : { audience_as_of: figures.audienceAsOf }),
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes figures of days; a figure that the network did not give this time leaves the earlier one. */
export async function upsertDays(db: Db, id: string, days: readonly DayFigures[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into account_days(account_id, day, followers, views, likes, comments, posts, reach, new_followers)
    select ${id}, r.day, r.followers, r.views, r.likes, r.comments, r.posts, r.reach, r."newFollowers"
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r(day date, followers int, views bigint, likes int, comments int,
        posts smallint, reach bigint, "newFollowers" int)
    on conflict (account_id, day) do update set
      followers = coalesce(excluded.followers, account_days.followers), views = coalesce(excluded.views, account_days.views),
      likes = coalesce(excluded.likes, account_days.likes), comments = coalesce(excluded.comments, account_days.comments),
      posts = coalesce(excluded.posts, account_days.posts), reach = coalesce(excluded.reach, account_days.reach),
      new_followers = coalesce(excluded.new_followers, account_days.new_followers)`.execute(db);
}

export async function replaceAudience(db: Db, id: string, shares: readonly AudienceShare[]): Promise<void> {
  await db.deleteFrom('account_audience').where('account_id', '=', id).execute();
  if (shares.length > 0)
    await db
      .insertInto('account_audience')
      .values(shares.map(({ kind, value, shareBps }) => ({ account_id: id, kind, value, share_bps: shareBps })))
      .execute();
}

/** Followers on the last day that was counted between these two; null for none. */
export async function followersBetween(db: Db, id: string, from: string, to: string): Promise<number | null> {
  const { rows } = await sql<{ followers: number }>`
    select followers from account_days where account_id = ${id} and day between ${from} and ${to} and followers is not null
      order by day desc limit 1`.execute(db);
  return rows[0]?.followers ?? null;
}

export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('social_accounts').where('id', '=', id).execute();
}
