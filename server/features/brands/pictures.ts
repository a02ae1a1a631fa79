import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { typeOf } from '../content/media.ts';
import { checkPicture } from '../content/pictures.ts';
import { brandPictureUrl } from '../orgs/rules.ts';
import {
  deleteOtherLogos,
  deletePicture,
  insertPicture,
  lockProfile,
  pictureById,
  picturesOf,
  type PictureRow,
} from './queries/pictures.ts';
import { setLogo } from './queries/profiles.ts';
import { MAX_COVERS, PICTURE_LIMITS, type PictureKind } from './rules.ts';
import type { BrandKit, BrandPicture } from './schema.ts';

const toPicture = ({ id, width, height }: PictureRow): BrandPicture => ({
  id,
  url: brandPictureUrl(id)!,
  width,
  height,
});

/** The pictures of a brand. In the caller's transaction. */
export async function kitOf(tx: ServiceContext, orgId: string, logoId: string | null): Promise<BrandKit> {
  const rows = await picturesOf(tx.db, orgId);
  const logo = rows.find(({ id }) => id === logoId);
  return {
    logo: logo ? toPicture(logo) : null,
    covers: rows.filter(({ kind }) => kind === 'cover').map(toPicture),
  };
}

/**
 * Takes a picture that the browser has drawn anew; a new logo replaces the one before. Its first bytes decide what it is. Throws
 * file.empty, file.too_large, file.type, file.damaged, file.pixels, brand.picture_small, brand.too_many_covers.
 */
export async function savePicture(ctx: OrgContext, kind: PictureKind, bytes: Buffer): Promise<BrandPicture> {
  if (ctx.actor.orgKind !== 'brand') throw new AppError('auth.wrong_account_type');
  requireRight(ctx, 'profile.edit');
  const { minSide, maxSide, maxBytes } = PICTURE_LIMITS[kind];
  if (bytes.length === 0) throw new AppError('file.empty', { field: 'file' });
  if (bytes.length > maxBytes) throw new AppError('file.too_large', { field: 'file', max: maxBytes });
  const mime = await typeOf(bytes);
  if (mime !== 'image/webp' && mime !== 'image/jpeg') throw new AppError('file.type', { field: 'file' });
  const found = await checkPicture(mime, async () => bytes);
  if (typeof found === 'string') throw new AppError(found, { field: 'file' });
  const { width, height } = found;
  if (Math.max(width, height) > maxSide) throw new AppError('file.pixels', { field: 'file' });
  if (Math.min(width, height) < minSide) throw new AppError('brand.picture_small', { field: 'file', min: minSide });
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const at = tx.clock.now();
    const id = newId(at.getTime());
    await lockProfile(tx.db, orgId);
    if (kind === 'cover') {
      const covers = (await picturesOf(tx.db, orgId)).filter((row) => row.kind === 'cover').length;
      if (covers >= MAX_COVERS) throw new AppError('brand.too_many_covers', { field: 'file', max: MAX_COVERS });
    }
    await insertPicture(tx.db, { id, orgId, kind, mime, bytes, width, height, at });
    if (kind === 'logo') {
      await setLogo(tx.db, { orgId, logoId: id, at });
      await deleteOtherLogos(tx.db, { orgId, keep: id });
    }
    await audit(tx, 'brand.picture_added', `picture:${id}`, { kind });
    return toPicture({ id, kind, width, height });
  });
}

/** Takes a picture out of the kit, and out of the campaigns that show it. Throws not_found. */
export async function removePicture(ctx: OrgContext, { pictureId }: { pictureId: string }): Promise<{ id: string }> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    if (!(await deletePicture(tx.db, { id: pictureId, orgId: tx.actor.orgId }))) throw new AppError('not_found');
    await audit(tx, 'brand.picture_removed', `picture:${pictureId}`);
    return { id: pictureId };
  });
}

/** The picture of that id for any signed-in member; not_found for unknown ones. */
export async function readPicture(ctx: OrgContext, id: string): Promise<{ bytes: Buffer; mime: string }> {
  const picture = await withTx(ctx, (tx) => pictureById(tx.db, id));
  if (!picture) throw new AppError('not_found');
  return picture;
}
