import { pipeline, Readable } from 'node:stream';
import { stringify, type Options } from 'csv-stringify';
import { stringify as stringifyAll } from 'csv-stringify/sync';
import { CSV, type CsvCell } from './core/csv.ts';

type Row = readonly CsvCell[];

export const csvText = (rows: readonly Row[], options: Options = {}): string =>
  stringifyAll([...rows], { ...CSV, ...options });

/** A file of rows, streamed as they come; a row that fails ends the stream with its error. */
export function csvStream(header: Row, rows: AsyncIterable<Row>, options: Options = {}): Readable {
  async function* all(): AsyncGenerator<Row> {
    yield header;
    yield* rows;
  }
  // The error is the stream's own: who reads it gets it.
  return pipeline(Readable.from(all()), stringify({ ...CSV, ...options }), () => {});
}
