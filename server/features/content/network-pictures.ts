import { Readable } from 'node:stream';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { notePicture, pictureWanted } from '../connections/picture.ts';
import { accountPictureKey } from '../creators/rules.ts';
import { typeOf } from './media.ts';
import { checkPicture, drawAnew, isPicture } from './pictures.ts';
import { hasAccountPicture } from './queries/network-pictures.ts';

const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 8_000;
/** In pixels, of both sides. */
const SIDE = 256;

/** The picture behind an address, checked like an upload and drawn anew; null where it is none. */
async function fetched(ctx: SystemContext, url: string): Promise<Buffer | null> {
  let body: Buffer;
  try {
    ({ body } = await ctx.integrations.fetch(url, { types: ['image/*'], maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FetchRefused') throw error;
    return null;
  }
  const mime = await typeOf(body);
  if (!mime || !isPicture(mime) || typeof (await checkPicture(mime, async () => body)) === 'string') return null;
  return drawAnew(body, SIDE);
}

/**
 * Keeps the picture of a connected account as a file of ours, so that no page loads it from the network. Once a week, since its
 * address changes with each call; repeating it is harmless.
 */
export async function refreshNetworkPicture(ctx: SystemContext, { id }: { id: string }): Promise<{ outcome: string }> {
  const wanted = await pictureWanted(ctx, { id });
  if (!wanted) return { outcome: 'not due' };
  const { accountId } = wanted;
  const picture = await fetched(ctx, wanted.url);
  const key = accountPictureKey(accountId);
  if (picture) await ctx.integrations.storage.put(key, Readable.from([picture]), 'image/webp');
  // Disconnected meanwhile: the file has no account any more.
  if (!(await notePicture(ctx, { id, accountId, stored: picture !== null })))
    await ctx.integrations.storage.remove(key);
  return { outcome: picture ? 'stored' : 'refused' };
}

/** The stored picture of an account. Throws not_found. */
export async function readNetworkPicture(ctx: OrgContext, { accountId }: { accountId: string }): Promise<Readable> {
  if (!(await withTx(ctx, (tx) => hasAccountPicture(tx.db, accountId)))) throw new AppError('not_found');
  return ctx.integrations.storage.get(accountPictureKey(accountId));
}
