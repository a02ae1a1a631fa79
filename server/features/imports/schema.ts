import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { LOCALES } from '../../core/locale.ts';
import { pageInput } from '../../core/pagination.ts';
import { PLATFORMS } from '../terms/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { Platform } from '../terms/schema.ts';
import { BASES, type Basis, ENCODINGS, FIELDS, MAX_COLUMNS, type Field } from './rules.ts';

export type ImportState = 'reading' | 'ready' | 'running' | 'done' | 'refused' | 'canceled';
/** Why a file cannot be read. */
export type FileRefusal =
  | 'empty'
  | 'only_heading'
  | 'encrypted'
  | 'zip_bomb'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'not_a_table'
  | 'damaged';
/** Why a row is refused; the field is named beside it. */
export type RowCode =
  | 'missing'
  | 'invalid'
  | 'ambiguous'
  | 'no_percent'
  | 'not_whole'
  | 'out_of_range'
  | 'formula'
  | 'unreadable'
  | 'unknown'
  | 'too_long';
/** What allows the org to have and use the data: the person agreed, a contract, or a legitimate interest. */

export const importInput = z.strictObject({ importId: uuid });
export const listImportsInput = pageInput;
export const encodingInput = z.strictObject({ importId: uuid, encoding: z.enum(ENCODINGS) });
const column = z
  .number()
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1);
export const mapping = z.partialRecord(z.enum(FIELDS), column);
export type Mapping = Partial<Record<Field, number>>;
const settings = {
  importId: uuid,
  mapping,
  /** Language in which numbers are written. */
  locale: z.enum(LOCALES),
  /** Network of rows that name none. */
  platform: z.enum(PLATFORMS).nullable(),
};
export const previewImportInput = z.strictObject(settings);
export const startImportInput = z.strictObject({
  ...settings,
  basis: z.enum(BASES),
  source: z.string().trim().min(3).max(200),
});
export const refusedRowsInput = pageInput.extend({ importId: uuid });
export const correctRowInput = z.strictObject({
  importId: uuid,
  row: z.number().int().min(1),
  cells: z.partialRecord(z.enum(FIELDS), z.string().max(2_000)),
});
export const listMergesInput = pageInput.extend({ importId: uuid });
export const mergeInput = z.strictObject({ mergeId: uuid });
export const listPeopleInput = pageInput.extend({ importId: uuid.optional() });
export const personInput = z.strictObject({ personId: uuid });

/** A person as a row says. */
export interface ImportedRecord {
  platform: Platform;
  handle: string;
  name: string | null;
  email: string | null;
  followers: number | null;
  /** Basis points. */
  engagementBps: number | null;
  country: string | null;
  city: string | null;
  language: string | null;
  note: string | null;
}
export interface RowRefusal {
  field: Field;
  code: RowCode;
}
export interface ImportRow {
  id: string;
  fileName: string;
  state: ImportState;
  rowsTotal: number | null;
  rowsRead: number;
  added: number;
  merged: number;
  refused: number;
  createdAt: Date;
}
export interface ImportDetail extends ImportRow {
  refusal: FileRefusal | null;
  format: 'csv' | 'xlsx';
  encoding: string | null;
  headings: string[];
  mapping: Mapping;
  locale: (typeof LOCALES)[number];
  platform: Platform | null;
  basis: Basis | null;
  source: string | null;
  version: number;
}
export interface PreviewRow {
  row: number;
  cells: Partial<Record<Field, string>>;
  record: ImportedRecord | null;
  refusal: RowRefusal | null;
}
export interface RefusedRow extends RowRefusal {
  row: number;
  cells: Partial<Record<Field, string>>;
}
export interface MergeRow {
  id: string;
  row: number;
  before: ImportedRecord;
  incoming: ImportedRecord;
  at: Date;
  undoneAt: Date | null;
  /** Until then the merge can be undone. */
  until: Date;
}
export interface ImportedPerson extends ImportedRecord {
  id: string;
  /** Handle of the member whose account this is. */
  member: string | null;
  createdAt: Date;
}

export const claimInput = z.strictObject({ id: uuid, accepted: z.boolean() });
/** A person of an org's import who was linked to the creator's connected account. */
export interface ImportClaim {
  id: string;
  by: PartyDto;
  platform: Platform;
  handle: string;
  name: string | null;
  followers: number | null;
  /** False: not answered yet. */
  accepted: boolean;
  linkedAt: Date;
}
