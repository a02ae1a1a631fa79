/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { dealTerms } from '../../../server/features/terms/schema.ts';
import { sendOfferInput } from '../../../server/features/offers/schema.ts';

export const closeOffer = z.object({ reason: z.string().trim().max(500) });

/** The terms to be signed, with title and message. */
export const offerSchema = dealTerms.extend({
  title: sendOfferInput.shape.title,
  note: z.string().trim().max(1000),
});

export type OfferOutput = z.output<typeof offerSchema>;
