/* What the forms of this folder let through; loaded with a form's first check. */

import i18next from 'i18next';
import * as z from 'zod';
import { adProblems, type AdProblem } from '../../../server/features/ads/problems/rules.ts';
import { adInput, declineReplyInput, replyInput } from '../../../server/features/ads/schema.ts';
import { codeText } from '@/lib/error-text.ts';

function textOf({ code, data }: AdProblem): string {
  if (code !== 'input.invalid') return codeText(code, data);
  if (data['problem'] === 'too_small') return i18next.t('common:form.tooShort', { count: Number(data['min']) });
  if (data['problem'] === 'below_minimum') return i18next.t('ads:form.maxBelowMin');
  return i18next.t('common:form.required');
}

/** A draft may be incomplete: what is there is well-formed. */
export const draftAd = adInput;

/** What keeps an ad from being posted is shown at its fields, in the words of the server. */
export const postedAd = adInput.superRefine((ad, ctx) => {
  for (const problem of adProblems(ad, new Date()))
    ctx.addIssue({ code: 'custom', path: [problem.field], message: textOf(problem) });
});

export const replyForm = z.object({
  body: replyInput.shape.body,
  price: replyInput.shape.price,
  dueAt: replyInput.shape.dueAt,
  links: z
    .string()
    .transform((text) => text.split(/\s+/u).filter(Boolean))
    .pipe(replyInput.shape.links.unwrap()),
});
export const declineForm = z.object({ reason: declineReplyInput.shape.reason.unwrap() });
