import type { Token } from '../fold.ts';
import type { ParseContext } from '../types.ts';

/** Words and signs of money by ISO code, folded; a star marks a stem. Not every one is a currency that can be searched. */
const WORDS: Readonly<Record<string, string>> = {
  EUR: '€ eur eur* euro euros евро يورو 欧元 欧 يوروهات',
  USD: 'usd dollar dollars dolar dolares dollari dollaro доллар* бакс* دولار دولارات 美元 美金 刀 bucks us$ delares dolares دولارا',
  GBP: '£ gbp pound pounds quid sterling libra libras sterline sterlina фунт* استرليني 英镑 esterlinas',
  CAD: 'cad',
  JPY: 'jpy yen yens иен* йен* ين 日元 円',
  KWD: 'kwd',
  RUB: '₽ rub руб* рубл*',
  CNY: 'cny rmb yuan yuans юан* يوان 人民币 元 块 块钱',
  SAR: 'sar ريال ريالات',
  AED: 'aed dirham* درهم دراهم дирхам*',
  EGP: 'egp جنيه جنيهات',
  CHF: 'chf франк*',
  BRL: 'brl reais real',
  MXN: 'mxn peso pesos песо',
  INR: '₹ inr rupees rupee',
  TRY: 'try лир*',
  KZT: 'kzt тенге',
};

interface Sign {
  parts: string[];
  stem: boolean;
  code: string;
}
let signs: Map<string, Sign[]> | undefined;
const stemmed: [string, string][] = [];

function index(): Map<string, Sign[]> {
  if (signs) return signs;
  signs = new Map();
  for (const [code, words] of Object.entries(WORDS))
    for (const word of words.split(' ')) {
      if (word.endsWith('*')) {
        stemmed.push([word.slice(0, -1), code]);
        continue;
      }
      const parts = /\p{Script=Han}/u.test(word) ? [...word] : [word];
      const list = signs.get(parts[0] ?? '') ?? [];
      list.push({ parts, stem: false, code });
      list.sort((a, b) => b.parts.length - a.parts.length);
      signs.set(parts[0] ?? '', list);
    }
  return signs;
}

const DOLLARS: Readonly<Record<string, string>> = { CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD', MX: 'MXN' };

export interface MoneyRead {
  code: string;
  /** Tokens that the sign takes. */
  length: number;
}

/** The currency that is named at a token. */
export function currencyAt(tokens: readonly Token[], at: number, context: ParseContext): MoneyRead | null {
  const token = tokens[at];
  if (!token || token.kind === 'digits') return null;
  const next = tokens[at + 1];
  if (token.text === '$') return { code: (context.country && DOLLARS[context.country]) || 'USD', length: 1 };
  if (/^(?:us|ca|c|r|au|a)$/u.test(token.text) && next?.text === '$' && next.attached)
    return { code: { us: 'USD', ca: 'CAD', c: 'CAD', r: 'BRL' }[token.text] ?? 'AUD', length: 2 };
  if (token.text === '¥')
    return { code: context.language === 'zh' || context.country === 'CN' ? 'CNY' : 'JPY', length: 1 };
  // Dinars and dollars of a country, pounds sterling.
  if (/^(?:dinar|dinars|dinares|dinari|دينار|دنانير|динар)/u.test(token.text) || token.bare.includes('دينار'))
    return /^(?:kuwaiti|koweitien|kuwait|كويتي|кувейт)/u.test(next?.text ?? '') || context.country === 'KW'
      ? { code: 'KWD', length: /^(?:kuwait|koweit|كويتي|кувейт)/u.test(next?.text ?? '') ? 2 : 1 }
      : { code: 'XDN', length: 1 };
  if (
    (token.text === 'livres' || token.text === 'livre' || token.text === 'جنيه') &&
    /^(?:sterling|استرليني)/u.test(next?.text ?? '')
  )
    return { code: 'GBP', length: 2 };
  // Counted, "livres" are money: books are no filter by their number.
  if (token.text === 'livres' && context.language === 'fr' && tokens[at - 1]?.kind === 'digits')
    return { code: 'GBP', length: 1 };
  if (/^(?:canadian|australian)$/u.test(token.text) && next?.text.startsWith('dollar'))
    return { code: token.text === 'canadian' ? 'CAD' : 'AUD', length: 2 };
  for (const text of [token.text, ...token.bare.filter((bare) => bare.length > 2)]) {
    const found = index()
      .get(text)
      ?.find(({ parts }) =>
        parts.every((part, n) => n === 0 || (tokens[at + n]?.text === part && tokens[at + n]?.attached)),
      );
    if (found) {
      const after = tokens[at + found.parts.length]?.text ?? '';
      if (found.code === 'USD' && after.startsWith('canad')) return { code: 'CAD', length: found.parts.length + 1 };
      if (found.code === 'GBP' && /^(?:sterling|esterlin)/u.test(after))
        return { code: 'GBP', length: found.parts.length + 1 };
      if (found.code === 'EGP' && after.startsWith('استرليني')) return { code: 'GBP', length: 2 };
      return { code: found.code, length: found.parts.length };
    }
  }
  const stem =
    token.kind === 'word' ? stemmed.find(([start]) => token.text.startsWith(start) && start.length > 2) : undefined;
  return stem ? { code: stem[1], length: 1 } : null;
}

/** Of a price without a sign, by the country of the reader. */
export const HOME_CURRENCY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'FR ES IT PT DE AT BE NL IE FI GR LU SK SI EE LV LT MT CY HR'.split(' ').map((code) => [code, 'EUR']),
  ),
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
  JP: 'JPY',
  KW: 'KWD',
};
