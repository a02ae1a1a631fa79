import sharp, { type Metadata } from 'sharp';
import type { ErrorCode } from '../../core/errors.ts';
import type { AnyMime } from './schema.ts';

/** Frames of an animation count together. Some formats are held in memory whole while they are decoded. */
export const MAX_PIXELS = 100_000_000;
/** A few kilobytes can be made to take minutes. */
const MAX_SECONDS = 60;

const FORMATS: Partial<Record<AnyMime, Metadata['format']>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};
export const isPicture = (mime: AnyMime): boolean => mime in FORMATS;

sharp.concurrency(1);
sharp.cache(false);
// Of everything the library could open, these readers alone are reachable.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

let before: Promise<unknown> = Promise.resolve();

/** One at a time in this process, since each may take hundreds of megabytes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = before.then(work);
  before = result.catch(() => undefined);
  return result;
}

export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Size of a picture as it is shown, turned as its camera says, after all its pixels were decoded. `read` is called when its
 * turn has come. Otherwise the refusal: file.damaged where it is cut off or broken, file.pixels where it holds too many.
 */
export function checkPicture(
  mime: AnyMime,
  read: () => Promise<Buffer>,
): Promise<PictureSize | Extract<ErrorCode, 'file.damaged' | 'file.pixels'>> {
  return inTurn(async () => {
    const bytes = await read();
    try {
      const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (facts.format !== FORMATS[mime]) return 'file.damaged';
      if (facts.width * facts.height * (facts.pages ?? 1) > MAX_PIXELS) return 'file.pixels';
      // Decodes every line and keeps one pixel of each; a smaller height would leave the last lines out.
      await sharp(bytes, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true })
        .resize({ width: 1, height: facts.height, fit: 'fill' })
        .timeout({ seconds: MAX_SECONDS })
        .raw()
        .toBuffer();
      return facts.autoOrient;
    } catch {
      return 'file.damaged';
    }
  });
}

/** The picture as a square WebP of that side, without anything that the file carried beside its pixels. Its pixels were checked. */
export const drawAnew = (bytes: Buffer, side: number): Promise<Buffer> =>
  inTurn(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer(),
  );

/**
 * A checked picture drawn anew as WebP, without the camera's data, its longer side at most `maxSide`; `square` pads it with
 * nothing to a square.
 */
export const redrawPicture = (
  bytes: Buffer,
  { maxSide, square = false }: { maxSide: number; square?: boolean },
): Promise<Buffer> =>
  inTurn(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({
        width: maxSide,
        height: maxSide,
        ...(square
          ? { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }
          : { fit: 'inside', withoutEnlargement: true }),
      })
      .timeout({ seconds: MAX_SECONDS })
      .webp({ quality: 80 })
      .toBuffer(),
  );
