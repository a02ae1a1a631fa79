import { brotliDecompressSync } from 'node:zlib';

/*
 * WOFF 2.0 (W3C Recommendation) back to a plain TrueType file. The font packages carry WOFF2 alone, and a PDF embeds
 * TrueType; the library that subsets fonts for the PDF cannot read the transformed outlines of WOFF2.
 */

const KNOWN_TAGS = [
  'cmap',
  'head',
  'hhea',
  'hmtx',
  'maxp',
  'name',
  'OS/2',
  'post',
  'cvt ',
  'fpgm',
  'glyf',
  'loca',
  'prep',
  'CFF ',
  'VORG',
  'EBDT',
  'EBLC',
  'gasp',
  'hdmx',
  'kern',
  'LTSH',
  'PCLT',
  'VDMX',
  'vhea',
  'vmtx',
  'BASE',
  'GDEF',
  'GPOS',
  'GSUB',
  'EBSC',
  'JSTF',
  'MATH',
  'CBDT',
  'CBLC',
  'COLR',
  'CPAL',
  'SVG ',
  'sbix',
  'acnt',
  'avar',
  'bdat',
  'bloc',
  'bsln',
  'cvar',
  'fdsc',
  'feat',
  'fmtx',
  'fvar',
  'gvar',
  'hsty',
  'just',
  'lcar',
  'mort',
  'morx',
  'opbd',
  'prop',
  'trak',
  'Zapf',
  'Silf',
  'Glat',
  'Gloc',
  'Feat',
  'Sill',
];
const ARBITRARY_TAG = 63;
const HEADER_BYTES = 48;

class Reader {
  readonly bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  u8(): number {
    return this.bytes.readUInt8(this.at++);
  }
  u16(): number {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  }
  i16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }
  u32(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }
  take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  /** UIntBase128 */
  base128(): number {
    let value = 0;
    for (let i = 0; i < 5; i += 1) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new RangeError('WOFF2: a number of more than five bytes');
  }
  /** 255UInt16 */
  packed16(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 506;
    return code === 255 ? this.u8() + 253 : code;
  }
}

interface Table {
  tag: string;
  data: Buffer;
  transformed: boolean;
}

function readTables(file: Buffer): { flavor: number; tables: Table[] } {
  const head = new Reader(file);
  if (head.take(4).toString('latin1') !== 'wOF2') throw new RangeError('not a WOFF2 file');
  const flavor = head.u32();
  head.at += 4;
  const count = head.u16();
  head.at += 6;
  const compressed = head.u32();
  head.at = HEADER_BYTES;
  const entries = Array.from({ length: count }, () => {
    const flags = head.u8();
    const known = flags & 0x3f;
    const tag = known === ARBITRARY_TAG ? head.take(4).toString('latin1') : (KNOWN_TAGS[known] ?? '');
    const version = flags >> 6;
    const original = head.base128();
    // glyf and loca are transformed by version 0 and stored plainly by version 3; every other table the other way round.
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    return { tag, transformed, length: transformed ? head.base128() : original };
  });
  const stream = new Reader(brotliDecompressSync(file.subarray(head.at, head.at + compressed)));
  return {
    flavor,
    tables: entries.map(({ tag, transformed, length }) => ({ tag, transformed, data: stream.take(length) })),
  };
}

interface Outlines {
  glyf: Buffer;
  loca: Buffer;
  /** Left edge of every glyph, for an hmtx table that left it out. */
  xMins: number[];
  longOffsets: boolean;
}

