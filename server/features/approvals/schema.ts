import * as z from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { APPROVALS } from '../approvals.gen.ts';

/** Decisions that two staff members take together. */
export type ApprovalKind = keyof typeof APPROVALS;
export type ApprovalState = 'proposed' | 'approved' | 'withdrawn' | 'refused' | 'expired';

/**
 * Payload of the decision, for the feature that applies it and for staff to read: ids, codes, amounts in minor units.
 */
export type ApprovalPayload = Readonly<Record<string, string | number | boolean | null>>;

/** Why the first of the two proposes it. */
export const proposalNote = z.string().trim().min(3).max(500);
export const proposalInput = z.strictObject({ proposalId: z.uuid() });
export const refuseInput = z.strictObject({ proposalId: z.uuid(), note: proposalNote });

export interface ProposalDto {
  id: string;
  kind: ApprovalKind;
  subject: string;
  /** The case that it decides, with all that is known of the matter. */
  caseId: string | null;
  /** The deal of a matter without a case. */
  contractId: string | null;
  payload: ApprovalPayload;
  note: string;
  proposedByName: string;
  proposedAt: Date;
  expiresAt: Date;
  /** The reader proposed it: another staff member must confirm. */
  mine: boolean;
  /** The reader's role may confirm it. */
  mayDecide: boolean;
}
export interface ProposalPage extends Page<ProposalDto> {
  /** Open proposals that the reader may decide, up to `COUNT_CAP`. */
  toDecide: number;
}
