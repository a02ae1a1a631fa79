import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput, type Page } from '../../core/pagination.ts';
import type { AttachmentDto } from '../messages/schema.ts';

export const requestHelpInput = z.strictObject({ contractId: uuid, message: z.string().trim().min(10).max(2000) });
export const helpInput = z.strictObject({ contractId: uuid });
export const answerHelpInput = z.strictObject({
  caseId: uuid,
  body: z.string().trim().min(3).max(2000),
  close: z.boolean().default(false),
});
export const helpFilesInput = pageInput.extend({ caseId: uuid });

export interface HelpMessage {
  id: string;
  /** Written by an operator. */
  fromStaff: boolean;
  authorName: string;
  body: string;
  at: Date;
}
/** The help requests of the reader's org about a deal, with the answers. */
export interface HelpThread {
  /** A case is open: what is written now joins it. */
  open: boolean;
  /** Day by which the operators answer; null when nothing is unanswered. */
  answerBy: Date | null;
  /** Oldest first. */
  messages: HelpMessage[];
}
export interface RequestedHelp extends HelpThread {
  /** It joined a case that was open before. */
  joined: boolean;
}
/** A case as operators see it. */
export interface HelpCase {
  caseId: string;
  contractId: string;
  dealTitle: string;
  orgName: string;
  /** The other side of the deal. */
  otherName: string;
  openedAt: Date;
  /** As {@link HelpThread.answerBy}. */
  answerBy: Date | null;
  messages: HelpMessage[];
  /** What the two sides sent each other in the deal's conversation, the last first: the first page. */
  files: Page<AttachmentDto>;
}
