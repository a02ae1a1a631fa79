import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { plain, type CsvCell } from '../../server/core/csv.ts';
import { csvStream, csvText } from '../../server/csv.ts';
import { csvText as csvTextOfBrowser } from '../../src/lib/csv.ts';

const HOSTILE = ['=1+1', '+44', '-x', '@a', '\t=1', '\r=1', ' =1', '\u200b=1', '＝1', '－1'];
const AWKWARD = ['a "b", c', 'two\nlines', 'carriage\rreturn', '', ' spaced ', 'é 日 ع', "it's"];

const read = (file: string): string[][] => parse(file, { bom: true, relax_column_count: true });
async function* rows(...given: CsvCell[][]): AsyncGenerator<CsvCell[]> {
  yield* given;
}

describe('every file of comma-separated values', () => {
  test('runs no text as a formula, and leaves figures of its own as they are', () => {
    for (const evil of HOSTILE) expect(read(csvText([[evil]]))).toEqual([[`'${evil}`]]);
    expect(csvText([[plain('-12.50'), -5, Number.NaN, null, 'ok']])).toBe('\uFEFF-12.50,-5,,,ok\r\n');
  });

  test('is read back as it was written', () => {
    expect(read(csvText([AWKWARD, AWKWARD]))).toEqual([AWKWARD, AWKWARD]);
  });

  test('is the same on the server, streamed and in the browser', async () => {
    const given: CsvCell[][] = [
      ['Name', 'Sum'],
      [...HOSTILE, ...AWKWARD],
      ['b', plain('-1.00')],
    ];
    const whole = csvText(given);
    expect(csvTextOfBrowser(given)).toBe(whole);
    expect((await buffer(csvStream(given[0]!, rows(...given.slice(1))))).toString('utf8')).toBe(whole);
  });

  test('ends with its error where a row could not be read', async () => {
    async function* failing(): AsyncGenerator<CsvCell[]> {
      yield ['a'];
      throw new Error('the database is away');
    }
    await expect(buffer(csvStream(['Name'], failing()))).rejects.toThrow('the database is away');
  });
});
