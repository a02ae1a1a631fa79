/* What the forms of this folder let through; loaded with a form's first check. */

import i18next from 'i18next';
import * as z from 'zod';
import { MAX_MESSAGE, MAX_WAIT_DAYS, unknownFields } from '../../../server/features/outreach/rules.ts';
import { NO_CAMPAIGN } from '@/features/outreach/no-campaign.ts';
import { suppressInput, type Step } from '../../../server/features/outreach/schema.ts';

export const suppressed = suppressInput;

const text = (required: boolean) =>
  z
    .string()
    .trim()
    .min(required ? 1 : 0)
    .max(MAX_MESSAGE)
    .superRefine((written, check) => {
      const [name] = unknownFields(written);
      if (name !== undefined)
        check.addIssue({ code: 'custom', message: i18next.t('errors:outreach.unknown_field', { name }) });
    });

/** Messages with their waiting days, as the editor holds them; the server takes steps. */
export const sequenceContent = z
  .object({
    name: z.string().trim().min(1).max(80),
    subject: z.string().trim().max(120),
    campaignId: z.string().transform((id) => (id === NO_CAMPAIGN ? null : id)),
    messages: z
      .array(
        z.object({
          days: z.number().int().min(1).max(MAX_WAIT_DAYS),
          a: text(true),
          b: text(false),
        }),
      )
      .min(1),
  })
  .transform(({ messages, ...content }) => ({
    ...content,
    steps: messages.flatMap(({ days, a, b }, i): Step[] => {
      const texts = b === '' ? [a] : [a, b];
      return i === 0
        ? [{ kind: 'message', texts }]
        : [
            { kind: 'wait', days },
            { kind: 'follow_up', texts },
          ];
    }),
  }));

/** Handles as they are pasted: separated by spaces, commas or lines. */
export const handles = z.object({
  handles: z
    .string()
    .transform((written) => written.split(/[\s,;]+/u).filter((handle) => handle !== ''))
    .pipe(z.array(z.string().max(41)).min(1).max(100)),
});
export const sentence = z.object({ text: z.string().trim().min(2).max(400) });
