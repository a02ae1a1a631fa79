/** Digits of a phone number, however they are grouped: nine or more, with an international or a trunk prefix. */
const PHONE = /(?<![\w./:-])(?:\+|00|0)\d(?:[\s().-]?\d){7,}(?![\w/])/u;
/** Ways to be paid that bypass the escrow. */
const PAY_LINK =
  /\b(?:paypal\.(?:me|com)|revolut\.me|wise\.com\/pay|cash\.app|venmo\.com|buymeacoffee\.com|ko-fi\.com|buy\.stripe\.com|satispay\.(?:com|it)|lydia-app\.com|t\.me|wa\.me)\b/iu;
const PAY_WORD = /\b(?:paypal|western union|venmo|cash ?app|zelle|bizum|satispay)\b/iu;
const IBAN = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b/u;

/** Whether a message names a phone number, a bank account or a way to pay outside of escrow. */
export const leadsOutside = (body: string): boolean =>
  [PHONE, PAY_LINK, PAY_WORD, IBAN].some((pattern) => pattern.test(body));
