/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { amountProblem, type Currency } from '../../../server/core/money.ts';
import { TAX_STATUSES } from '../../../server/features/tax-profiles/rules.ts';
import { SCHEDULES } from '../../../server/features/payouts/schedule/rules.ts';

export const scheduleForm = (currency: Currency, smallest: number) =>
  z.object({
    schedule: z.enum(SCHEDULES),
    weekday: z.string(),
    monthDay: z.string(),
    minimum: z
      .number()
      .nullable()
      .superRefine((amount, ctx) => {
        const problem =
          amount === null ? null : (amountProblem(amount, currency) ?? (amount < smallest ? 'below_minimum' : null));
        if (problem)
          ctx.addIssue({ code: 'custom', message: problem === 'below_minimum' ? 'payout.below_minimum' : problem });
      }),
  });

export const taxForm = z
  .object({
    taxStatus: z.enum(TAX_STATUSES),
    taxBps: z.number().int().min(1).max(4_000).nullable(),
    bornOn: z.union([z.literal(''), z.iso.date()]),
    registerNumber: z.string().trim().max(60),
    selfBilling: z.boolean(),
  })
  .superRefine(({ taxStatus, taxBps }, ctx) => {
    if (taxStatus === 'registered' && taxBps === null)
      ctx.addIssue({ code: 'custom', path: ['taxBps'], message: 'tax.rate_missing' });
  });
