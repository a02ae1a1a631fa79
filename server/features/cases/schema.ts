import * as z from 'zod';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { CASES } from '../cases.gen.ts';
import type { CaseFactName } from './facts/rules.ts';
import { CASE_KINDS } from './rules.ts';

export type CaseKind = keyof typeof CASES;

export type CaseState = 'open' | 'closed';
/** Facts of a case for staff to read: ids, codes, amounts in minor units, ISO dates; never free text of a person. */
export type CaseDetails = Readonly<Partial<Record<CaseFactName, string | number | boolean | null>>>;

/** A matter, as the code that finds it opens a case for it. */
export interface NewCase {
  kind: CaseKind;
  /** Names the matter within its kind: opened again under the same key, it is the same case. */
  key: string;
  /** The org it is about; for an org's own call always that org. */
  orgId?: string | null;
  contractId?: string | null;
  milestoneId?: string | null;
  paymentId?: string | null;
  /** Minor units; with `currency`, or neither. */
  amount?: number | null;
  currency?: Currency | null;
  /** Deadline of the next action on the case. */
  dueAt?: Date | null;
  details?: CaseDetails;
  /** What a person wrote; goes with the person's erasure. */
  message?: string | null;
}
export interface OpenedCase {
  id: string;
  /** False when it was there before, open or closed. */
  opened: boolean;
}

export const listCasesInput = pageInput.extend({
  state: z.enum(['open', 'closed']).default('open'),
  kind: z.enum(CASE_KINDS).optional(),
  /** A kind that is listed elsewhere. */
  without: z.enum(CASE_KINDS).optional(),
});
export const caseInput = z.strictObject({ caseId: z.uuid() });
export const closeCaseInput = z.strictObject({ caseId: z.uuid(), note: z.string().trim().min(3).max(1000) });

export interface CaseDto {
  id: string;
  kind: CaseKind;
  state: CaseState;
  orgId: string | null;
  /** The org it is about, where there is one. */
  orgName: string | null;
  brandName: string | null;
  creatorName: string | null;
  contractId: string | null;
  dealTitle: string | null;
  paymentId: string | null;
  milestoneId: string | null;
  milestoneTitle: string | null;
  milestoneState: MilestoneState | null;
  amount: number | null;
  currency: Currency | null;
  dueAt: Date | null;
  details: CaseDetails;
  message: string | null;
  openedAt: Date;
  closedAt: Date | null;
  /** The staff member, or null: it closed itself. */
  closedByName: string | null;
  outcome: string | null;
  note: string | null;
}
