import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readRecord } from '../../../../server/features/imports/records.ts';
import { percentDecimals, spreadsheetAsText } from '../../../../server/features/imports/spreadsheet.ts';
import { spreadsheet } from '../../../support/spreadsheet.ts';

const linesOf = async (file: Buffer): Promise<string[]> =>
  (await text(await spreadsheetAsText(file))).trim().split('\n');

test('numbers, dates, texts and percents of a spreadsheet are read as the sheet shows them', async () => {
  const file = spreadsheet([
    ['Handle', 'Followers', 'ER', 'Note', 'More'],
    ['maya', 48_500, { v: 0.056, s: 1 }, { v: 46_000, s: 3 }],
    ['anna', { v: 12_000, f: 'B2/4' }, { v: 0.05637, s: 2 }, 'says "hello", twice'],
    ['omar', { t: 'str', v: '1,2 тыс.', f: 'A1' }, { v: 0.0412, s: 4 }, { t: 'inlineStr', v: 'Ω & <b>' }],
    ['null', null, { v: 3.25, s: 5 }, { t: 'b', v: 1 }],
    [],
    ['lin', 0.1 + 0.2, 1.234, { t: 'e', v: '#DIV/0!', f: '1/0' }, 'more'],
  ]);
  expect(await linesOf(file)).toEqual([
    'Handle,Followers,ER,Note,More',
    'maya,48500,6%,2025-12-09,',
    'anna,12000,5.64%,"says ""hello"", twice",',
    'omar,"1,2 тыс.",4.1%,Ω & <b>,',
    'null,,3.25,true,',
    'lin,0.3,1.2340,#DIV/0!,more',
  ]);
});

test('a percent cell is the percent shown, in every language, and a number with three decimals no group of thousands', () => {
  for (const locale of ['en', 'fr', 'ru', 'ar', 'zh'] as const) {
    const settings = { locale, platform: 'tiktok', percent: false } as const;
    expect(readRecord({ handle: 'maya', followers: '48500', engagement: '5.64%' }, settings), locale).toMatchObject({
      followers: 48_500,
      engagementBps: 564,
    });
    expect(readRecord({ handle: 'lin', engagement: '1.2340' }, { ...settings, percent: true }), locale).toMatchObject({
      engagementBps: 123,
    });
  }
  expect(readRecord({ handle: 'maya', note: '#DIV/0!' }, { locale: 'en', platform: 'tiktok', percent: false })).toEqual(
    { field: 'note', code: 'formula' },
  );
});

test.each([
  ['0%', 0],
  ['0.0%', 1],
  ['#,##0.00%;[Red]-0.00%', 2],
  ['General', null],
  ['0.0"%"', null],
  ['0\\%', null],
])('%s shows percent: %s decimals', (format, decimals) => {
  expect(percentDecimals(format)).toBe(decimals);
});

describe('a spreadsheet that is an attack or broken is refused before it is read', () => {
  const good = spreadsheet([['handle'], ['a'.repeat(200_000)]]);
  /** The directory's entry of a part. */
  const entry = (file: Buffer, name: string) => file.lastIndexOf(Buffer.from(name, 'latin1')) - 46;
  const changed = (change: (file: Buffer) => void): Buffer => {
    const file = Buffer.from(good);
    change(file);
    return file;
  };
  test.each([
    [
      'zip_bomb',
      'a directory that names 500 MB',
      changed((f) => f.writeUInt32LE(500 * 1024 ** 2, entry(f, 'xl/styles.xml') + 24)),
    ],
    [
      'zip_bomb',
      'a directory that names less than a part unpacks to',
      changed((f) => f.writeUInt32LE(100, entry(f, 'xl/sharedStrings.xml') + 24)),
    ],
    ['encrypted', 'a part with a password', changed((f) => f.writeUInt16LE(1, entry(f, 'xl/styles.xml') + 8))],
    ['damaged', 'a file that was cut', good.subarray(0, good.length / 2)],
    [
      'damaged',
      'a part that is no deflate stream',
      changed((f) => f.fill(0xff, f.indexOf('xl/styles.xml') + 13, f.indexOf('xl/styles.xml') + 60)),
    ],
  ] as const)('%s: %s', async (refusal, _, file) => {
    await expect(spreadsheetAsText(file)).rejects.toMatchObject({ refusal });
  });
});
