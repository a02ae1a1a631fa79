import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginsAs, movieFacts, typeOf, type ReadAt } from '../../../../server/features/content/media.ts';
import { FILE_TYPES, cleanName, declaredType } from '../../../../server/features/content/rules.ts';
import type { FileMime } from '../../../../server/features/content/schema.ts';
import { docx, heic, jpeg, matroska, mp4, pdf, png, svg, webm } from './samples.ts';

const readerOf =
  (bytes: Buffer): ReadAt =>
  async (start, length) =>
    bytes.subarray(start, start + length);
const facts = (mime: FileMime, bytes: Buffer) => movieFacts(mime, bytes.length, readerOf(bytes));

describe('what a file claims to be', () => {
  test.each([
    ['reel.mp4', 'video/mp4', 'video/mp4'],
    ['REEL.M4V', 'video/x-m4v', 'video/mp4'],
    ['clip.mov', 'video/quicktime', 'video/quicktime'],
    ['photo.JPG', 'image/jpeg', 'image/jpeg'],
    ['photo.jpeg', 'image/jpeg; charset=binary', 'image/jpeg'],
    ['drawing.svg', 'image/svg+xml', 'file.type'],
    ['page.html', 'text/html', 'file.type'],
    ['photo.png.exe', 'image/png', 'file.type'],
    ['photo', 'image/png', 'file.type'],
    ['photo.png', 'application/octet-stream', 'file.type'],
    ['photo.png', 'image/jpeg', 'file.mismatch'],
  ])('%s declared %s → %s', (name, declared, expected) => {
    expect(declaredType(name, declared)).toBe(expected);
  });

  test('each allowed extension belongs to one type', () => {
    const all = Object.values(FILE_TYPES).flatMap((t) => t.extensions as readonly string[]);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('what its first bytes show', () => {
  test.each<[string, Buffer, FileMime | null]>([
    ['png', png(), 'image/png'],
    ['jpeg', jpeg(), 'image/jpeg'],
    ['mp4', mp4(), 'video/mp4'],
    ['QuickTime', mp4({ brand: 'qt  ' }), 'video/quicktime'],
    ['an Apple mp4', mp4({ brand: 'M4V ' }), 'video/mp4'],
    ['webm', webm(), 'video/webm'],
    ['pdf', pdf(), 'application/pdf'],
    ['Matroska that is no webm', matroska(), null],
    ['HEIC, which begins like mp4', heic(), null],
    ['svg', svg(), null],
    ['nothing', Buffer.alloc(0), null],
  ])('%s', async (_name, bytes, expected) => {
    expect(await typeOf(bytes)).toBe(expected);
    if (expected) expect(await beginsAs(expected, bytes.subarray(0, 64))).toBe(true);
  });

  test('the demo pictures are webp', async () => {
    const bytes = readFileSync(fileURLToPath(new URL('../../../../db/seed/assets/coffee.webp', import.meta.url)));
    expect(await typeOf(bytes)).toBe('image/webp');
  });

  test('texts are what begins as nothing else of ours and holds no NUL, office documents begin as a zip', async () => {
    expect(await beginsAs('text/csv', Buffer.from('BZh9;a;b\n1;2'))).toBe(true);
    expect(await beginsAs('text/plain', pdf())).toBe(false);
    expect(await beginsAs('text/plain', Buffer.from('a\0b'))).toBe(false);
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await beginsAs(word, docx())).toBe(true);
    expect(await beginsAs(word, pdf())).toBe(false);
  });
});

describe('size and duration', () => {
  test('mp4 with the index in front or behind the media', async () => {
    const expected = { width: 1080, height: 1920, durationMs: 6000 };
    expect(await facts('video/mp4', mp4())).toEqual(expected);
    expect(await facts('video/mp4', mp4({ indexLast: true, mediaBytes: 400_000 }))).toEqual(expected);
  });

  test('no bytes make it throw or run long', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(...(Object.keys(FILE_TYPES) as FileMime[])),
        async (bytes, mime) => {
          const found = await facts(mime, Buffer.from(bytes));
          expect(Object.keys(found)).toEqual(['width', 'height', 'durationMs']);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('names lose paths and control characters and stay within 120 characters', () => {
  expect(cleanName('C:\\Users\\me\\reel final.mp4')).toBe('reel final.mp4');
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('evil\u202egpj.exe\u0000.png')).toBe('evilgpj.exe.png');
  expect(cleanName('')).toBe('file');
  const long = cleanName(`${'é'.repeat(300)}.mp4`);
  expect(long).toHaveLength(120);
  expect(long.endsWith('.mp4')).toBe(true);
});
