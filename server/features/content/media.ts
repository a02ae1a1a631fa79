import { fileTypeFromBuffer } from 'file-type';
import { FILE_TYPES, isText, OFFICE_FOLDERS, plainType, type MediaFacts } from './rules.ts';
import type { AnyMime, FileMime } from './schema.ts';

export const NO_FACTS: MediaFacts = { width: null, height: null, durationMs: null };

/** Enough of a file's beginning to detect its type. */
export const SNIFF_BYTES = 4100;

/** The type that a file's first bytes show; null for anything we do not take. */
export async function typeOf(head: Uint8Array): Promise<FileMime | null> {
  const found = await fileTypeFromBuffer(head.subarray(0, SNIFF_BYTES));
  const mime = plainType(found?.mime ?? '');
  return mime in FILE_TYPES ? (mime as FileMime) : null;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/**
 * Whether a file that begins so can be of the type. Texts have no signature: they hold no NUL, which is checked in
 * every piece.
 */
export async function beginsAs(mime: AnyMime, head: Buffer): Promise<boolean> {
  if (mime in OFFICE_FOLDERS) return head.subarray(0, ZIP.length).equals(ZIP);
  const type = await typeOf(head);
  return isText(mime) ? type === null && !head.includes(0) : type === mime;
}

/** Reads `length` bytes from `start`; fewer at the end of the file. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>;

const size = (width: number, height: number): MediaFacts =>
  width > 0 && height > 0 ? { width, height, durationMs: null } : NO_FACTS;

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

/** Size and duration of an mp4 or QuickTime video by a few short reads; nothing of other types. Never refuses a file. */
export async function movieFacts(mime: AnyMime, fileSize: number, read: ReadAt): Promise<MediaFacts> {
  if (mime !== 'video/mp4' && mime !== 'video/quicktime') return NO_FACTS;
  try {
    return await movie(read, fileSize);
  } catch {
    // A strange header is no reason to refuse a file that the reviewer can open.
    return NO_FACTS;
  }
}
