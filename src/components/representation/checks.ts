/* What the pitch lets through; loaded with its first check. */

import * as z from 'zod';
import { applyInput } from '../../../server/features/campaigns/schema.ts';

/** One row for each creator; the price counts only where the creator is chosen. `firstShown`: the row at which an error of all stands. */
export function pitchForm(
  min: number,
  max: number,
  texts: { outOfRange: () => string; noneChosen: () => string; firstShown: () => number },
) {
  const row = z
    .object({ creatorOrg: z.string(), chosen: z.boolean(), price: z.number().nullable() })
    .refine(({ chosen, price }) => !chosen || (price !== null && price >= min && price <= max), {
      path: ['price'],
      error: texts.outOfRange,
    });
  return z.object({
    pitch: applyInput.shape.pitch,
    rows: z.array(row).superRefine((rows, ctx) => {
      if (!rows.some(({ chosen }) => chosen))
        ctx.addIssue({ code: 'custom', path: [texts.firstShown(), 'chosen'], message: texts.noneChosen() });
    }),
  });
}
