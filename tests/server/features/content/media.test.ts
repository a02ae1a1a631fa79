import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mediaFacts, type ReadAt } from '../../../../server/features/content/media.ts';
import { cleanName, declaredType, sniffType } from '../../../../server/features/content/rules.ts';
import { FILE_TYPES, type FileMime } from '../../../../server/features/content/schema.ts';
import { heic, jpeg, matroska, mp4, pdf, png, svg, webm } from './samples.ts';

const readerOf =
  (bytes: Buffer): ReadAt =>
  async (start, length) =>
    bytes.subarray(start, start + length);
const facts = (mime: FileMime, bytes: Buffer, headBytes = bytes.length) =>
  mediaFacts(mime, bytes.subarray(0, headBytes), bytes.length, readerOf(bytes));

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
    ['webm', webm(), 'video/webm'],
    ['pdf', pdf(), 'application/pdf'],
    ['Matroska that is no webm', matroska(), null],
    ['HEIC, which begins like mp4', heic(), null],
    ['svg', svg(), null],
    ['nothing', Buffer.alloc(0), null],
  ])('%s', (_name, bytes, expected) => {
    expect(sniffType(bytes.subarray(0, 64))).toBe(expected);
  });

  test('the demo pictures are webp with a size', async () => {
    const bytes = readFileSync(fileURLToPath(new URL('../../../../db/seed/assets/coffee.webp', import.meta.url)));
    expect(sniffType(bytes)).toBe('image/webp');
    const { width, height } = await facts('image/webp', bytes);
    expect(width).toBeGreaterThan(100);
    expect(height).toBeGreaterThan(100);
  });
});

describe('size and duration', () => {
  test('png, jpeg with long camera data', async () => {
    expect(await facts('image/png', png(640, 800))).toEqual({ width: 640, height: 800, durationMs: null });
    expect(await facts('image/jpeg', jpeg(1200, 900))).toEqual({ width: 1200, height: 900, durationMs: null });
  });

  test('mp4 with the index in front or behind the media', async () => {
    const expected = { width: 1080, height: 1920, durationMs: 6000 };
    expect(await facts('video/mp4', mp4())).toEqual(expected);
    expect(await facts('video/mp4', mp4({ indexLast: true, mediaBytes: 400_000 }), 256 * 1024)).toEqual(expected);
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
