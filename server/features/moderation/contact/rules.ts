import type { Folded } from '../fold/rules.ts';

/*
 * Ways to reach the writer of a text, or to be paid, outside of the platform. Every pattern has an upper bound, so that
 * the time grows with the length of the text alone.
 */

export interface Place {
  start: number;
  end: number;
}

/** Digits of a phone number, however they are grouped: nine or more, with an international or a trunk prefix. */
const PHONE = /(?<![\w./:-])(?:\+|00|0)\d(?:[\s().-]?\d){7,18}(?![\w/])/u;
const PAY_LINK =
  /\b(?:paypal\.(?:me|com)|revolut\.me|wise\.com\/pay|cash\.app|venmo\.com|buymeacoffee\.com|ko-fi\.com|buy\.stripe\.com|satispay\.(?:com|it)|lydia-app\.com)\b/iu;
const CHAT_LINK = /\b(?:t\.me|wa\.me|api\.whatsapp\.com|chat\.whatsapp\.com|telegram\.me)\b/iu;
const IBAN = /\b[a-z]{2}\d{2}(?:\s?[a-z0-9]{4}){3,7}(?:\s?[a-z0-9]{1,3})?\b/u;
const CARD = /(?<![\w.-])\d{4}(?:[ -]?\d{4}){3}(?![\w-])/u;
const AT_SPELLED = /[[({]\s?(?:at|@|arroba|chiocciola|arobase|собака|собачка)\s?[\])}]/u;
const LINK = /(?:https?:\/\/|\bwww\.)\S/iu;
/** An address without a scheme; a dot after a number or an abbreviation is none. */
const BARE_LINK =
  /(?<![\p{L}\p{N}._-])[a-z0-9-]{2,63}\.(?:com|net|org|io|app|co|me|fr|es|it|pt|ru|cn|eu|uk|de|ae|br|shop|link|xyz|top|info|site|online)(?![\p{L}\p{N}]|\.\p{L})/iu;

const LOCAL = /[\p{L}\p{N}._%+-]{1,64}\s?$/u;
const DOMAIN = /^@\s?[\p{L}\p{N}-]{1,63}(?:\s?\.\s?[\p{L}\p{N}-]{1,63}){0,4}\s?\.\s?\p{L}{2,24}/u;
const MAX_AT_SIGNS = 200;

/** A mail address: around each @, not before it. */
function mailAddress(text: string): Place | null {
  let at = text.indexOf('@');
  for (let n = 0; at >= 0 && n < MAX_AT_SIGNS; n++, at = text.indexOf('@', at + 1)) {
    const local = LOCAL.exec(text.slice(Math.max(0, at - 65), at));
    const domain = DOMAIN.exec(text.slice(at, at + 200));
    if (local && domain) return { start: at - local[0].length, end: at + domain[0].length };
  }
  return null;
}

const placeOf = (pattern: RegExp, text: string): Place | null => {
  const match = pattern.exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
};

const firstOf = ({ plain, latin }: Pick<Folded, 'plain' | 'latin'>, ...patterns: RegExp[]): Place | null => {
  for (const pattern of patterns) {
    const place = placeOf(pattern, plain) ?? (latin === plain ? null : placeOf(pattern, latin));
    if (place) return place;
  }
  return null;
};

/** A phone number, a mail address or a link to a chat. */
export const contactPlace = (text: Pick<Folded, 'plain' | 'latin'>): Place | null =>
  firstOf(text, PHONE, CHAT_LINK, AT_SPELLED) ?? mailAddress(text.plain);
/** A bank account, a card number or a page that takes payments. */
export const payPlace = (text: Pick<Folded, 'plain' | 'latin'>): Place | null => firstOf(text, PAY_LINK, IBAN, CARD);
/** A page outside of the platform. */
export const linkPlace = (text: Pick<Folded, 'plain' | 'latin'>): Place | null => firstOf(text, LINK, BARE_LINK);
