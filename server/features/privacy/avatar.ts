import { Readable } from 'node:stream';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { avatarUrl } from '../accounts/rules.ts';
import { mediaFacts } from '../content/media.ts';
import { sniffType } from '../content/rules.ts';
import { hasMetadata } from './rules.ts';
import { AVATAR_MAX_BYTES, AVATAR_MAX_SIDE } from './schema.ts';

const EXTENSION = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;
const NAME = /^[0-9a-f-]{36}\.(webp|jpg)$/;

const keyOf = (name: string): string => `avatars/${name}`;

/**
 * Takes a picture that the browser has cut square and drawn anew. Its first bytes decide what it is; one that still carries
 * camera data was not drawn anew and is refused. The picture before is deleted.
 * Throws file.empty, file.too_large, file.type, file.mismatch.
 */
export async function saveAvatar(ctx: OrgContext, bytes: Buffer): Promise<{ avatarUrl: string }> {
  if (bytes.length === 0) throw new AppError('file.empty', { field: 'file' });
  if (bytes.length > AVATAR_MAX_BYTES) throw new AppError('file.too_large', { field: 'file', max: AVATAR_MAX_BYTES });
  const mime = sniffType(bytes);
  if (mime !== 'image/webp' && mime !== 'image/jpeg') throw new AppError('file.type', { field: 'file' });
  const { width, height } = await mediaFacts(mime, bytes, bytes.length, async (from, length) => bytes.subarray(from, from + length));
  if (width === null || width !== height || width > AVATAR_MAX_SIDE || hasMetadata(bytes)) throw new AppError('file.mismatch', { field: 'file' });
  const name = `${newId(ctx.clock.now().getTime())}.${EXTENSION[mime]}`;
  await ctx.integrations.storage.put(keyOf(name), Readable.from([bytes]), mime);
  await replace(ctx, name);
  return { avatarUrl: avatarUrl(name)! };
}

export async function removeAvatar(ctx: OrgContext): Promise<{ avatarUrl: null }> {
  await replace(ctx, null);
  return { avatarUrl: null };
}

async function replace(ctx: OrgContext, name: string | null): Promise<void> {
  const before = await withTx(ctx, async (tx) => {
    const row = await tx.db.selectFrom('profiles').select('avatar').where('id', '=', tx.actor.userId).forUpdate().executeTakeFirst();
    await tx.db.updateTable('profiles').set({ avatar: name }).where('id', '=', tx.actor.userId).execute();
    return row?.avatar;
  });
  if (before) await ctx.integrations.storage.remove(keyOf(before));
}

/** The picture of that name for anybody signed in; not_found for names we never made. */
export async function readAvatar(ctx: OrgContext, name: string): Promise<{ stream: Readable; mime: string }> {
  const extension = NAME.exec(name)?.[1];
  if (!extension) throw new AppError('not_found');
  const stream = await ctx.integrations.storage.get(keyOf(name)).catch(() => {
    throw new AppError('not_found');
  });
  return { stream, mime: extension === 'webp' ? 'image/webp' : 'image/jpeg' };
}
