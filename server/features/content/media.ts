import type { MediaFacts } from './rules.ts';
import type { AnyMime } from './schema.ts';

export const NO_FACTS: MediaFacts = { width: null, height: null, durationMs: null };

/** How much of a file's beginning is kept to look for a picture's size: camera JPEGs carry long EXIF blocks before it. */
export const HEAD_BYTES = 256 * 1024;

/** Reads `length` bytes from `start`; fewer at the end of the file. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>;

const size = (width: number, height: number): MediaFacts =>
  width > 0 && height > 0 ? { width, height, durationMs: null } : NO_FACTS;

function png(head: Buffer): MediaFacts {
  return head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR'
    ? size(head.readUInt32BE(16), head.readUInt32BE(20))
    : NO_FACTS;
}

function webp(head: Buffer): MediaFacts {
  if (head.length < 30) return NO_FACTS;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return size(1 + head.readUIntLE(24, 3), 1 + head.readUIntLE(27, 3));
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return size(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
    }
    case 'VP8 ':
      return size(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
    default:
      return NO_FACTS;
  }
}

/** Walks the segments up to the start-of-frame one; the markers 0xC4, 0xC8 and 0xCC are tables, not frames. */
function jpeg(head: Buffer): MediaFacts {
  let at = 2;
  while (at + 9 <= head.length) {
    if (head[at] !== 0xff) return NO_FACTS;
    const marker = head[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return size(head.readUInt16BE(at + 7), head.readUInt16BE(at + 5));
    at += 2 + head.readUInt16BE(at + 2);
  }
  return NO_FACTS;
}

interface Box {
  type: string;
  /** Where its content begins and the next box starts. */
  from: number;
  to: number;
}

async function boxAt(read: ReadAt, at: number, end: number): Promise<Box | null> {
  const head = await read(at, 16);
  if (head.length < 8) return null;
  const type = head.toString('latin1', 4, 8);
  const short = head.readUInt32BE(0);
  if (short === 1 && head.length === 16) {
    const long = Number(head.readBigUInt64BE(8));
    return long >= 16 ? { type, from: at + 16, to: at + long } : null;
  }
  if (short === 0) return { type, from: at + 8, to: end };
  return short >= 8 ? { type, from: at + 8, to: at + short } : null;
}

/** The first box of `type` between `from` and `to`; gives up after 200 boxes, since a hostile file may have millions. */
async function findBox(read: ReadAt, type: string, from: number, to: number): Promise<Box | null> {
  let at = from;
  for (let n = 0; n < 200 && at < to; n += 1) {
    const box = await boxAt(read, at, to);
    if (!box || box.type === type) return box;
    at = box.to;
  }
  return null;
}

/** Duration from `moov/mvhd`, size from the first track's `tkhd`; the boxes' headers are read, never the media. */
async function movie(read: ReadAt, fileSize: number): Promise<MediaFacts> {
  const moov = await findBox(read, 'moov', 0, fileSize);
  if (!moov) return NO_FACTS;
  const mvhd = await findBox(read, 'mvhd', moov.from, moov.to);
  let durationMs: number | null = null;
  if (mvhd) {
    const b = await read(mvhd.from, 32);
    const wide = b[0] === 1;
    if (b.length >= (wide ? 32 : 20)) {
      const scale = b.readUInt32BE(wide ? 20 : 12);
      const ticks = wide ? Number(b.readBigUInt64BE(24)) : b.readUInt32BE(16);
      const ms = scale > 0 ? Math.round((ticks / scale) * 1000) : 0;
      durationMs = ms > 0 && ms < 24 * 3_600_000 ? ms : null;
    }
  }
  const trak = await findBox(read, 'trak', moov.from, moov.to);
  const tkhd = trak && (await findBox(read, 'tkhd', trak.from, trak.to));
  if (!tkhd) return { ...NO_FACTS, durationMs };
  const b = await read(tkhd.from, 96);
  const at = b[0] === 1 ? 88 : 76;
  return b.length >= at + 8
    ? { ...size(b.readUInt32BE(at) >>> 16, b.readUInt32BE(at + 4) >>> 16), durationMs }
    : { ...NO_FACTS, durationMs };
}

/** Size of a picture from its first bytes, size and duration of an mp4 or QuickTime video by a few short reads. Never throws. */
export async function mediaFacts(mime: AnyMime, head: Buffer, fileSize: number, read: ReadAt): Promise<MediaFacts> {
  try {
    switch (mime) {
      case 'image/png':
        return png(head);
      case 'image/webp':
        return webp(head);
      case 'image/jpeg':
        return jpeg(head);
      case 'video/mp4':
      case 'video/quicktime':
        return await movie(read, fileSize);
      default:
        return NO_FACTS;
    }
  } catch {
    // A strange header is no reason to refuse a file that the reviewer can open.
    return NO_FACTS;
  }
}
