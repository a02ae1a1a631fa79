import { z } from 'zod';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import { uuid } from '../../core/inputs.ts';
import { type DealTerms, type Side } from '../terms/schema.ts';
import { type PartyDto } from '../orgs/schema.ts';
import type { DeadlineEvent, MilestoneDto } from '../escrow/schema.ts';

/** What may be uploaded: declared type, extension and first bytes must agree. Sizes in bytes. */
export const FILE_TYPES = {
  'image/jpeg': { extensions: ['jpg', 'jpeg'], max: 50 * 1024 ** 2 },
  'image/png': { extensions: ['png'], max: 50 * 1024 ** 2 },
  'image/webp': { extensions: ['webp'], max: 50 * 1024 ** 2 },
  'video/mp4': { extensions: ['mp4', 'm4v'], max: 4 * 1024 ** 3 },
  'video/quicktime': { extensions: ['mov'], max: 4 * 1024 ** 3 },
  'video/webm': { extensions: ['webm'], max: 4 * 1024 ** 3 },
  'application/pdf': { extensions: ['pdf'], max: 50 * 1024 ** 2 },
} as const;
export type FileMime = keyof typeof FILE_TYPES;

/** What browsers declare for a file of an unknown type. */
const UNKNOWN_TYPES = ['', 'application/octet-stream'] as const;
const MAX_DOCUMENT_BYTES = 25 * 1024 ** 2;
/** Documents that people send each other, beside those above; `also`: other declared types that are taken for this one. */
export const DOCUMENT_TYPES = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extensions: ['docx'],
    max: MAX_DOCUMENT_BYTES,
    also: UNKNOWN_TYPES,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    extensions: ['xlsx'],
    max: MAX_DOCUMENT_BYTES,
    also: UNKNOWN_TYPES,
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    extensions: ['pptx'],
    max: MAX_DOCUMENT_BYTES,
    also: UNKNOWN_TYPES,
  },
  'text/plain': { extensions: ['txt'], max: MAX_DOCUMENT_BYTES, also: UNKNOWN_TYPES },
  // Where a spreadsheet program is installed, Windows declares its type for them.
  'text/csv': {
    extensions: ['csv'],
    max: MAX_DOCUMENT_BYTES,
    also: [...UNKNOWN_TYPES, 'application/vnd.ms-excel', 'text/plain'],
  },
} as const;
export type AnyMime = FileMime | keyof typeof DOCUMENT_TYPES;
/** The types that one place takes, with the sizes it allows. */
export type FileTypes<M extends AnyMime> = Readonly<
  Record<M, { extensions: readonly string[]; max: number; also?: readonly string[] }>
>;
export const MAX_FILES_PER_SUBMISSION = 20;
/** All files of one org together, in bytes: some fifty of the largest videos. */
export const MAX_ORG_BYTES = 200 * 1024 ** 3;

export const submissionId = z.strictObject({ submissionId: uuid });
export const draftInput = z.strictObject({ milestoneId: uuid });
export const saveSubmissionInput = z.strictObject({
  submissionId: uuid,
  caption: z.string().max(5000),
  note: z.string().max(2000),
});
export const submitInput = z.strictObject({ submissionId: uuid, version: z.number().int().min(1) });
export const reviewInput = z.strictObject({ milestoneId: uuid });
export const approvedInput = pageInput.extend({ after: uuid.optional() });
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
export const judgeInput = z.strictObject({
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
export const queueInput = pageInput.extend({ turn: z.enum(['mine', 'theirs']).default('mine') });
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
  amount: number;
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
}
export interface ApprovedItem {
  milestoneId: string;
  contractId: string;
  dealTitle: string;
  milestoneTitle: string;
  counterpart: PartyDto;
  amount: number;
  currency: Currency;
  state: MilestoneDto['state'];
  submissionN: number;
  approvedAt: Date;
  /** The review window ended without a decision. */
  byClock: boolean;
  files: FileDto[];
}
/** Address of what was approved of a milestone: its one file, or a zip of several. */
export const approvedWorkUrl = (milestoneId: string): string => `/files/milestones/${milestoneId}`;
/** Address of a zip with everything that was approved of a deal. */
export const dealWorkUrl = (contractId: string): string => `/files/deals/${contractId}`;
