import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../server/context.ts';
import { correctRow, listMerges, listRefusedRows, undoMerge } from '../../server/features/imports/corrections.ts';
import { importPart } from '../../server/features/imports/run.ts';
import type { FileRefusal, ImportState } from '../../server/features/imports/schema.ts';
import {
  cancelImport,
  chooseEncoding,
  getImport,
  listPeople,
  previewImport,
  startImport,
} from '../../server/features/imports/service.ts';
import { receiveImport } from '../../server/features/imports/upload.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { spreadsheet } from '../support/spreadsheet.ts';
import { eventually, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let brand: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('wf_imports');
  runtime = await startTestWorker(world);
  brand = await createOrg(world, 'brand', 'Kofe Svet');
}, 120_000);
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

async function upload(name: string, content: Buffer | string): Promise<string> {
  const { importId } = await receiveImport(world.as(brand), { name, body: Readable.from([Buffer.from(content)]) });
  return importId;
}
const inState = (importId: string, ...states: ImportState[]) =>
  eventually(`the import to be ${states.join()}`, async () => {
    const row = await getImport(world.as(brand), { importId });
    return states.includes(row.state) ? row : null;
  });

const CYRILLIC = `Ник;Имя;Подписчики;ER, %;Эл. почта;Город
@masha.k;Маша;1,2 тыс.;3,5;masha@example.org;Казань
petr.food;Пётр;много;2,1;petr@example.org;Москва
anna_eda;Анна;48 500;4,0;anna@@example;Сочи
@masha.k;Мария К.;1,3 тыс.;N/A;;Казань
`;

test('a Cyrillic file is read, imported by its workflow, two rows are corrected and a merge is undone', async () => {
  const ctx = () => world.as(brand);
  const importId = await upload('блогеры.csv', iconv.encode(CYRILLIC, 'windows-1251'));
  const found = await inState(importId, 'ready');
  expect(found).toMatchObject({
    encoding: 'windows-1251',
    locale: 'ru',
    rowsTotal: 4,
    mapping: { handle: 0, name: 1, followers: 2, engagement: 3, email: 4, city: 5 },
  });
  const settings = { importId, mapping: found.mapping, locale: 'ru', platform: 'instagram' } as const;
  const { rows } = await previewImport(ctx(), settings);
  expect(rows.map(({ record, refusal }) => record?.followers ?? refusal)).toEqual([
    1_200,
    { field: 'followers', code: 'invalid' },
    { field: 'email', code: 'invalid' },
    1_300,
  ]);

  await startImport(ctx(), { ...settings, basis: 'consent', source: 'Запись на дегустацию' });
  expect(await inState(importId, 'done')).toMatchObject({ added: 1, merged: 1, refused: 2, rowsRead: 4 });
  const refused = await listRefusedRows(ctx(), { importId, limit: 10 });
  expect(refused.items.map(({ row, field }) => [row, field])).toEqual([
    [2, 'followers'],
    [3, 'email'],
  ]);
  await expect(correctRow(ctx(), { importId, row: 2, cells: { followers: 'мало' } })).rejects.toMatchObject({
    code: 'import.row',
    data: { field: 'cells.followers' },
  });
  await correctRow(ctx(), { importId, row: 2, cells: { followers: '15 тыс.' } });
  await correctRow(ctx(), { importId, row: 3, cells: { email: 'anna@example.org' } });

  const [merge] = (await listMerges(ctx(), { importId, limit: 10 })).items;
  expect(merge).toMatchObject({ before: { name: 'Маша', followers: 1_200 }, incoming: { name: 'Мария К.' } });
  await undoMerge(ctx(), { mergeId: merge?.id ?? '' });
  await expect(undoMerge(ctx(), { mergeId: merge?.id ?? '' })).rejects.toMatchObject({ code: 'import.undone' });
  const people = (await listPeople(ctx(), { limit: 10 })).items;
  expect(people.map(({ handle, name, followers }) => `${handle} ${name} ${followers}`).sort()).toEqual([
    'anna_eda Анна 48500',
    'masha.k Мария К. 1300',
    'masha.k Маша 1200',
    'petr.food Пётр 15000',
  ]);
  expect(await getImport(ctx(), { importId })).toMatchObject({ added: 3, refused: 0 });

  const workflowId = `creator-import/${importId}`;
  await eventually('the end of its workflow', async () => (await statusOf(runtime, workflowId)) === 'COMPLETED');
  await recordHistory(runtime.client, workflowId, 'creator-import-done');
});

