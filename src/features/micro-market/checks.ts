/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { sendOfferInput } from '../../../server/features/offers/schema.ts';
import { milestoneTerms } from '../../../server/features/terms/schema.ts';

export const quickOffer = z.object({
  title: sendOfferInput.shape.title,
  amount: milestoneTerms.shape.amount,
  dueAt: z.date(),
});
