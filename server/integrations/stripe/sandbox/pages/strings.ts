import type { Locale } from '../../../../core/locale.ts';
import { ONBOARD_WORDS } from './strings-onboard.ts';
import { PAY_WORDS } from './strings-pay.ts';

/** Texts of the hosted pages. The sandbox is separate from the product and has its own. */
const WORDS = { ...PAY_WORDS, ...ONBOARD_WORDS };

export type Word = keyof typeof WORDS;

export const word = (key: Word, locale: Locale): string => WORDS[key][locale];
