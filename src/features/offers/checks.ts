/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { addedClause, dealTerms } from '../../../server/features/terms/schema.ts';
import { MAX_ADDED_CLAUSES } from '../../../server/features/terms/rules.ts';
import { saveTemplateInput } from '../../../server/features/templates/schema.ts';
import { sendOfferInput } from '../../../server/features/offers/schema.ts';
import type { OfferValues } from '@/features/offers/offer-values.ts';

export const templateName = z.object({ name: saveTemplateInput.shape.name });

export const closeOffer = z.object({ reason: z.string().trim().max(500) });

/** The terms to be signed, with title and message. */
const offerSchema = dealTerms.extend({
  title: sendOfferInput.shape.title,
  note: z.string().trim().max(1000),
  clauses: z.array(addedClause).max(MAX_ADDED_CLAUSES),
});

export type OfferOutput = z.output<typeof offerSchema>;

/** The same for what the form holds, in which amounts and dates may be missing. */
export const offerForm = z.preprocess((values: OfferValues) => values, offerSchema);
