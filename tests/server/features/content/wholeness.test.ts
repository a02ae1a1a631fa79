import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileMime } from '../../../../server/features/content/schema.ts';
import { isWhole, WholePicture } from '../../../../server/features/content/wholeness.ts';
import { PIXEL_PNG } from '../../../support/picture.ts';
import { jpeg, mp4, pdf, png, webp } from './samples.ts';

const ASSETS = fileURLToPath(new URL('../../../../db/seed/assets', import.meta.url));
const photo = readFileSync(join(ASSETS, 'coffee.webp'));
const PICTURES: [string, FileMime, Buffer][] = [
  ['png', 'image/png', png(64, 64)],
  ['jpeg', 'image/jpeg', jpeg(1200, 900, 300)],
  ['webp', 'image/webp', webp()],
  ['photo', 'image/webp', photo],
];

test('every picture of the demo is whole, and so is the smallest one', () => {
  const pictures = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'));
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter((name) => !isWhole('image/webp', readFileSync(join(ASSETS, name))))).toEqual([]);
  expect(isWhole('image/png', Buffer.from(PIXEL_PNG))).toBe(true);
});

describe.each(PICTURES)('a %s', (_name, mime, bytes) => {
  test('is whole in pieces of any size, also with something behind its end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 6 }),
        fc.uint8Array({ maxLength: 20 }),
        (sizes, behind) => {
          const all = Buffer.concat([bytes, behind]);
          const picture = new WholePicture(mime);
          for (let at = 0, n = 0; at < all.length; n += 1)
            picture.see(all.subarray(at, (at += sizes[n % sizes.length]! * (all.length > 20_000 ? 50 : 1))));
          picture.end();
          return !picture.damaged;
        },
      ),
      { numRuns: 40 },
    );
  });

  test('cut off anywhere is damaged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (length) => !isWhole(mime, bytes.subarray(0, length))),
      { numRuns: 300 },
    );
  });
});

test('a single wrong bit anywhere in a PNG is found', () => {
  const bytes = png(64, 64);
  fc.assert(
    fc.property(fc.integer({ min: 8, max: bytes.length - 1 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
      const wrong = Buffer.from(bytes);
      wrong[at] = wrong[at]! ^ (1 << bit);
      return !isWhole('image/png', wrong);
    }),
    { numRuns: 500 },
  );
});

test.each<[string, FileMime, Buffer]>([
  [
    'a JPEG of zeroes behind its first segment',
    'image/jpeg',
    Buffer.concat([jpeg().subarray(0, 20_004), Buffer.alloc(500)]),
  ],
  [
    'a JPEG with a marker that there is none in its coded data',
    'image/jpeg',
    Buffer.concat([jpeg().subarray(0, -2), Buffer.from('ff0212ffd9', 'hex')]),
  ],
  ['a JPEG that ends before any picture', 'image/jpeg', Buffer.from('ffd8ffd9', 'hex')],
  [
    'a WebP of zeroes behind its head',
    'image/webp',
    Buffer.concat([photo.subarray(0, 40), Buffer.alloc(photo.length - 40)]).fill(0, 16, 30),
  ],
  ['a WebP without a picture', 'image/webp', Buffer.concat([Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')])],
])('%s is damaged', (_name, mime, bytes) => {
  expect(isWhole(mime, bytes)).toBe(false);
});

test('no bytes make it throw, and other types are not looked into', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom<FileMime>('image/png', 'image/jpeg', 'image/webp'),
      (bytes, mime) => {
        expect(typeof isWhole(mime, Buffer.from(bytes))).toBe('boolean');
        expect(
          typeof isWhole(
            mime,
            Buffer.concat([mime === 'image/jpeg' ? Buffer.from('ffd8', 'hex') : photo.subarray(0, 12), bytes]),
          ),
        ).toBe('boolean');
      },
    ),
    { numRuns: 500 },
  );
  expect([isWhole('video/mp4', mp4()), isWhole('application/pdf', pdf().subarray(0, 9))]).toEqual([true, true]);
});
