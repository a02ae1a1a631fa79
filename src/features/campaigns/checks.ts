/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { applyInput } from '../../../server/features/campaigns/schema.ts';

export function application(min: number, max: number, outOfRange: () => string) {
  return z.object({
    price: z
      .number()
      .int()
      .refine((price) => price >= min && price <= max, { error: outOfRange }),
    pitch: applyInput.shape.pitch,
    links: z
      .string()
      .transform((text) => text.split(/\s+/u).filter(Boolean))
      .pipe(applyInput.shape.links.unwrap()),
  });
}

export const declineReason = z.object({ reason: z.string().trim().min(3).max(500) });
