import { crc32, deflateSync } from 'node:zlib';
import { chance } from './random.ts';

const SIZE = 160;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8 + body.length);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), 4 + body.length);
  return out;
}

/** A PNG of two colours that depend on the name. */
export function pictureOf(name: string): Buffer {
  const colour = (which: string): number[] => [0, 1, 2].map((n) => 40 + Math.floor(190 * chance(name, which, n)));
  const [ground, shape] = [colour('ground'), colour('shape')];
  const radius = SIZE * (0.22 + 0.2 * chance(name, 'radius'));
  const row = (y: number): number[] => [
    0,
    ...Array.from({ length: SIZE }, (_, x) =>
      Math.hypot(x - SIZE / 2, y - SIZE / 2) < radius ? shape : ground,
    ).flat(),
  ];
  const pixels = Buffer.from(Array.from({ length: SIZE }, (_, y) => row(y)).flat());
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
