import { DOCUMENT_TYPES, FILE_TYPES } from '../content/rules.ts';
import type { AnyMime, FileTypes } from '../content/schema.ts';

export const MAX_FILES_PER_MESSAGE = 10;
/** In bytes. */
export const MAX_ATTACHED_FILE = 25 * 1024 ** 2;
export const MAX_ATTACHED_VIDEO = 100 * 1024 ** 2;
const attached = <T extends { extensions: readonly string[] }>(type: T, max: number) => ({ ...type, max });
/** What may go with a message. */
export const ATTACHMENT_TYPES: FileTypes<AnyMime> = {
  'image/jpeg': attached(FILE_TYPES['image/jpeg'], MAX_ATTACHED_FILE),
  'image/png': attached(FILE_TYPES['image/png'], MAX_ATTACHED_FILE),
  'image/webp': attached(FILE_TYPES['image/webp'], MAX_ATTACHED_FILE),
  'video/mp4': attached(FILE_TYPES['video/mp4'], MAX_ATTACHED_VIDEO),
  'video/quicktime': attached(FILE_TYPES['video/quicktime'], MAX_ATTACHED_VIDEO),
  'video/webm': attached(FILE_TYPES['video/webm'], MAX_ATTACHED_VIDEO),
  'application/pdf': attached(FILE_TYPES['application/pdf'], MAX_ATTACHED_FILE),
  ...DOCUMENT_TYPES,
};
/** A picture up to this size is shown in the conversation, not only offered for download. */
export const MAX_SHOWN_PICTURE = 8 * 1024 ** 2;
