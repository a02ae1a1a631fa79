/** One encoded picture of a video. */
export interface Sample {
  bytes: Uint8Array;
  key: boolean;
}

export interface Track {
  width: number;
  height: number;
  framesPerSecond: number;
  /** The decoder configuration record (`avcC`) of the H.264 stream. */
  avcc: Uint8Array;
  samples: readonly Sample[];
}

const TIMESCALE = 1000;

const u32 = (...values: number[]): Buffer => {
  const b = Buffer.alloc(values.length * 4);
  values.forEach((v, i) => b.writeUInt32BE(v >>> 0, i * 4));
  return b;
};
const u16 = (...values: number[]): Buffer => {
  const b = Buffer.alloc(values.length * 2);
  values.forEach((v, i) => b.writeUInt16BE(v, i * 2));
  return b;
};
const text = (s: string): Buffer => Buffer.from(s, 'latin1');

function box(type: string, ...content: (Buffer | Uint8Array)[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), text(type), body]);
}

const IDENTITY = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** A plain MP4 (ISO 14496-12/-14/-15) with one H.264 track and its index in front, so that it plays while it loads. */
export function muxMp4(track: Track): Buffer {
  const { width, height, samples } = track;
  const step = Math.round(TIMESCALE / track.framesPerSecond);
  const duration = step * samples.length;
  const ftyp = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  const avc1 = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', track.avcc),
  );
  const keys = samples.flatMap((s, i) => (s.key ? [i + 1] : []));
  const moov = (mediaAt: number): Buffer =>
    box(
      'moov',
      box(
        'mvhd',
        u32(0, 0, 0, TIMESCALE, duration, 0x10000),
        u16(0x100),
        Buffer.alloc(10),
        IDENTITY,
        Buffer.alloc(24),
        u32(2),
      ),
      box(
        'trak',
        box('tkhd', u32(3, 0, 0, 1, 0, duration), Buffer.alloc(16), IDENTITY, u32(width * 65536, height * 65536)),
        box(
          'mdia',
          box('mdhd', u32(0, 0, 0, TIMESCALE, duration), u16(0x55c4, 0)),
          box('hdlr', u32(0, 0), text('vide'), Buffer.alloc(12), text('video\0')),
          box(
            'minf',
            box('vmhd', u32(1), Buffer.alloc(8)),
            box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
            box(
              'stbl',
              box('stsd', u32(0, 1), avc1),
              box('stts', u32(0, 1, samples.length, step)),
              box('stss', u32(0, keys.length, ...keys)),
              box('stsc', u32(0, 1, 1, samples.length, 1)),
              box('stsz', u32(0, 0, samples.length, ...samples.map((s) => s.bytes.length))),
              box('stco', u32(0, 1, mediaAt)),
            ),
          ),
        ),
      ),
    );
  // The index says where the media begins, which depends on the index's own length alone.
  const mediaAt = ftyp.length + moov(0).length + 8;
  return Buffer.concat([ftyp, moov(mediaAt), box('mdat', ...samples.map((s) => s.bytes))]);
}
