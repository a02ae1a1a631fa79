import { leadsOutside } from '../messages/rules.ts';

/** Characters that are not seen and split an address or a number: zero width, soft hyphen, direction marks. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const EMAIL = /[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}-]+(?:\s?\.\s?[\p{L}\p{N}-]+)*\s?\.\s?\p{L}{2,}/u;
const LINK = /(?:https?:\/\/|\bwww\.)\S/iu;
/** An address without a scheme; a dot after a number or an abbreviation is none. */
const BARE_LINK =
  /(?<![\p{L}\p{N}._-])[a-z0-9-]{2,}\.(?:com|net|org|io|app|co|me|fr|es|it|pt|ru|cn|eu|uk|de|ae)(?![\p{L}\p{N}]|\.\p{L})/iu;

/** The digits of Arabic and Persian keyboards as 0-9. */
const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Whether a text names a way to reach its writer, or to be paid, outside of the platform. */
export function namesContact(text: string): boolean {
  const plain = latinDigits(text.normalize('NFKC').replaceAll(UNSEEN, ''));
  return leadsOutside(plain) || [EMAIL, LINK, BARE_LINK].some((pattern) => pattern.test(plain));
}
