const QUALITIES = [0.84, 0.7, 0.55];

/**
 * A picture redrawn with its longer side at most `maxSide` pixels, which removes the camera's metadata, in at most `maxBytes`
 * if a lower quality reaches them. WebP, or JPEG if the browser cannot write WebP. Rejects if the browser cannot decode the
 * file. `square` pads it with nothing to a square.
 */
export async function redrawPicture(
  file: Blob,
  limits: { maxSide: number; maxBytes: number; square?: boolean },
): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, limits.maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const side = Math.max(width, height);
  canvas.width = limits.square ? side : width;
  canvas.height = limits.square ? side : height;
  canvas.getContext('2d')?.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  picture.close();
  let last: Blob | null = null;
  for (const quality of QUALITIES) {
    const webp = await drawn(canvas, 'image/webp', quality);
    last = webp.type === 'image/webp' ? webp : await drawn(canvas, 'image/jpeg', quality);
    if (last.size <= limits.maxBytes) break;
  }
  return last!;
}

/** What is drawn on the canvas, as a file. */
export function drawn(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), type, quality),
  );
}
