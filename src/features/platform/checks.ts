/* What these forms let through; loaded with their first check. */

import i18next from 'i18next';
import * as z from 'zod';
import { TERMINATION_REASONS } from '../../../server/features/disputes/rules.ts';
import { proposeTerminationInput } from '../../../server/features/disputes/schema.ts';
import { FEE_MAX_BPS } from '../../../server/features/fee-schedules/rules.ts';
import { proposalNote } from '../../../server/features/approvals/schema.ts';
import {
  allowMoreFees,
  allowUntil,
  parkedByBank,
  parkedOtherwise,
  suspendedByBank,
  suspendedOtherwise,
} from '../../../server/features/payments/schema.ts';

const sum = z.number().int().nonnegative().nullable();

export const feeForm = z.object({
  bps: z
    .number()
    .int()
    .min(0)
    .max(FEE_MAX_BPS)
    .nullable()
    .refine((value) => value !== null, 'required'),
  currency: z.string(),
  fixed: sum,
  minimum: sum,
  maximum: sum,
  country: z.string(),
  validFrom: z
    .date()
    .nullable()
    .refine((value) => value !== null, 'required'),
  note: proposalNote,
});

export const termination = proposeTerminationInput.pick({ text: true }).extend({
  reason: z.enum(TERMINATION_REASONS, { error: () => i18next.t('disputes:terminate.noReason') }),
});

/* What was typed as the reference of a bank transfer stays in the form when another way is chosen, and is not sent. */
const reference = z.string();
const otherwise = <Decision extends string>({ decision, note }: { decision: Decision; note: string }) => ({
  decision,
  note,
});
export const suspenseProposal = z.discriminatedUnion('decision', [
  suspendedByBank.omit({ paymentId: true }),
  suspendedOtherwise.omit({ paymentId: true }).extend({ reference }).transform(otherwise),
]);
export const parkedProposal = z.discriminatedUnion('decision', [
  parkedByBank.omit({ caseId: true }),
  parkedOtherwise.omit({ caseId: true }).extend({ reference }).transform(otherwise),
]);

/* Likewise the sum, or the day, of the way that was not chosen. */
export const furtherFees = allowMoreFees.pick({ amount: true, note: true }).strip();
export const feesUntil = allowUntil.pick({ until: true, note: true }).strip();
