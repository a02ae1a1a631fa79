import type { ErrorCode } from '../../core/errors.ts';
import { DOCUMENT_TYPES, FILE_TYPES } from '../content/rules.ts';
import type { AnyMime, FileTypes } from '../content/schema.ts';

export const MAX_MESSAGE_LENGTH = 4_000;
/** Messages that a person sends in `RATE_WINDOW_MS`. */
export const MAX_MESSAGES_PER_MINUTE = 30;
export const RATE_WINDOW_MS = 60_000;
export const MAX_TEMPLATES = 50;

export const MAX_FILES_PER_MESSAGE = 10;
/** In bytes. */
export const MAX_ATTACHED_FILE = 25 * 1024 ** 2;
export const MAX_ATTACHED_VIDEO = 100 * 1024 ** 2;
const MAX_CONVERSATION_FILE = 50 * 1024 ** 2;
const attached = <T extends { extensions: readonly string[] }>(type: T, max: number) => ({ ...type, max });
/** What may go with a message of a deal. */
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
/** The same types for a message outside of a deal, all of one size. */
export const CONVERSATION_FILE_TYPES = Object.fromEntries(
  Object.entries(ATTACHMENT_TYPES).map(([mime, type]) => [mime, attached(type, MAX_CONVERSATION_FILE)]),
) as unknown as FileTypes<AnyMime>;
/** A picture up to this size is shown in the conversation, not only offered for download. */
export const MAX_SHOWN_PICTURE = 8 * 1024 ** 2;
/** Same-origin address of a file of a conversation. */
export const attachmentUrl = (fileId: string): string => `/files/messages/${fileId}`;

/** Placeholders of a template: the other side's name, the own org's, the writer's. */
export const MERGE_FIELDS = ['name', 'org', 'me'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];
const PLACEHOLDER = /\{\{\s*([\w-]{1,30})\s*\}\}/g;

/** A template's text with its placeholders filled; an unknown one stays as it is written. */
export const fillTemplate = (body: string, values: Readonly<Record<MergeField, string>>): string =>
  body.replaceAll(PLACEHOLDER, (whole, field: string) =>
    (MERGE_FIELDS as readonly string[]).includes(field) ? values[field as MergeField] : whole,
  );

/** Placeholders that `fillTemplate` does not know. */
export const unknownFields = (body: string): string[] => [
  ...new Set(
    [...body.matchAll(PLACEHOLDER)]
      .map(([, field = '']) => field)
      .filter((f) => !(MERGE_FIELDS as readonly string[]).includes(f)),
  ),
];

/** Facts that decide whether an org writes to another one now. */
export interface WriteFacts {
  /** The reader's role may write. */
  may: boolean;
  /** Why an agency may not act for the creator. */
  mandate: ErrorCode | null;
  /** Which side blocked the other. */
  blocked: 'own' | 'theirs' | null;
  /** One of the two is on hold or closed. */
  status: ErrorCode | null;
}

/** Why nothing may be written, or null. The form shows it, the service throws it. */
export function writeRefusal({ may, mandate, blocked, status }: WriteFacts): ErrorCode | null {
  if (!may) return 'auth.not_allowed';
  if (mandate) return mandate;
  if (blocked) return blocked === 'own' ? 'message.you_blocked' : 'message.blocked';
  return status;
}

/** What a deal's entry in the conversation is now; texts under `conversations:card`. */
export type CardAction = 'answer' | 'sign' | 'review' | 'fix';
