import * as z from 'zod';
import { LOCALES } from '../../core/locale.ts';
import { uuid } from '../../core/inputs.ts';
import { CONSENT_ACTIONS, OPTIONAL_CATEGORIES } from './rules.ts';

export const consentInput = z.strictObject({
  /** Made by the browser, without any meaning; later choices of the same browser carry it again. */
  id: uuid,
  version: z.string().min(1).max(20),
  locale: z.enum(LOCALES),
  categories: z.array(z.enum(OPTIONAL_CATEGORIES)).max(OPTIONAL_CATEGORIES.length),
  action: z.enum(CONSENT_ACTIONS),
});

export interface ConsentReceipt {
  recordedAt: Date;
}
