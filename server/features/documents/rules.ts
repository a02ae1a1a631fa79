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
  commission_note: 'A',
  payout_statement: 'P',
};
/** The kind of document that a number with this letter names; undefined for any other letter. */
export const documentKindOf = (letter: string): DocumentDto['kind'] | undefined =>
  (Object.keys(DOCUMENT_LETTER) as DocumentDto['kind'][]).find((kind) => DOCUMENT_LETTER[kind] === letter);
/** Gapless per kind and year, e.g. R-2026-000042. */
export const documentNumber = (kind: DocumentDto['kind'], year: number, number: number): string =>
  `${DOCUMENT_LETTER[kind]}-${year}-${String(number).padStart(6, '0')}`;
