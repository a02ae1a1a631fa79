import * as z from 'zod';
import { LOCALES } from '../../../core/locale.ts';
import { filters } from '../filters/schema.ts';

export const MAX_SENTENCE_LENGTH = 400;
/** Longer ones are refused before they are read; those in between get a refusal that names the limit. */
const MAX_TEXT_LENGTH = 4_000;

export const parseInput = z.strictObject({
  text: z.string().trim().min(1).max(MAX_TEXT_LENGTH),
  language: z.enum(LOCALES),
  /** The filters that a follow-up changes. */
  previous: filters.optional(),
});
