import { stringify } from 'csv-stringify/browser/esm/sync';
import { CSV, type CsvCell } from '../../server/core/csv.ts';

/** Loaded when a file is saved: the library is larger than all charts. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string => stringify([...rows], CSV);