/** Deltas of a point from the flag and its bytes (WOFF2 §5.2, table 3). */
function readPoint(flag: number, bytes: Reader): { dx: number; dy: number } {
  const sign = (bit: number, value: number): number => ((flag & bit) === 0 ? -value : value);
  const f = flag & 0x7f;
  if (f < 10) return { dx: 0, dy: sign(1, ((f & 14) << 7) + bytes.u8()) };
  if (f < 20) return { dx: sign(1, (((f - 10) & 14) << 7) + bytes.u8()), dy: 0 };
  if (f < 84) {
    const b0 = f - 20;
    const b1 = bytes.u8();
    return { dx: sign(1, 1 + (b0 & 0x30) + (b1 >> 4)), dy: sign(2, 1 + ((b0 & 0x0c) << 2) + (b1 & 0x0f)) };
  }
  if (f < 120) {
    const b0 = f - 84;
    return {
      dx: sign(1, 1 + (Math.trunc(b0 / 12) << 8) + bytes.u8()),
      dy: sign(2, 1 + (((b0 % 12) >> 2) << 8) + bytes.u8()),
    };
  }
  if (f < 124) {
    const b1 = bytes.u8();
    const b2 = bytes.u8();
    return { dx: sign(1, (b1 << 4) + (b2 >> 4)), dy: sign(2, ((b2 & 0x0f) << 8) + bytes.u8()) };
  }
  return { dx: sign(1, bytes.u16()), dy: sign(2, bytes.u16()) };
}

const i16 = (value: number): Buffer => {
  const b = Buffer.alloc(2);
  b.writeInt16BE(value);
  return b;
};
const u16 = (value: number): Buffer => {
  const b = Buffer.alloc(2);
  b.writeUInt16BE(value);
  return b;
};

const ON_CURVE = 1;

interface Streams {
  points: Reader;
  flags: Reader;
  glyphs: Reader;
  composites: Reader;
  boxes: Reader;
  instructions: Reader;
}

function simpleGlyph(contours: number, box: Buffer | null, s: Streams): { data: Buffer; xMin: number } {
  const ends: number[] = [];
  let total = 0;
  for (let c = 0; c < contours; c += 1) {
    total += s.points.packed16();
    ends.push(total - 1);
  }
  const flags = Buffer.alloc(total);
  const xs: Buffer[] = [];
  const ys: Buffer[] = [];
  let x = 0;
  let y = 0;
  const edge = { xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity };
  for (let p = 0; p < total; p += 1) {
    const flag = s.flags.u8();
    const { dx, dy } = readPoint(flag, s.glyphs);
    x += dx;
    y += dy;
    edge.xMin = Math.min(edge.xMin, x);
    edge.xMax = Math.max(edge.xMax, x);
    edge.yMin = Math.min(edge.yMin, y);
    edge.yMax = Math.max(edge.yMax, y);
    flags[p] = flag >> 7 === 0 ? ON_CURVE : 0;
    xs.push(i16(dx));
    ys.push(i16(dy));
  }
  const code = s.instructions.take(s.glyphs.packed16());
  const bounds = box ?? Buffer.concat([i16(edge.xMin), i16(edge.yMin), i16(edge.xMax), i16(edge.yMax)]);
  return {
    data: Buffer.concat([i16(contours), bounds, ...ends.map(u16), u16(code.length), code, flags, ...xs, ...ys]),
    xMin: bounds.readInt16BE(0),
  };
}

const MORE_COMPONENTS = 0x20;
const HAVE_INSTRUCTIONS = 0x100;

