import * as z from 'zod';
import type { Address } from '../../core/addresses.ts';
import { reportReason, uuid } from '../../core/inputs.ts';
import type { Currency } from '../../core/money.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { AttachmentDto } from '../messages/schema.ts';
import type { TextRule } from '../moderation/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { Side } from '../terms/schema.ts';
import { MAX_FILES_PER_MESSAGE, MAX_MESSAGE_LENGTH, type CardAction } from './rules.ts';

export const FOLDERS = ['all', 'unread', 'archived'] as const;
export type Folder = (typeof FOLDERS)[number];

export const listConversationsInput = pageInput.extend({
  folder: z.enum(FOLDERS).default('all'),
  /** Only those that hold this text, in a message or the other side's name. */
  q: z.string().trim().max(100).optional(),
});
export const conversationInput = z.strictObject({ conversationId: uuid });
export const withOrgInput = z.strictObject({ orgId: uuid });
export const entriesInput = pageInput.extend({ conversationId: uuid });
/** A message has words, files, or both. The first message to an org opens the conversation with it. */
export const sendInput = z
  .strictObject({
    to: z.union([z.strictObject({ conversationId: uuid }), z.strictObject({ orgId: uuid })]),
    body: z.string().trim().max(MAX_MESSAGE_LENGTH),
    fileIds: z.array(uuid).max(MAX_FILES_PER_MESSAGE).optional(),
  })
  .refine((message) => message.body !== '' || (message.fileIds ?? []).length > 0, { path: ['body'] });
export const attachmentInput = z.strictObject({ fileId: uuid });
/** `upTo`: the newest message that was on the screen. */
export const readInput = z.strictObject({ conversationId: uuid, upTo: uuid });
export const markInput = z.strictObject({
  conversationId: uuid,
  archived: z.boolean().optional(),
  muted: z.boolean().optional(),
});
export const reportInput = z.strictObject({ conversationId: uuid, reason: reportReason });
export const reportedInput = z.strictObject({ caseId: uuid });
export const saveTemplateInput = z.strictObject({
  id: uuid.optional(),
  name: z.string().trim().min(1).max(60),
  body: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
});
export const templateInput = z.strictObject({ id: uuid });

/** A message as its row, before the reader is considered. */
export interface MessageRow {
  id: string;
  body: string;
  authorUser: string;
  authorName: string;
  authorOrg: string;
  at: Date;
  /** Its time in the list, later than its writing where it was held. */
  placedAt: Date;
  warning: TextRule | null;
  heldAt: Date | null;
  removedAt: Date | null;
}

export interface ConversationItem {
  id: string;
  other: PartyDto;
  /** The beginning of the newest message, or the found one; empty where it has files alone. */
  preview: string;
  /** The reader's org wrote it. */
  mine: boolean;
  at: Date;
  /** Messages that the reader has not seen, up to `COUNT_CAP`. */
  unread: number;
  muted: boolean;
  archived: boolean;
}
export type ConversationList = Page<ConversationItem>;

export interface MessageEntry {
  type: 'message';
  id: string;
  body: string;
  files: AttachmentDto[];
  authorName: string;
  avatarUrl: string | null;
  authorSide: Side | 'agency';
  /** Of the reader's org. */
  ours: boolean;
  unread: boolean;
  warning: TextRule | null;
  state: 'sent' | 'held' | 'removed';
  at: Date;
  /** The offer or deal in whose thread it was written. */
  about: { title: string; link: Address } | null;
}
/** An offer, a contract or a delivery, at the time at which it was sent. */
export interface CardEntry {
  type: 'card';
  id: string;
  card: 'offer' | 'contract' | 'submission';
  title: string;
  /** State of the row. */
  state: string;
  amount: number | null;
  currency: Currency | null;
  at: Date;
  link: Address;
  /** What the reader's org does next with it. */
  action: CardAction | null;
}
export type ConversationEntry = MessageEntry | CardEntry;
/** Entries from a place on, the newest first. */
export type ConversationEntries = Page<ConversationEntry>;

/** A conversation, or one that a first message would open. */
export interface ConversationHead {
  /** Null before the first message. */
  id: string | null;
  other: PartyDto;
  /** Whom an agency acts for; null for others. */
  actsFor: PartyDto | null;
  /** True, or the code of the refusal. */
  write: true | string;
  blockedByUs: boolean;
  muted: boolean;
  archived: boolean;
}
/** Beside the conversation: what the two have with each other. */
export interface ConversationSide {
  deals: { id: string; title: string; amount: number; currency: Currency; link: Address }[];
  /** What the reader's org does next, the nearest deadline first. */
  tasks: CardEntry[];
  completedDeals: number;
}
export interface SentMessage {
  conversationId: string;
  messageId: string;
  state: 'sent' | 'held';
}
export interface TemplateDto {
  id: string;
  name: string;
  body: string;
}
/** Whom to write to, and why. */
export interface Suggestion {
  other: PartyDto;
  reason: 'applied' | 'offer' | 'deal';
  /** Of the campaign, offer or deal. */
  title: string;
}
/** What staff read of a reported conversation: its newest messages, the oldest of them first. */
export interface ReportedConversation {
  conversationId: string;
  brand: PartyDto;
  creator: PartyDto;
  messages: { id: string; authorName: string; body: string; at: Date; state: MessageEntry['state'] }[];
}
