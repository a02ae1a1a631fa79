import { sql } from 'kysely';
import { affectedRows, type Batch } from '../../../../db/batch.ts';
import type { Db } from '../../../../db/client.ts';
import type { PhotoMime } from '../schema.ts';

export async function insertPhoto(
  db: Db,
  photo: { id: string; orgId: string; mime: PhotoMime; bytes: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('ad_photos')
    .values({ id: photo.id, org_id: photo.orgId, mime: photo.mime, bytes: photo.bytes, created_at: photo.at })
    .execute();
}

export async function photoById(db: Db, photoId: string): Promise<{ mime: PhotoMime; bytes: Buffer } | undefined> {
  return db.selectFrom('ad_photos').select(['mime', 'bytes']).where('id', '=', photoId).executeTakeFirst();
}

/** Copies a cover of the org's brand kit, so that the ad keeps it when the kit changes. False where the kit has none of that id. */
export async function copyOfCover(
  db: Db,
  one: { id: string; orgId: string; pictureId: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ad_photos')
    .columns(['id', 'org_id', 'mime', 'bytes', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('brand_pictures')
        .select((e) => [
          sql<string>`${one.id}::uuid`.as('id'),
          'org_id',
          'mime',
          'bytes',
          e.val(one.at).$castTo<Date>().as('created_at'),
        ])
        .where('id', '=', one.pictureId)
        .where('org_id', '=', one.orgId)
        .where('kind', '=', 'cover'),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function isOwnPhoto(db: Db, input: { photoId: string; orgId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('ad_photos')
    .select('id')
    .where('id', '=', input.photoId)
    .where('org_id', '=', input.orgId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Photos that no ad has. */
export async function deleteUnusedPhotos(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from ad_photos where id in (
      select p.id from ad_photos p where p.created_at < ${before}::timestamptz
         and not exists (select from ads a where a.photo_id = p.id) order by p.created_at limit ${limit})`.execute(db),
  );
}

/** Deletes and empties what a person's own orgs wrote and did here. */
export async function eraseAdsOfPerson(db: Db, userId: string): Promise<void> {
  const own = sql`(select m.org_id from org_members m where m.user_id = ${userId}
    and not exists (select from org_members o where o.org_id = m.org_id and o.user_id <> ${userId}))`;
  await sql`delete from ad_saves where org_id in ${own}`.execute(db);
  await sql`delete from ad_hides where org_id in ${own}`.execute(db);
  await sql`delete from ad_views where viewer_org in ${own}`.execute(db);
  await sql`update ad_alerts set active = false, city = null, lat = null, lon = null where org_id in ${own}`.execute(
    db,
  );
  await sql`
    update ad_replies set body = '', links = '{}', decline_reason = null,
      state = case when state in ('sent', 'seen', 'invited') then 'withdrawn' else state end
     where replier_org in ${own}`.execute(db);
  await sql`
    update ad_replies set state = case when state in ('sent', 'seen', 'invited') then 'declined' else state end,
      decline_reason = null where owner_org in ${own}`.execute(db);
  await sql`
    update ads set title = '', body = '', goods = '', held = null, staff_reason = null, photo_id = null, city = null,
      lat = null, lon = null, state = case when state in ('filled', 'removed') then state else 'closed' end
     where org_id in ${own}`.execute(db);
  await sql`delete from ad_photos where org_id in ${own}`.execute(db);
}

/** Who saw an ad on which day is only counted. */
export async function deleteOldViews(db: Db, { before, limit }: Batch): Promise<number> {
  return affectedRows(
    await sql`
    delete from ad_views where (ad_id, viewer_org, day) in (
      select ad_id, viewer_org, day from ad_views where day < ${before}::timestamptz order by day limit ${limit})`.execute(
      db,
    ),
  );
}
