/* What these forms let through; loaded with their first check. */

import i18next from 'i18next';
import * as z from 'zod';
import { TERMINATION_REASONS } from '../../../server/features/disputes/rules.ts';
import { proposeTerminationInput } from '../../../server/features/disputes/schema.ts';
import { FEE_MAX_BPS } from '../../../server/features/fee-schedules/rules.ts';
import { proposalNote } from '../../../server/features/approvals/schema.ts';

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
