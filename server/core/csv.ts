import type { Options } from 'csv-stringify';

/** What this program wrote itself, such as an amount or an account: no formula, and without quotes where texts have some. */
export interface Plain {
  readonly plain: string;
}
export const plain = (text: string): Plain => ({ plain: text });

/** A text may have been typed by a person. A number is written with a period and without grouping. */
export type CsvCell = string | number | null | Plain;

/** Text that a spreadsheet would run as a formula begins with an apostrophe, also behind what is not seen. */
const guarded = (text: string): string =>
  /^[\s\u200b-\u200f\ufeff]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text) ? `'${text}` : text;

/** How every file of this product is written: RFC 4180, with the mark by which programs guess the encoding right. */
export const CSV = {
  bom: true,
  record_delimiter: 'windows',
  // Else a text with a line break of another kind ends its row.
  quote_record_delimiter: true,
  cast: {
    string: guarded,
    number: (value: number) => (Number.isFinite(value) ? String(value) : ''),
    object: (cell: object) => (cell as Plain).plain,
  },
} as const satisfies Options;
