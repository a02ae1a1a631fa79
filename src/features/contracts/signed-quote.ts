import { canonicalJson } from '../../../server/core/canonical.ts';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import { QUOTE_FORMAT } from '../../../server/features/payments/rules.ts';
import { hasOnly, isSigned, parse } from '@/features/contracts/event-log.ts';

export type QuoteVerdict =
  | { kind: 'valid' | 'unsigned'; total: number; currency: Currency; milestones: number; expiresAt: Date }
  | { kind: 'wrong' };

const FIELDS = [
  'format',
  'quoteId',
  'currency',
  'price',
  'fee',
  'tax',
  'total',
  'taxCountry',
  'taxBps',
  'expiresAt',
  'lines',
  'key',
  'signature',
];

/** Whether a text claims to be a quote: it names the format. */
export const isQuote = (text: string): boolean => text.length < 100_000 && text.includes(`"format":"${QUOTE_FORMAT}"`);

/** Verifies the file that `quoteFile` wrote, as `scripts/verify-log.mjs` does without a browser. */
export async function verifyQuote(text: string): Promise<QuoteVerdict> {
  const quote = parse(text.endsWith('\n') ? text.slice(0, -1) : text);
  const currency = CURRENCY_CODES.find((code) => code === quote?.['currency']);
  if (!quote || !hasOnly(quote, FIELDS) || !currency || !Array.isArray(quote['lines'])) return { kind: 'wrong' };
  const { signature, ...signed } = quote;
  const genuine = await isSigned(canonicalJson(signed), String(signature), quote['key']);
  if (genuine === false) return { kind: 'wrong' };
  return {
    kind: genuine === null ? 'unsigned' : 'valid',
    total: Number(quote['total']),
    currency,
    milestones: quote['lines'].length,
    expiresAt: new Date(String(quote['expiresAt'])),
  };
}
