import { AVATAR_MAX_SIDE } from '../../../server/features/privacy/schema.ts';

/**
 * The middle square of a chosen picture, drawn anew at most 512 px wide: whatever the camera wrote beside the pixels stays
 * behind. WebP, or JPEG where the browser cannot write WebP. Rejects when the file is no picture the browser can read.
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

function drawn(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), type, quality),
  );
}
