import { PICTURE_LIMITS, type PictureKind } from '../../../server/features/brands/rules.ts';
import type { BrandPicture } from '../../../server/features/brands/schema.ts';
import { redrawPicture } from '@/lib/redraw-picture.ts';
import { uploadFile } from '@/lib/upload.ts';

/** A picture that the browser cannot decode. */
export class UnreadablePicture extends Error {}

/** Redraws a picture and adds it to the kit of the brand. Rejects with UnreadablePicture or UploadError. */
export async function sendPicture(kind: PictureKind, file: Blob): Promise<BrandPicture> {
  const drawn = await redrawPicture(file, { ...PICTURE_LIMITS[kind], square: kind === 'logo' }).catch(() => null);
  if (!drawn) throw new UnreadablePicture();
  return uploadFile<BrandPicture>(`/api/brand-pictures/${kind}`, drawn, { headers: { 'content-type': drawn.type } });
}
