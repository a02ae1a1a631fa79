import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { typeOf } from '../content/media.ts';
import { checkPicture } from '../content/pictures.ts';
import { photoUrl } from './content.ts';
import { copyOfCover, insertPhoto, photoById } from './queries/upkeep.ts';
import { AD_PHOTO_MAX_BYTES, AD_PHOTO_MAX_SIDE } from './rules.ts';

/**
 * Takes a photo that the browser has drawn anew. Its first bytes decide what it is. Throws file.empty, file.too_large,
 * file.type, file.mismatch, file.damaged, file.pixels.
 */
export async function savePhoto(ctx: OrgContext, bytes: Buffer): Promise<{ photoId: string; photoUrl: string }> {
  requireRight(ctx, 'ad.edit');
  if (bytes.length === 0) throw new AppError('file.empty', { field: 'file' });
  if (bytes.length > AD_PHOTO_MAX_BYTES)
    throw new AppError('file.too_large', { field: 'file', max: AD_PHOTO_MAX_BYTES });
  const mime = await typeOf(bytes);
  if (mime !== 'image/webp' && mime !== 'image/jpeg') throw new AppError('file.type', { field: 'file' });
  const found = await checkPicture(mime, async () => bytes);
  if (typeof found === 'string') throw new AppError(found, { field: 'file' });
  if (Math.max(found.width, found.height) > AD_PHOTO_MAX_SIDE) throw new AppError('file.pixels', { field: 'file' });
  const id = newId(ctx.clock.now().getTime());
  await withTx(ctx, (tx) => insertPhoto(tx.db, { id, orgId: tx.actor.orgId, mime, bytes, at: tx.clock.now() }));
  return { photoId: id, photoUrl: photoUrl(id)! };
}

/** Takes a cover of the actor's brand kit as the photo of an ad. Throws not_found. */
export async function photoFromKit(
  ctx: OrgContext,
  { pictureId }: { pictureId: string },
): Promise<{ photoId: string; photoUrl: string }> {
  requireRight(ctx, 'ad.edit');
  const id = newId(ctx.clock.now().getTime());
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    if (!(await copyOfCover(tx.db, { id, orgId: tx.actor.orgId, pictureId, at }))) throw new AppError('not_found');
    return { photoId: id, photoUrl: photoUrl(id)! };
  });
}

/** The photo of that id for any signed-in member; not_found for unknown ones. */
export async function readPhoto(ctx: OrgContext, photoId: string): Promise<{ bytes: Buffer; mime: string }> {
  const photo = await withTx(ctx, (tx) => photoById(tx.db, photoId));
  if (!photo) throw new AppError('not_found');
  return photo;
}
