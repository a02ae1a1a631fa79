import { z } from 'zod';
import { DOCUMENT_TYPES, FILE_TYPES, type AnyMime, type FileDto, type FileTypes } from '../content/schema.ts';
import { uuid } from '../../core/inputs.ts';
import { type Side } from '../terms/schema.ts';

/** A thread belongs to a deal or, before it, to an offer. Exactly one of the two. */
export const threadInput = z.union([z.strictObject({ contractId: uuid }), z.strictObject({ offerId: uuid })]);
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

/** A message has words, files, or both. */
export const sendMessageInput = z
  .strictObject({
    thread: threadInput,
    body: z.string().trim().max(4000),
    fileIds: z.array(uuid).max(MAX_FILES_PER_MESSAGE).optional(),
  })
  .refine((message) => message.body !== '' || (message.fileIds ?? []).length > 0, { path: ['body'] });
export const attachmentInput = z.strictObject({ fileId: uuid });
/** `upTo`: the newest message that was on the screen. */
export const readThreadInput = z.strictObject({ thread: threadInput, upTo: uuid });
export interface AttachmentDto extends Omit<FileDto, 'sha256'> {
  /** Its sender's account was erased, and the file with it. */
  gone: boolean;
}
/** Whether the reader may write in a thread: true, or the code of the refusal. */
export interface ThreadStatus {
  write: true | string;
}

export interface MessageDto {
  id: string;
  /** Empty where only files were sent. */
  body: string;
  files: AttachmentDto[];
  authorName: string;
  /** Null where there is none. */
  avatarUrl: string | null;
  authorSide: Side | 'agency';
  mine: boolean;
  /** Of another org, and not yet seen by the reader. */
  unread: boolean;
  /** It names a phone number or a way to pay outside; both are warned. */
  outside: boolean;
  at: Date;
}
/** Same-origin address of a file of a conversation. */
export const attachmentUrl = (fileId: string): string => `/files/messages/${fileId}`;