test('imported people are visible to the importing org alone, and to the member whose account has the handle', async () => {
  const other = await createOrg(world, 'brand', 'Other brand');
  expect((await listPeople(world.as(other), { limit: 10 })).items).toEqual([]);
  const creator = await createOrg(world, 'creator', 'Anna');
  await expect(listPeople(world.as(creator), { limit: 10 })).rejects.toMatchObject({ code: 'auth.wrong_account_type' });
  await world.owner
    .insertInto('social_accounts')
    .values({
      id: crypto.randomUUID(),
      org_id: creator.orgId,
      platform: 'instagram',
      handle: 'Anna_Eda',
      url: 'https://www.instagram.com/anna_eda',
      position: 0,
      state: 'connected',
      followers: 48_600,
      source: 'api',
      as_of: new Date(),
    })
    .execute();
  const people = (await listPeople(world.as(brand), { limit: 10 })).items;
  expect(people.filter(({ member }) => member !== null).map(({ handle }) => handle)).toEqual(['anna_eda']);
});

test('an import that is cut off between batches goes on where it stood, and no row counts twice', async () => {
  const handles = Array.from({ length: 5_000 }, (_, i) => `row.${i % 4_900}`);
  const importId = await upload('many.csv', `handle,followers\n${handles.map((h, i) => `${h},${i}`).join('\n')}\n`);
  const found = await inState(importId, 'ready');
  // No signal: the workflow does not see the start, so that the parts run here.
  await world.owner
    .updateTable('imports')
    .set({
      state: 'running',
      platform: 'tiktok',
      basis: 'consent',
      source: 'A fair',
      mapping: JSON.stringify(found.mapping),
    })
    .where('id', '=', importId)
    .execute();
  const parts = await Promise.all(Array.from({ length: 3 }, () => importPart(world.system(), { importId, runFor: 0 })));
  expect(parts.every(({ read }) => read >= 2_000)).toBe(true);
  for (;;) if ((await importPart(world.system(), { importId, runFor: 0 })).state === 'done') break;
  expect(await getImport(world.as(brand), { importId })).toMatchObject({ added: 4_900, merged: 100, rowsRead: 5_000 });
  const { n } = await world.owner
    .selectFrom('imported_creators')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(4_900);
});

test('a file in an encoding that was found wrongly is read again in the chosen one', async () => {
  const importId = await upload('koi.csv', iconv.encode('Ник;Имя\nmasha.k;Маша\n', 'koi8-r'));
  await inState(importId, 'ready');
  await chooseEncoding(world.as(brand), { importId, encoding: 'koi8-r' });
  const read = await eventually('the second reading', async () => {
    const row = await getImport(world.as(brand), { importId });
    return row.state === 'ready' && row.encoding === 'koi8-r' ? row : null;
  });
  expect(read.headings).toEqual(['Ник', 'Имя']);
  await cancelImport(world.as(brand), { importId });
  await inState(importId, 'canceled');
});

