import * as z from 'zod';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { pageInput } from '../../core/pagination.ts';
import { plannedDate, uuid } from '../../core/inputs.ts';
import type { Currency } from '../../core/money.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { MAX_NOTICE_DAYS, SCOPES, type RequestedAct, type Scope } from './rules.ts';

export type RepresentationState = 'invited' | 'active' | 'ending' | 'ended' | 'declined' | 'withdrawn' | 'expired';
export type EndedBy = 'creator' | 'agency' | 'platform';
export type ActOutcome = 'started' | 'done' | 'asked' | 'refused' | 'failed';
export type RequestState = 'open' | 'confirmed' | 'declined' | 'withdrawn';

const scopes = z
  .array(z.enum(SCOPES))
  .max(SCOPES.length)
  .transform((list) => SCOPES.filter((scope) => list.includes(scope)));
const typedName = z.string().trim().min(2).max(80);
const documentHash = z.string().length(64);

/** A creator by handle or by mail. The limits of the commission and the dates are rules with texts of their own. */
export const draftInput = z.strictObject({
  creator: z.string().trim().min(2).max(254),
  scopes,
  commissionBps: z.number().int().min(0).max(10_000),
  from: plannedDate,
  to: plannedDate.nullable(),
  noticeDays: z.number().int().min(0).max(MAX_NOTICE_DAYS),
  language: z.enum(LOCALES),
});
export const inviteInput = draftInput.extend({ documentHash, typedName });
export const representationInput = z.strictObject({ representationId: uuid });
export const acceptInput = representationInput.extend({ documentHash, typedName, scopes });
export const narrowInput = representationInput.extend({ scopes });
export const listedInput = representationInput.extend({ listed: z.boolean() });
export const actsInput = pageInput.extend({ after: uuid.optional(), representationId: uuid.optional() });
/** `ended`: the past ones; the others are open invitations and what runs. */
export const listInput = pageInput.extend({ state: z.enum(['open', 'ended']).default('open') });
export const requestsInput = pageInput.extend({
  after: uuid.optional(),
  state: z.enum(['open', 'all']).default('open'),
  subjectId: uuid.optional(),
});

/** The text in one language, as it was signed. */
export interface Wording {
  language: Locale;
  title: string;
  paragraphs: string[];
}
/** What both sides sign, with the full wording in the languages of the two; the first one governs. */
export interface RepresentationDocument {
  agency: { name: string; legalName: string | null; country: string | null };
  /** A creator who was invited by mail is named by the mailbox. */
  creator: { name: string };
  scopes: Scope[];
  commissionBps: number;
  from: string;
  to: string | null;
  noticeDays: number;
  wordings: Wording[];
}
export interface RepresentationDraft {
  document: RepresentationDocument;
  documentHash: string;
}

export interface RepresentationDto {
  id: string;
  state: RepresentationState;
  agency: PartyDto;
  /** Null while an invitation by mail is not answered. */
  creator: PartyDto | null;
  /** What the agency typed. */
  invited: string;
  scopes: Scope[];
  commissionBps: number;
  from: Date;
  to: Date | null;
  noticeDays: number;
  answerUntil: Date | null;
  endedAt: Date | null;
  endedBy: EndedBy | null;
  /** The creator agrees to be named on the agency's page. */
  listed: boolean;
  document: RepresentationDocument | null;
  documentHash: string | null;
  signatures: { side: 'agency' | 'creator'; name: string; at: Date }[];
  createdAt: Date;
}

/** One act of an agency for a creator, as both see it. */
export interface ActDto {
  id: string;
  at: Date;
  agentName: string;
  agency: PartyDto;
  creator: PartyDto;
  act: string;
  scope: Scope | null;
  /** The record it was about, e.g. `offer:<id>`. */
  target: string | null;
  outcome: ActOutcome;
  code: string | null;
}

/** An act that waits for the creator, or did. */
export interface RequestDto {
  id: string;
  act: RequestedAct;
  title: string;
  /** The price that the act is about. */
  amount: number | null;
  /** What the creator and the agency get of it if the act is done; what is left is the brand's. Null for earlier requests. */
  creatorShare: number | null;
  agencyShare: number | null;
  currency: Currency | null;
  agentName: string;
  agency: PartyDto;
  creator: PartyDto;
  state: RequestState;
  subjectId: string;
  createdAt: Date;
  decidedAt: Date | null;
}
