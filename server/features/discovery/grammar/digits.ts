import type { Token } from './fold.ts';
import type { Locale } from './types.ts';

const GROUPED = /^\d{1,3}(?:([,.' \u066c])\d{3})(?:\1\d{3})*(?:[.,\u066b]\d{1,2})?$/u;
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}$/u;

/**
 * The value of digits as written: "10 000", "10.000", "1,5", "٨٬٥٠٠". Three digits behind one sign are thousands, unless
 * `decimals` (a multiple or a percent sign follows, of which parts are usual) or the number begins with a zero.
 */
export function valueOfDigits(text: string, decimals: boolean, language: Locale): number {
  if (/^\d+$/u.test(text)) return Number(text);
  if (INDIAN.test(text)) return Number(text.replaceAll(',', ''));
  const single = /^\d{1,3}([.,])\d{3}$/u.exec(text);
  const groupSign = language === 'en' || language === 'zh' || language === 'ar' ? ',' : '.';
  const isFraction = single !== null && (text.startsWith('0') || (decimals && single[1] !== groupSign));
  if (GROUPED.test(text) && !isFraction) {
    const sign = /[,.' \u066c]/u.exec(text)?.[0] ?? ',';
    const [whole = '', fraction = ''] = text.replaceAll(sign, '').split(/[.,\u066b]/u);
    return Number(`${whole}.${fraction || '0'}`);
  }
  const parts = text.split(/[.,\u066b]/u);
  return parts.length === 2 && !/[' \u066c]/u.test(text) ? Number(`${parts[0]}.${parts[1]}`) : Number.NaN;
}

/** Digits with spaces that are no groups of three ("18 24") are several numbers. */
export function splitDigits(tokens: Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.kind !== 'digits') return [token];
    // A comma or full stop between numbers of which the second is no group and no fraction divides them.
    const pieces = isNumber(token.text) ? [token.text] : piecesOf(token.text);
    if (pieces.length === 1) return [token];
    let offset = 0;
    return pieces.flatMap((piece, index): Token[] => {
      const at = token.text.indexOf(piece, offset);
      offset = at + piece.length;
      const start = token.start + at;
      const part: Token = {
        ...token,
        text: piece,
        raw: piece,
        start,
        end: start + piece.length,
        attached: index === 0 && token.attached,
      };
      if (index === 0 || !/[,.]/u.test(token.text.slice(0, at).at(-1) ?? '')) return [part];
      return [{ ...part, kind: 'break', text: ',', raw: ',', start: start - 1, end: start, attached: true }, part];
    });
  });
}

const isNumber = (text: string) =>
  /^\d+$/u.test(text) || GROUPED.test(text) || INDIAN.test(text) || /^\d+[.,\u066b]\d+$/u.test(text);

function piecesOf(text: string): string[] {
  const words = text.split(' ');
  const pieces: string[] = [];
  let current = '';
  for (const word of words) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && !GROUPED.test(longer)) {
      pieces.push(current);
      current = word;
    } else current = longer;
  }
  pieces.push(current);
  return pieces.flatMap((piece) => (isNumber(piece) ? [piece] : piece.split(/[.,' \u066b\u066c]/u)));
}
