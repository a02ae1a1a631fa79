const QUALITIES = [0.84, 0.7, 0.55];

/**
 * A picture redrawn with its longer side at most `maxSide` pixels, which removes the camera's metadata, in at most `maxBytes`
 * if a lower quality reaches them. WebP, or JPEG if the browser cannot write WebP. Rejects if the browser cannot decode the
 * file.
 */
export async function redrawPicture(file: Blob, limits: { maxSide: number; maxBytes: number }): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, limits.maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  let last: Blob | null = null;
  for (const quality of QUALITIES) {
    const webp = await drawn(canvas, 'image/webp', quality);
    last = webp.type === 'image/webp' ? webp : await drawn(canvas, 'image/jpeg', quality);
    if (last.size <= limits.maxBytes) break;
  }
  return last!;
}

function drawn(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), type, quality),
  );
}