function compositeGlyph(box: Buffer, s: Streams): { data: Buffer; xMin: number } {
  const start = s.composites.at;
  let flags = MORE_COMPONENTS;
  let instructed = false;
  while (flags & MORE_COMPONENTS) {
    flags = s.composites.u16();
    instructed ||= (flags & HAVE_INSTRUCTIONS) !== 0;
    // Glyph number; both offsets as words or bytes; then no scale, one, two, or a matrix.
    s.composites.at += 2 + (flags & 0x01 ? 4 : 2) + (flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
  }
  const parts = s.composites.bytes.subarray(start, s.composites.at);
  const code = instructed ? s.instructions.take(s.glyphs.packed16()) : null;
  return {
    data: Buffer.concat([i16(-1), box, parts, ...(code ? [u16(code.length), code] : [])]),
    xMin: box.readInt16BE(0),
  };
}

/** The transformed glyf table (WOFF2 §5.1) as plain glyf and loca. */
function plainOutlines(data: Buffer): Outlines {
  const head = new Reader(data, 4);
  const count = head.u16();
  const longOffsets = head.u16() === 1;
  const sizes = Array.from({ length: 7 }, () => head.u32());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map(
    (size) => new Reader(head.take(size)),
  ) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader];
  const hasBox = boxes.take(((count + 31) >> 5) << 2);
  const streams: Streams = { points, flags, glyphs, composites, boxes, instructions };
  const written: Buffer[] = [];
  const offsets = [0];
  const xMins: number[] = [];
  let at = 0;
  for (let gid = 0; gid < count; gid += 1) {
    const n = contours.i16();
    const box = (hasBox.readUInt8(gid >> 3) & (0x80 >> (gid & 7))) === 0 ? null : boxes.take(8);
    const glyph =
      n === 0 ? null : n > 0 ? simpleGlyph(n, box, streams) : compositeGlyph(box ?? Buffer.alloc(8), streams);
    if (glyph) {
      const padding = (4 - (glyph.data.length % 4)) % 4;
      written.push(glyph.data, Buffer.alloc(padding));
      at += glyph.data.length + padding;
    }
    offsets.push(at);
    xMins.push(glyph?.xMin ?? 0);
  }
  const loca = Buffer.alloc(offsets.length * 4);
  offsets.forEach((offset, i) => loca.writeUInt32BE(offset, i * 4));
  return { glyf: Buffer.concat(written), loca, xMins, longOffsets };
}

/** The transformed hmtx table (WOFF2 §5.4): side bearings that equal the glyph's left edge were left out. */
function plainMetrics(data: Buffer, advances: number, xMins: readonly number[]): Buffer {
  const bytes = new Reader(data);
  const flags = bytes.u8();
  const widths = Array.from({ length: advances }, () => bytes.u16());
  const proportional = widths.map((_, gid) => (flags & 1 ? (xMins[gid] ?? 0) : bytes.i16()));
  const rest = xMins.slice(advances).map((xMin) => (flags & 2 ? xMin : bytes.i16()));
  return Buffer.concat([...widths.flatMap((w, gid) => [u16(w), i16(proportional[gid] ?? 0)]), ...rest.map(i16)]);
}

const pad4 = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

function writeSfnt(flavor: number, tables: { tag: string; data: Buffer }[]): Buffer {
  const sorted = tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(sorted.length, 4);
  let at = directory.length;
  sorted.forEach(({ tag, data }, i) => {
    const entry = 12 + i * 16;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(at, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    at += data.length + ((4 - (data.length % 4)) % 4);
  });
  return Buffer.concat([directory, ...sorted.map(({ data }) => pad4(data))]);
}

/** The TrueType file inside a WOFF2 file. Throws RangeError on anything else, and on a collection of fonts. */
export function trueTypeOf(woff2: Buffer): Buffer {
  const { flavor, tables } = readTables(woff2);
  const table = (tag: string): Table | undefined => tables.find((t) => t.tag === tag);
  const glyf = table('glyf');
  if (!glyf?.transformed) return writeSfnt(flavor, tables);
  const outlines = plainOutlines(glyf.data);
  const advances = table('hhea')?.data.readUInt16BE(34) ?? 0;
  return writeSfnt(
    flavor,
    tables.map(({ tag, data, transformed }) => {
      if (tag === 'glyf') return { tag, data: outlines.glyf };
      if (tag === 'loca') return { tag, data: outlines.loca };
      if (tag === 'hmtx' && transformed) return { tag, data: plainMetrics(data, advances, outlines.xMins) };
      if (tag !== 'head') return { tag, data };
      const head = Buffer.from(data);
      head.writeInt16BE(1, 50); // loca was written with long offsets
      return { tag, data: head };
    }),
  );
}
