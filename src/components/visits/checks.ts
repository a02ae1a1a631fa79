/* What the forms of this folder let through; loaded with a form's first check. */

import i18next from 'i18next';
import * as z from 'zod';
import { slotProblem } from '../../../server/features/visits/rules.ts';
import { cancelVisitInput, checkInInput, slotFields } from '../../../server/features/visits/schema.ts';
import { OTHER_PLACE } from '@/components/visits/slot-values.ts';
import { codeText } from '@/lib/error-text.ts';

export const slotShape = {
  startsAt: z.date(),
  endsAt: z.date(),
  capacity: slotFields.capacity,
  cancelHours: z.string(),
  place: z.string(),
  placeName: z.string().trim().max(80),
  address: slotFields.address,
  city: z.string().trim().max(80),
  country: z.string(),
  offered: slotFields.offered,
};

interface CheckedSlot {
  startsAt: Date;
  endsAt: Date;
  place: string;
  placeName: string;
}
/** What keeps a slot from being offered, in the words of the server. */
export function checkSlot(slot: CheckedSlot, ctx: z.RefinementCtx): void {
  const problem = slotProblem(slot, new Date());
  if (problem) ctx.addIssue({ code: 'custom', path: [problem.field], message: codeText(problem.code) });
  if (slot.place === OTHER_PLACE && slot.placeName === '')
    ctx.addIssue({ code: 'custom', path: ['placeName'], message: i18next.t('common:form.required') });
}
export const slotForm = z.object(slotShape).superRefine(checkSlot);

export const checkInForm = z.object({ code: checkInInput.shape.code });
export const reasonForm = z.object({ reason: cancelVisitInput.shape.reason.unwrap() });
