import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkPicture, MAX_PIXELS } from '../../../../server/features/content/pictures.ts';
import type { FileMime } from '../../../../server/features/content/schema.ts';
import { PIXEL_PNG } from '../../../support/picture.ts';
import { jpeg, pdf, png, svg, webp } from './samples.ts';

const ASSETS = fileURLToPath(new URL('../../../../db/seed/assets', import.meta.url));
const photo = readFileSync(join(ASSETS, 'coffee.webp'));
const check = (mime: FileMime, bytes: Uint8Array) => checkPicture(mime, async () => Buffer.from(bytes));

test('the demo pictures and the smallest one are whole', async () => {
  const pictures = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'));
  expect(pictures.length).toBeGreaterThan(5);
  for (const name of pictures)
    expect(await check('image/webp', readFileSync(join(ASSETS, name))), name).toMatchObject({
      width: expect.any(Number) as number,
    });
  expect(await check('image/png', PIXEL_PNG)).toEqual({ width: 1, height: 1 });
});

test('the size is that of the picture as its camera says it is held', async () => {
  const lying = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
  expect(await check('image/jpeg', await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer())).toEqual({
    width: 20,
    height: 40,
  });
});

describe.each<[string, FileMime, Buffer, number]>([
  // All pixels of a PNG stand before its last chunk.
  ['png', 'image/png', png(64, 64), 12],
  ['jpeg', 'image/jpeg', jpeg(1200, 900, 300), 0],
  ['webp', 'image/webp', webp(), 0],
  ['photo', 'image/webp', photo, 0],
])('a %s', (_name, mime, bytes, behindPixels) => {
  test('is whole, also with something behind its end', async () => {
    const found = await check(mime, bytes);
    expect(found).toMatchObject({ width: expect.any(Number) as number });
    expect(await check(mime, Buffer.concat([bytes, Buffer.from('<script>')]))).toEqual(found);
  });

  test('cut off anywhere is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - behindPixels - 1 }),
        async (length) => (await check(mime, bytes.subarray(0, length))) === 'file.damaged',
      ),
      { numRuns: 60 },
    );
  });
});

test.each<[string, FileMime, Buffer]>([
  ['a PNG of zeroes behind its head', 'image/png', Buffer.concat([png().subarray(0, 41), Buffer.alloc(500)])],
  [
    'a JPEG of zeroes behind its first segment',
    'image/jpeg',
    Buffer.concat([jpeg().subarray(0, 20_004), Buffer.alloc(500)]),
  ],
  [
    'a JPEG with a marker that there is none in its coded data',
    'image/jpeg',
    Buffer.concat([jpeg().subarray(0, -200), Buffer.from('ff02', 'hex'), jpeg().subarray(-200)]),
  ],
  ['a JPEG that ends before any picture', 'image/jpeg', Buffer.from('ffd8ffd9', 'hex')],
  [
    'a WebP of zeroes behind its head',
    'image/webp',
    Buffer.concat([photo.subarray(0, 40), Buffer.alloc(photo.length - 40)]).fill(0, 16, 30),
  ],
  ['a WebP without a picture', 'image/webp', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
  ['a picture of another type', 'image/jpeg', png()],
  ['a drawing in code', 'image/png', svg()],
  ['a PDF', 'image/png', pdf()],
])('%s is damaged', async (_name, mime, bytes) => {
  expect(await check(mime, bytes)).toBe('file.damaged');
});

/** A square picture repeated as the frames of a WebP animation: encoding as many pixels would take seconds. */
function animationOf(picture: Buffer, side: number, frames: number): Buffer {
  const u24 = (n: number): number[] => [n & 255, (n >> 8) & 255, n >> 16];
  const chunk = (name: string, bytes: Uint8Array): Buffer => {
    const head = Buffer.from(`${name}....`);
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
  };
  const size = [...u24(side - 1), ...u24(side - 1)];
  // Behind "RIFF", a length and "WEBP" stands the picture as one chunk.
  const frame = chunk('ANMF', Buffer.from([0, 0, 0, 0, 0, 0, ...size, 100, 0, 0, 0, ...picture.subarray(12)]));
  const parts = [
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from([2, 0, 0, 0, ...size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ];
  return chunk('RIFF', Buffer.concat(parts));
}

/** The first bytes of a PNG of this size. */
function headOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(png().subarray(0, 100));
  // Behind the signature: a length, "IHDR", the size, five more bytes and the checksum of all but the length.
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test('a picture of too many pixels is refused before they are decoded, frames of an animation together', async () => {
  expect(await check('image/png', headOf(20_000, MAX_PIXELS / 20_000))).toBe('file.damaged');
  expect(await check('image/png', headOf(20_000, MAX_PIXELS / 20_000 + 1))).toBe('file.pixels');
  const frame = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: 'red' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
  expect(await check('image/webp', animationOf(frame, 2_000, 2))).toEqual({ width: 2_000, height: 2_000 });
  const animation = animationOf(frame, 2_000, MAX_PIXELS / 4_000_000 + 1);
  expect(await check('image/webp', animation)).toBe('file.pixels');
});

test('one picture is read after the other, also after one that could not be read', async () => {
  const events: string[] = [];
  const reading = (name: string, bytes: Buffer | Error) =>
    checkPicture('image/png', async () => {
      events.push(name);
      await new Promise(setImmediate);
      if (bytes instanceof Error) throw bytes;
      return bytes;
    }).then(
      () => events.push(`${name} checked`),
      () => events.push(`${name} unread`),
    );
  await Promise.all([reading('a', png()), reading('b', new Error('storage is away')), reading('c', png())]);
  expect(events).toEqual(['a', 'a checked', 'b', 'b unread', 'c', 'c checked']);
});

test('no bytes make it throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom<FileMime>('image/png', 'image/jpeg', 'image/webp'),
      async (bytes, mime) => {
        expect(await check(mime, bytes)).toBe('file.damaged');
        const head = mime === 'image/jpeg' ? Buffer.from('ffd8', 'hex') : photo.subarray(0, 12);
        expect(await check(mime, Buffer.concat([head, bytes]))).toBe('file.damaged');
      },
    ),
    { numRuns: 100 },
  );
});
