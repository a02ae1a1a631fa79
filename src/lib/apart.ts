/** A name or an amount inside a sentence of the other direction: set apart by invisible marks, it is not mixed with its neighbours. */
export const apart = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

const OTHER_DIRECTION = {
  // Letters that run to the right, and signs of currency and percent, which alone would change sides with their number.
  rtl: /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Sc}%@]/u,
  ltr: /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
};

/** A value as it goes into a sentence of that direction: set apart where it would otherwise be mixed with it. */
export function intoSentence(value: string, direction: 'ltr' | 'rtl'): string {
  return OTHER_DIRECTION[direction].test(value) && !value.startsWith('\u2068') ? apart(value) : value;
}
