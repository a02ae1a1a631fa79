/** Wraps a name or an amount in Unicode isolates (FSI, PDI), so that its characters keep their order in a sentence of the other direction. */
export const isolateBidi = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

const OTHER_DIRECTION = {
  // Left-to-right letters, and signs of currency and percent, which alone would change sides with their number.
  rtl: /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Sc}%@]/u,
  ltr: /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
};

/** A value for a sentence of that direction: isolated only if it contains characters of the other one. */
export function isolateInSentence(value: string, direction: 'ltr' | 'rtl'): string {
  return OTHER_DIRECTION[direction].test(value) && !value.startsWith('\u2068') ? isolateBidi(value) : value;
}
