import { AD_PHOTO_MAX_BYTES, AD_PHOTO_MAX_SIDE } from '../../../server/features/ads/rules.ts';
import { redrawPicture } from '@/lib/redraw-picture.ts';

/** A photo of an ad as the server takes it. Rejects if the browser cannot decode the file. */
export const widePicture = (file: Blob): Promise<Blob> =>
  redrawPicture(file, { maxSide: AD_PHOTO_MAX_SIDE, maxBytes: AD_PHOTO_MAX_BYTES });
