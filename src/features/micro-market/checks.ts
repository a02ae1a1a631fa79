/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { sendOfferInput } from '../../../server/features/offers/schema.ts';
import { milestoneTerms } from '../../../server/features/terms/schema.ts';
import { checkSlot, slotShape } from '@/components/visits/checks.ts';

const offer = { title: sendOfferInput.shape.title, amount: milestoneTerms.shape.amount, dueAt: z.date() };

/** Fields of a visit that is not offered are not looked at. */
export const quickOffer = z.object({
  ...offer,
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  capacity: z.number().nullable(),
  cancelHours: z.string(),
  place: z.string(),
  placeName: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  offered: z.string(),
});
/** With a time for a visit. */
export const quickOfferWithVisit = z.object({ ...offer, ...slotShape }).superRefine(checkSlot);
