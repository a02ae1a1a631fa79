import * as z from 'zod';
import type { FileDto } from '../content/schema.ts';
import { uuid } from '../../core/inputs.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { TextRule } from '../moderation/rules.ts';
import type { Side } from '../terms/schema.ts';
import { MAX_FILES_PER_MESSAGE } from '../conversations/rules.ts';

/** A thread belongs to a deal or, before it, to an offer. Exactly one of the two. */
export const threadInput = z.union([z.strictObject({ contractId: uuid }), z.strictObject({ offerId: uuid })]);
export const listMessagesInput = z.union([pageInput.extend({ contractId: uuid }), pageInput.extend({ offerId: uuid })]);

/** A message has words, files, or both. */
export const sendMessageInput = z
  .strictObject({
    thread: threadInput,
    body: z.string().trim().max(4000),
    fileIds: z.array(uuid).max(MAX_FILES_PER_MESSAGE).optional(),
  })
  .refine((message) => message.body !== '' || (message.fileIds ?? []).length > 0, { path: ['body'] });
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
  /** Why both sides are warned of it; null for most. */
  warning: TextRule | null;
  /** `held`, `removed`: only its own org reads it, until staff release it or for good. */
  state: 'sent' | 'held' | 'removed';
  at: Date;
}
export interface MessagePage extends Page<MessageDto> {
  /** Unread messages of the whole thread, up to `COUNT_CAP`. */
  unread: number;
}
