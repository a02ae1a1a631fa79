/* What the form of a fee lets through; loaded with its first check. */

import * as z from 'zod';
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
