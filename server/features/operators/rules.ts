import { CURRENCY_CODES, type Currency, type Money } from '../../core/money.ts';
import { parseAmount } from '../../core/typed-amounts.ts';
import { documentKindOf } from '../documents/rules.ts';
import type { DocumentDto } from '../documents/schema.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const DOCUMENT = /^([a-z])-(?:([0-9a-f]{6,32})-)?(\d{4})-0*(\d{1,9})$/i;
/** As the provider names its objects: `pi_3Q…`, `po_1…`. */
const PROVIDER = /^[a-z]{2,5}_\w+$/i;

export interface SearchTerms {
  /** The text as it was typed. */
  text: string;
  /** An id of ours, alone or within the id of an operation. */
  id: string | null;
  providerId: string | null;
  /** `series`: of a creator who issues invoices, as in the number; null: of any issuer. */
  document: { kind: DocumentDto['kind']; series: string | null; year: number; number: number } | null;
  /** The sums that these digits can mean, one for each currency. */
  sums: Money[];
  /** Names, titles and mail addresses hold it; null for what can be neither. */
  words: string | null;
}

/** What a search text may match. */
export function readSearch(text: string): SearchTerms {
  const [, letter = '', series = '', year = '', number = ''] = DOCUMENT.exec(text) ?? [];
  const kind = documentKindOf(letter.toUpperCase());
  const id = UUID.exec(text)?.[0]?.toLowerCase() ?? null;
  const providerId = PROVIDER.test(text) ? text : null;
  const sums =
    id || kind
      ? []
      : CURRENCY_CODES.flatMap((currency: Currency) => {
          const parsed = parseAmount(text, currency);
          return parsed.ok ? [{ amount: parsed.amount, currency }] : [];
        });
  return {
    text,
    id,
    providerId,
    document: kind ? { kind, series: series.toUpperCase() || null, year: Number(year), number: Number(number) } : null,
    sums,
    words: id || kind ? null : text,
  };
}

/** A read of the same record by the same person is written to the audit log once in this time. */
export const READ_AGAIN_MS = 10 * 60_000;

/** A bank debit that is under way for longer is shown to operators; in the demo everything is faster. */
export const slowDebitMs = (mode: 'demo' | 'test' | 'production'): number =>
  mode === 'demo' ? 60 * 60_000 : 5 * 24 * 3_600_000;
/** The same for a payout without an answer. */
export const slowPayoutMs = 10 * 60_000;
