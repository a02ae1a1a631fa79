/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { amountProblem, CURRENCY_CODES } from '../../../server/core/money.ts';
import { billingInput } from '../../../server/features/orgs/schema.ts';
import { appealInput } from '../../../server/features/payments/schema.ts';

export const billingForm = billingInput.extend({
  taxId: z.string().trim().max(30),
  invoiceEmail: z.union([z.literal(''), z.email().max(200)]),
  poNumber: z.string().trim().max(40),
});

export const appealForm = appealInput.pick({ text: true });

const roleFields = z
  .object({
    mode: z.enum(['never', 'up_to', 'unlimited']),
    amount: z.number().int().positive().nullable(),
    currency: z.enum(CURRENCY_CODES),
  })
  .superRefine(({ mode, amount, currency }, ctx) => {
    const problem = mode === 'up_to' ? (amount === null ? 'required' : amountProblem(amount, currency)) : null;
    if (problem) ctx.addIssue({ code: 'custom', path: ['amount'], message: problem });
  });
export const limitsForm = z.object({ manager: roleFields, reviewer: roleFields });
