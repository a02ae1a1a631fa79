import * as z from 'zod';
import { LOCALES, type Locale } from '../../core/locale.ts';
import type { Policy } from '../policies/rules.ts';

/** What a person does when it agrees to the terms. */
export const AGREEING_ACTS = ['sign_up', 'apply', 'offer', 'accept', 'sign', 'pay', 'bank_account'] as const;
export type AgreeingAct = (typeof AGREEING_ACTS)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const pendingInput = z.object({ language: z.enum(LOCALES) });
export const acceptInput = z.object({
  language: z.enum(LOCALES),
  version: z.string().max(10),
  /** Of the text that the dialog linked. */
  sha256,
  act: z.enum(AGREEING_ACTS),
});
export const textInput = z.object({ sha256 });

/** The newest terms in one language, whether those in force were accepted, and what this person accepted last for its org. */
export interface PendingTerms {
  version: string;
  sha256: string;
  accepted: boolean;
  /** Null: nothing was accepted before. `sha256` is null where only the version was stored. */
  before: { version: string; at: Date; sha256: string | null } | null;
}

export interface StoredText {
  policy: Policy;
  version: string;
  language: Locale;
  body: string;
}