test('a spreadsheet is imported with its numbers, texts and percents', async () => {
  const importId = await upload(
    'creators.xlsx',
    spreadsheet([
      ['Username', 'Name', 'Followers', 'Engagement rate', 'City'],
      ['sheet.one', 'Zoé', 48_500, { v: 0.056, s: 4 }, 'Lyon'],
      ['sheet.two', 'Омар', { v: 12_000, f: 'C2/4' }, 3.5, null],
    ]),
  );
  const { mapping, format, rowsTotal } = await inState(importId, 'ready');
  expect({ mapping, format, rowsTotal }).toEqual({
    mapping: { handle: 0, name: 1, followers: 2, engagement: 3, city: 4 },
    format: 'xlsx',
    rowsTotal: 2,
  });
  const settings = { importId, mapping, locale: 'en', platform: 'tiktok' } as const;
  await startImport(world.as(brand), { ...settings, basis: 'consent', source: 'A fair' });
  await inState(importId, 'done');
  expect((await listPeople(world.as(brand), { importId, limit: 10 })).items).toMatchObject([
    { handle: 'sheet.one', name: 'Zoé', followers: 48_500, engagementBps: 560, city: 'Lyon' },
  ]);
  // A number without a percent sign, under a heading without one.
  expect((await listRefusedRows(world.as(brand), { importId, limit: 10 })).items).toMatchObject([
    { row: 2, field: 'engagement', code: 'no_percent', cells: { followers: '12000', engagement: '3.5' } },
  ]);
});

test('an import that is canceled while it runs keeps what it imported and reads no further row', async () => {
  const importId = await upload(
    'stopped.csv',
    `handle\n${Array.from({ length: 5_000 }, (_, i) => `stopped.${i}`).join('\n')}\n`,
  );
  const { mapping } = await inState(importId, 'ready');
  // No signal: the parts run here.
  await world.owner
    .updateTable('imports')
    .set({ state: 'running', platform: 'tiktok', basis: 'consent', source: 'A fair', mapping: JSON.stringify(mapping) })
    .where('id', '=', importId)
    .execute();
  const { read } = await importPart(world.system(), { importId, runFor: 0 });
  await cancelImport(world.as(brand), { importId });
  expect(await importPart(world.system(), { importId, runFor: 0 })).toEqual({ state: 'canceled', read });
  expect(await getImport(world.as(brand), { importId })).toMatchObject({
    state: 'canceled',
    rowsRead: read,
    added: read,
  });
  expect(read).toBeLessThan(5_000);
});

/** A zip whose directory names a part of 500 MB. */
function bomb(): Buffer {
  const zip = Buffer.from(
    zipSync({ 'xl/workbook.xml': new Uint8Array(10), '[Content_Types].xml': new Uint8Array(10) }),
  );
  zip.writeUInt32LE(500 * 1024 ** 2, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24);
  return zip;
}
const BAD: [FileRefusal, string, () => Buffer | string][] = [
  ['empty', 'empty.csv', () => ''],
  ['only_heading', 'heading.csv', () => 'handle,name\n'],
  ['encrypted', 'secret.xlsx', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
  ['zip_bomb', 'bomb.xlsx', bomb],
  ['too_many_columns', 'wide.csv', () => `${Array.from({ length: 400 }, (_, i) => `c${i}`).join(',')}\n1\n`],
  ['damaged', 'cut.xlsx', () => Buffer.from('PK\u0003\u0004 and no more', 'latin1')],
  ['not_a_table', 'picture.csv', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])],
];
describe('a file that is no table', () => {
  test.each(BAD)('%s: %s', async (refusal, name, content) => {
    const importId = await upload(name, content());
    expect(await inState(importId, 'refused', 'ready')).toMatchObject({ state: 'refused', refusal });
  });
  test('another kind of file is refused at once', async () => {
    await expect(upload('creators.pdf', 'x')).rejects.toMatchObject({ code: 'import.type' });
  });
  test('formulas are refused row by row', async () => {
    const importId = await upload('formulas.csv', 'handle,name\nanna,=cmd|calc\nmaya,Maya\n');
    const { mapping } = await inState(importId, 'ready');
    const { rows } = await previewImport(world.as(brand), { importId, mapping, locale: 'en', platform: 'tiktok' });
    expect(rows.map(({ refusal }) => refusal?.code ?? null)).toEqual(['formula', null]);
  });
});
