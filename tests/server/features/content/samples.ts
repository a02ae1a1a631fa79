import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** Smallest files of each kind that their readers accept, and look-alikes. */

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const words = (...values: number[]) => {
  const b = Buffer.alloc(values.length * 4);
  values.forEach((v, i) => b.writeUInt32BE(v >>> 0, i * 4));
  return b;
};

/** An mp4 of `seconds` at `width` × `height`; `mediaBytes` of media lie before the index when `indexLast`. */
export function mp4({
  seconds = 6,
  width = 1080,
  height = 1920,
  brand = 'isom',
  indexLast = false,
  mediaBytes = 64,
} = {}): Buffer {
  const mvhd = box('mvhd', words(0, 0, 0, 1000, seconds * 1000), Buffer.alloc(80));
  const tkhd = box(
    'tkhd',
    words(0, 0, 0, 1, 0, seconds * 1000),
    Buffer.alloc(52),
    words(width * 65536, height * 65536),
  );
  const moov = box('moov', mvhd, box('trak', tkhd));
  const mdat = box('mdat', Buffer.alloc(mediaBytes, 7));
  const ftyp = box('ftyp', Buffer.from(brand, 'latin1'), words(512), Buffer.from('isomiso2', 'latin1'));
  return Buffer.concat(indexLast ? [ftyp, mdat, moov] : [ftyp, moov, mdat]);
}

export function png(width = 640, height = 800): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    return Buffer.concat([words(content.length), body, words(crc32(body))]);
  };
  const pixels = deflateSync(Buffer.alloc((1 + 3 * width) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([words(width, height), Buffer.from('0802000000', 'hex')])),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A WebP of one colour, with what `flags` announce. */
export function webp(width = 512, height = 512, flags = 0): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.from(`${type}    `, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length & 1)]);
  };
  const facts = Buffer.alloc(10);
  facts[0] = flags;
  facts.writeUIntLE(width - 1, 4, 3);
  facts.writeUIntLE(height - 1, 7, 3);
  const pixels = Buffer.from('2f0000000088880800', 'hex');
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), chunk('VP8X', facts), chunk('VP8L', pixels)]));
}

/** A grey JPEG whose size comes after `exifBytes` of camera data. */
export function jpeg(width = 1200, height = 900, exifBytes = 20_000): Buffer {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  };
  /** One code of one bit, for no change and for the end of a block. */
  const codes = (id: number) => Buffer.from([id, 1, ...Array<number>(15).fill(0), 0]);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const bits = Math.ceil(width / 8) * Math.ceil(height / 8) * 2;
  const pixels = Buffer.alloc(Math.ceil(bits / 8));
  if (bits % 8 > 0) pixels[pixels.length - 1] = 0xff >> (bits % 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, Buffer.alloc(exifBytes)),
    segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.concat([codes(0x00), codes(0x10)])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    pixels,
    Buffer.from('ffd9', 'hex'),
  ]);
}

export const pdf = (): Buffer =>
  Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'.padEnd(200, ' '), 'latin1');
export const svg = (): Buffer =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200, ' '));
export const webm = (): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa3', 'hex'),
    Buffer.from('\x01\x00\x00\x00\x00\x00\x00\x1fB\x86\x81\x01B\x82\x84webm', 'latin1'),
    Buffer.alloc(100),
  ]);
export const matroska = (): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa3', 'hex'),
    Buffer.from('\x01\x00\x00\x00\x00\x00\x00\x23B\x82\x88matroska', 'latin1'),
    Buffer.alloc(100),
  ]);
export const heic = (): Buffer => mp4({ brand: 'heic' });

/** A zip with these entries, empty or not, as office programs write them. */
export const office = (...names: string[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, new TextEncoder().encode('<x/>')]))));
export const docx = (): Buffer => office('[Content_Types].xml', '_rels/.rels', 'word/document.xml');
