import { Readable } from 'node:stream';
import { withTx, type OrgContext, type StaffContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { changeProfile } from '../accounts/service.ts';
import { avatarUrl } from '../orgs/rules.ts';
import { typeOf } from '../content/media.ts';
import { checkPicture } from '../content/pictures.ts';
import {
  claimPicture,
  deleteLeftover,
  leftoverPictures,
  lockPerson,
  markLeftover,
  markStaleClaims,
  showPicture,
} from './queries/avatars.ts';
import { AVATAR_MAX_BYTES, AVATAR_MAX_SIDE, hasMetadata } from './rules.ts';

const EXTENSION = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;
const NAME = /^[0-9a-f-]{36}\.(webp|jpg)$/;

const keyOf = (name: string): string => `avatars/${name}`;

/**
 * Takes a picture that the browser has cut square and drawn anew. Its first bytes decide what it is; one that still
 * carries camera data was not drawn anew and is refused. The picture before is deleted. Claimed before it is stored, so
 * that a crash leaves no file without a row. Throws file.empty, file.too_large, file.type, file.mismatch, file.damaged,
 * file.pixels.
 */
export async function saveAvatar(ctx: OrgContext, bytes: Buffer): Promise<{ avatarUrl: string }> {
  if (bytes.length === 0) throw new AppError('file.empty', { field: 'file' });
  if (bytes.length > AVATAR_MAX_BYTES) throw new AppError('file.too_large', { field: 'file', max: AVATAR_MAX_BYTES });
  const mime = await typeOf(bytes);
  if (mime !== 'image/webp' && mime !== 'image/jpeg') throw new AppError('file.type', { field: 'file' });
  if (hasMetadata(bytes)) throw new AppError('file.mismatch', { field: 'file' });
  const found = await checkPicture(mime, async () => bytes);
  if (typeof found === 'string') throw new AppError(found, { field: 'file' });
  if (found.width !== found.height || found.width > AVATAR_MAX_SIDE)
    throw new AppError('file.mismatch', { field: 'file' });
  const name = `${newId(ctx.clock.now().getTime())}.${EXTENSION[mime]}`;
  const { userId } = ctx.actor;
  await withTx(ctx, (tx) => claimPicture(tx.db, { name, userId, at: tx.clock.now() }));
  await ctx.integrations.storage.put(keyOf(name), Readable.from([bytes]), mime);
  await replace(ctx, name);
  return { avatarUrl: avatarUrl(name)! };
}

export async function removeAvatar(ctx: OrgContext): Promise<{ avatarUrl: null }> {
  await replace(ctx, null);
  return { avatarUrl: null };
}

/** Shows the claimed picture, or none. The one before is a leftover from that moment on, whether or not it can be removed at once. */
async function replace(ctx: OrgContext, name: string | null): Promise<void> {
  const before = await withTx(ctx, async (tx) => {
    const person = await lockPerson(tx.db, tx.actor.userId);
    if (!person) throw new AppError('not_found');
    // It may take so long that the claim was deleted.
    if (name !== null && !(await showPicture(tx.db, name))) throw new AppError('state.changed');
    await changeProfile(tx, person.id, { avatar: name });
    if (person.avatar) await markLeftover(tx.db, person.avatar);
    return person.avatar;
  });
  if (before)
    await ctx.integrations.storage
      .remove(keyOf(before))
      .catch((error: unknown) => ctx.integrations.log.warn({ err: error }, 'a picture stays until the next sweep'));
}

/** A picture that is not shown an hour after it was claimed never will be. */
const MAX_CLAIM_MS = 3_600_000;
const SWEPT_AT_ONCE = 100;

/**
 * Removes the files of unused pictures: replaced, of an erased person, or of a process that ended in between. Returns
 * how many.
 */
export async function sweepAvatars(ctx: SystemContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - MAX_CLAIM_MS);
  const leftovers = await withTx(ctx, async ({ db }) => {
    await markStaleClaims(db, before);
    return leftoverPictures(db, SWEPT_AT_ONCE);
  });
  let removed = 0;
  for (const name of leftovers) {
    try {
      await ctx.integrations.storage.remove(keyOf(name));
      await withTx(ctx, ({ db }) => deleteLeftover(db, name));
      removed += 1;
    } catch (error) {
      // A picture that cannot be removed does not stop the removal of others.
      ctx.integrations.log.warn(
        { err: error },
        'an unused picture could not be removed and stays until the next sweep',
      );
    }
  }
  return removed;
}

/** The picture of that name for any signed-in user; not_found for unknown names. */
export async function readAvatar(
  ctx: OrgContext | StaffContext,
  name: string,
): Promise<{ stream: Readable; mime: string }> {
  const extension = NAME.exec(name)?.[1];
  if (!extension) throw new AppError('not_found');
  const stream = await ctx.integrations.storage.get(keyOf(name)).catch(() => {
    throw new AppError('not_found');
  });
  return { stream, mime: extension === 'webp' ? 'image/webp' : 'image/jpeg' };
}
