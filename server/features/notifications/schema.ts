import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import type { NoticeField, NoticeSpec } from '../../core/notices.ts';
import type { MAILS } from '../mails.gen.ts';
import { NOTICES } from '../notices.gen.ts';

/** Every kind has texts under `notifications:<kind>.title|body` and a mail in `mail:<kind>`. */
export const NOTICE_KINDS = Object.keys(NOTICES) as readonly NoticeKind[];
export type NoticeKind = keyof typeof NOTICES;

export type NoticeData = Partial<Record<NoticeField, string | number | null>>;

/** Kinds whose mails within an hour are bundled, with the page that lists them. */
type BundledKind = { [K in NoticeKind]: (typeof NOTICES)[K] extends { listedAt: string } ? K : never }[NoticeKind];
export const BUNDLED = Object.fromEntries(
  Object.entries<NoticeSpec>(NOTICES).flatMap(([kind, { listedAt }]) => (listedAt ? [[kind, listedAt]] : [])),
) as Record<BundledKind, string>;
export const isBundled = (kind: string): kind is BundledKind => Object.hasOwn(BUNDLED, kind);
export const BUNDLE_TEMPLATE = 'bundle';

export type AccountMailKind = keyof typeof MAILS;
export type AccountMailData<K extends AccountMailKind> = Record<(typeof MAILS)[K]['fields'][number], string>;

export const listNotificationsInput = z.strictObject({
  after: uuid.optional(),
  limit: z.number().int().min(1).max(100).default(30),
});
/** The named ones, those that lead to the page at `link`, or all. */
export const markReadInput = z.strictObject({
  ids: z.array(uuid).max(100).optional(),
  link: z
    .string()
    .regex(/^\/[\w/.-]+(?:\?c=[\w-]+)?$/u)
    .max(200)
    .optional(),
});

export interface NotificationDto {
  id: string;
  kind: NoticeKind;
  data: Record<string, string | number | null>;
  link: string;
  /** The org that it is about; null: the person. */
  orgId: string | null;
  readAt: Date | null;
  at: Date;
}
export interface NotificationList {
  items: NotificationDto[];
  next: string | null;
  unread: number;
}

export const retryMailInput = z.strictObject({ id: uuid });

/** A mail that was given up: refused by the mailbox, or not accepted by any server in all its tries. */
export interface UndeliveredMail {
  id: string;
  to: string;
  template: string;
  state: 'failed' | 'bounced';
  attempts: number;
  lastError: string | null;
  at: Date;
  /** Codes are requested anew by their owner instead. */
  mayRetry: boolean;
}
