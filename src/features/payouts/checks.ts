/* What the form of a schedule lets through; loaded with its first check. */

import * as z from 'zod';
import { amountProblem, type Currency } from '../../../server/core/money.ts';
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
