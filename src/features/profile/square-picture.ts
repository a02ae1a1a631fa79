import { drawn } from '@/lib/redraw-picture.ts';
import { AVATAR_MAX_SIDE } from '../../../server/features/privacy/rules.ts';

/**
 * The centered square of a picture, redrawn at most 512 px wide, which removes the camera's metadata. WebP, or JPEG if
 * the browser cannot write WebP. Rejects if the browser cannot decode the file.
 */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const target = Math.min(side, AVATAR_MAX_SIDE);
  const canvas = document.createElement('canvas');
  canvas.width = target;
  canvas.height = target;
  canvas
    .getContext('2d')
    ?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, target, target);
  picture.close();
  const webp = await drawn(canvas, 'image/webp', 0.86);
  return webp.type === 'image/webp' ? webp : drawn(canvas, 'image/jpeg', 0.9);
}
