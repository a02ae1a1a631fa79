import type { Db } from '../../../../db/client.ts';
import type { PictureKind, PictureMime } from '../rules.ts';

export async function insertPicture(
  db: Db,
  one: {
    id: string;
    orgId: string;
    kind: PictureKind;
    mime: PictureMime;
    bytes: Buffer;
    width: number;
    height: number;
    at: Date;
  },
): Promise<void> {
  const { orgId, at, ...values } = one;
  await db
    .insertInto('brand_pictures')
    .values({ ...values, org_id: orgId, created_at: at })
    .execute();
}

export async function pictureById(db: Db, id: string): Promise<{ bytes: Buffer; mime: PictureMime } | undefined> {
  return db.selectFrom('brand_pictures').select(['bytes', 'mime']).where('id', '=', id).executeTakeFirst();
}

/** Pictures of an org without their bytes, the oldest first. */
export const picturesOf = (db: Db, orgId: string) =>
  db
    .selectFrom('brand_pictures')
    .select(['id', 'kind', 'width', 'height'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
export type PictureRow = Awaited<ReturnType<typeof picturesOf>>[number];

/** Lets the uploads of one org follow each other, so that two cannot exceed the limit together. */
export async function lockProfile(db: Db, orgId: string): Promise<void> {
  await db.selectFrom('orgs').select('id').where('id', '=', orgId).forNoKeyUpdate().execute();
}

export async function deletePicture(db: Db, of: { id: string; orgId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('brand_pictures')
    .where('id', '=', of.id)
    .where('org_id', '=', of.orgId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Logos of an org other than the one that is shown. */
export async function deleteOtherLogos(db: Db, of: { orgId: string; keep: string }): Promise<void> {
  await db
    .deleteFrom('brand_pictures')
    .where('org_id', '=', of.orgId)
    .where('kind', '=', 'logo')
    .where('id', '<>', of.keep)
    .execute();
}
