import * as z from 'zod';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import { uuid } from '../../core/inputs.ts';
import type { DealTerms, Side } from '../terms/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { DeadlineEvent, MilestoneDto } from '../escrow/schema.ts';
import type { FILE_TYPES, DOCUMENT_TYPES } from './rules.ts';

export type FileMime = keyof typeof FILE_TYPES;

export type AnyMime = FileMime | keyof typeof DOCUMENT_TYPES;
/** The types that one place takes, with the sizes it allows. */
export type FileTypes<M extends AnyMime> = Readonly<
  Record<M, { extensions: readonly string[]; max: number; also?: readonly string[] }>
>;

export const submissionId = z.strictObject({ submissionId: uuid });
export const draftInput = z.strictObject({ milestoneId: uuid });
export const saveSubmissionInput = z.strictObject({
  submissionId: uuid,
  caption: z.string().max(5000),
  note: z.string().max(2000),
});
export const submitInput = z.strictObject({ submissionId: uuid, version: z.number().int().min(1) });
export const reviewInput = z.strictObject({ milestoneId: uuid });
export const approvedInput = pageInput;
export const fileId = z.strictObject({ fileId: uuid });
export const commentInput = z.strictObject({
  submissionId: uuid,
  fileId: uuid.nullable().default(null),
  /** Milliseconds into a video; null for the whole work or a picture. */
  atMs: z.number().int().min(0).nullable().default(null),
  /** Pin as fractions of width and height. */
  x: z.number().min(0).max(1).nullable().default(null),
  y: z.number().min(0).max(1).nullable().default(null),
  body: z.string().trim().min(1).max(2000),
  briefItem: z.string().max(200).nullable().default(null),
  /** The comment that this one replies to; a reply has no place of its own. */
  replyTo: uuid.optional(),
});
export const BRIEF_MARKS = ['met', 'asked'] as const;
export type BriefMark = (typeof BRIEF_MARKS)[number];
/** `mark` null: not judged. */
export const markBriefItemInput = z.strictObject({
  submissionId: uuid,
  item: z.string().min(1).max(200),
  mark: z.enum(BRIEF_MARKS).nullable(),
});
export const resolveCommentInput = z.strictObject({ commentId: uuid, resolved: z.boolean() });

export type SubmissionState = 'draft' | 'submitted' | 'changes_requested' | 'approved' | 'auto_approved' | 'withdrawn';
export interface FileDto {
  id: string;
  name: string;
  mime: string;
  size: number;
  sha256: string | null;
  /** Same-origin address that streams the file to the deal's parties. */
  url: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}
export interface CommentDto {
  id: string;
  submissionId: string;
  fileId: string | null;
  atMs: number | null;
  x: number | null;
  y: number | null;
  body: string;
  briefItem: string | null;
  replyTo: string | null;
  authorName: string;
  /** Picture of the person; null where there is none. */
  avatarUrl: string | null;
  authorSide: Side;
  mine: boolean;
  resolvedAt: Date | null;
  at: Date;
}
export interface SubmissionDto {
  id: string;
  n: number;
  state: SubmissionState;
  caption: string;
  note: string;
  files: FileDto[];
  comments: CommentDto[];
  submittedAt: Date | null;
  decidedAt: Date | null;
  decidedByName: string | null;
  reason: string | null;
  /** What the change request cites. */
  briefItems: string[];
  citesLabel: boolean;
  citedComments: string[];
  /** The brand's marks of items of the brief; an item that is missing here is not judged. */
  marks: { item: string; mark: BriefMark }[];
}
export interface ReviewDto {
  contractId: string;
  dealTitle: string;
  brand: PartyDto;
  creator: PartyDto;
  mySide: Side;
  milestone: MilestoneDto;
  terms: DealTerms;
  /** Brief sentences of this milestone's deliverables. */
  brief: string[];
  /** Newest first. */
  submissions: SubmissionDto[];
  /** Whether role and representation let the reader comment: true, or the code of the refusal. */
  can: { comment: true | string };
  serverNow: Date;
}
export const queueInput = pageInput.extend({
  turn: z.enum(['mine', 'theirs']).default('mine'),
  /** Only work that the reader is to review. */
  assigned: z.boolean().default(false),
});
export const assignInput = z.strictObject({ milestoneId: uuid, userId: z.string().min(1).max(60).nullable() });
export interface ReviewerDto {
  assigned: { userId: string; name: string } | null;
  /** Who may approve work. */
  members: { userId: string; name: string }[];
  can: true | string;
}
/** Up to `COUNT_CAP`. */
export interface QueueCounts {
  mine: number;
  theirs: number;
}
export interface QueueItem {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  counterpart: PartyDto;
  /** The price; to the creator their share of it, after the commission of their agency. */
  amount: number;
  /** The same less the parts that were released. */
  rest: number;
  currency: Currency;
  state: MilestoneDto['state'];
  /** An approval would not release the money. */
  onHold: boolean;
  submissionN: number;
  round: number;
  roundsMax: number;
  deadlineAt: Date | null;
  /** What comes then. */
  atZero: DeadlineEvent | null;
  dueAt: Date;
  turn: Side | null;
  thumbnail: FileDto | null;
  /** Name of the member who is to review it; null for everybody, and for the creator's side. */
  reviewer: string | null;
}
export interface ApprovedItem {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  counterpart: PartyDto;
  /** The price; to the creator their share of it. */
  amount: number;
  currency: Currency;
  state: MilestoneDto['state'];
  submissionN: number;
  approvedAt: Date;
  /** The review window ended without a decision. */
  byClock: boolean;
  files: FileDto[];
}
