import { allocate } from '../../core/money.ts';
import { RETENTION } from '../policies/rules.ts';
import type { DocumentDto } from './schema.ts';

/** A zip of documents can be downloaded for this long, and holds at most so many. */
export const DOCUMENT_EXPORT_LIFE_MS = RETENTION.documentExportDays * 24 * 3_600_000;
export const DOCUMENT_EXPORT_LIMIT = 2_000;
/** So often a zip of documents is begun before it counts as failed. */
export const DOCUMENT_EXPORT_TRIES = 5;

export const DOCUMENT_LETTER: Record<DocumentDto['kind'], string> = {
  receipt: 'R',
  fee_invoice: 'F',
  credit_note: 'C',
  self_billed_invoice: 'S',
  earnings_statement: 'E',
  commission_note: 'A',
  payout_statement: 'P',
};
/** The kind of document that a number with this letter names; undefined for any other letter. */
export const documentKindOf = (letter: string): DocumentDto['kind'] | undefined =>
  (Object.keys(DOCUMENT_LETTER) as DocumentDto['kind'][]).find((kind) => DOCUMENT_LETTER[kind] === letter);
/**
 * Codes for the series of an org in whose name documents are issued, the shortest first: ends of its id, of which the last
 * is the whole one, so that each org finds one that no other has.
 */
export function seriesCodes(issuerOrg: string): string[] {
  const digits = issuerOrg.replaceAll('-', '').toUpperCase();
  return Array.from({ length: digits.length - 5 }, (_, more) => digits.slice(-6 - more));
}

/** Gapless per issuer, kind and year, e.g. R-2026-000042; in a creator's own series S-7F3A2C-2026-000001. */
export const documentNumber = (
  kind: DocumentDto['kind'],
  year: number,
  number: number,
  series: string | null = null,
): string => [DOCUMENT_LETTER[kind], ...(series ? [series] : []), year, String(number).padStart(6, '0')].join('-');

/** The tax that a price contains, and what is left without it; halves count for the tax. */
export function taxContained(price: number, taxBps: number): { net: number; tax: number } {
  const tax = Math.floor((2 * price * taxBps + 10_000 + taxBps) / (2 * (10_000 + taxBps)));
  return { net: price - tax, tax };
}

/** The tax in a part of a price that contains tax: the parts of the whole price hold the whole tax, to the minor unit. */
export const taxOfPart = ({ before, part }: { before: number; part: number }, taxBps: number): number =>
  taxContained(before + part, taxBps).tax - taxContained(before, taxBps).tax;

/** The same of a document's amount of which a part is corrected: corrections of the whole hold the tax that it names. */
export function taxOfCorrection(
  { amount, tax }: { amount: number; tax: number },
  { before, part }: { before: number; part: number },
): number {
  const upTo = (sum: number): number => allocate(tax, [sum, amount - sum])[0]!;
  return upTo(before + part) - upTo(before);
}
