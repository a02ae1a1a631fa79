import { crc32 } from 'node:zlib';
import type { AnyMime } from './schema.ts';

class Damaged extends Error {}
const damaged = (): never => {
  throw new Damaged();
};

/** Asks for the file's next piece by yielding; null is its end. */
type Reading<T = void> = Generator<undefined, T, Buffer | null>;

const NOTHING = Buffer.alloc(0);

/** A file that arrives in pieces of any size. Where more is asked for than there is, it was cut off. */
class Pieces {
  #rest: Buffer = NOTHING;

  /** At least one byte, as many as are there, `most` at most. */
  *some(most: number): Reading<Buffer> {
    while (this.#rest.length === 0) this.#rest = (yield) ?? damaged();
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  *take(length: number): Reading<Buffer> {
    const parts: Buffer[] = [];
    yield* this.pass(length, (part) => parts.push(part));
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  *pass(length: number, see: (piece: Buffer) => void = () => {}): Reading {
    for (let left = length; left > 0;) {
      const piece = yield* this.some(left);
      see(piece);
      left -= piece.length;
    }
  }

  /** Everything up to the first byte of this value, which is taken, too. */
  *passThrough(value: number): Reading {
    for (;;) {
      const piece = yield* this.some(Number.MAX_SAFE_INTEGER);
      const at = piece.indexOf(value);
      if (at < 0) continue;
      this.#rest = piece.subarray(at + 1);
      return;
    }
  }
}

/** Every chunk has its checksum, the last one is IEND. */
function* png(file: Pieces): Reading {
  yield* file.take(8);
  for (let n = 0, pixels = 0; ; n += 1) {
    const head = yield* file.take(8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (length > 0x7fffffff || (n === 0 && (type !== 'IHDR' || length !== 13))) damaged();
    let sum = crc32(head.subarray(4));
    yield* file.pass(length, (piece) => (sum = crc32(piece, sum)));
    if ((yield* file.take(4)).readUInt32BE(0) !== sum) damaged();
    if (type === 'IDAT') pixels += length;
    if (type === 'IEND') return pixels > 0 ? undefined : damaged();
  }
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The marker that follows, without the bytes that fill up. */
function* marker(file: Pieces): Reading<number> {
  if ((yield* file.take(1))[0] !== 0xff) damaged();
  return yield* markerCode(file);
}
function* markerCode(file: Pieces): Reading<number> {
  for (;;) {
    const code = (yield* file.take(1))[0]!;
    if (code !== 0xff) return code;
  }
}

/** Segment follows segment; behind a scan's coded data, in which 0xFF stands only with 0x00 or a restart, stands the next one; the last is the end of the image. */
function* jpeg(file: Pieces): Reading {
  yield* file.take(2);
  let [frames, scans] = [0, 0];
  for (let code = yield* marker(file); ;) {
    if (code === 0xd9) return frames > 0 && scans > 0 ? undefined : damaged();
    if (code < 0xc0 || (code >= 0xd0 && code <= 0xd8)) damaged();
    const length = (yield* file.take(2)).readUInt16BE(0);
    if (length < 2) damaged();
    yield* file.pass(length - 2);
    if (isFrame(code)) frames += 1;
    if (code !== 0xda) {
      code = yield* marker(file);
      continue;
    }
    scans += 1;
    do {
      yield* file.passThrough(0xff);
      code = yield* markerCode(file);
    } while (code === 0 || (code >= 0xd0 && code <= 0xd7));
  }
}

/** The chunks fill what the file says is its size, and the coded picture begins as one. */
function* webp(file: Pieces): Reading {
  let left = (yield* file.take(12)).readUInt32LE(4) - 4;
  let pictures = 0;
  while (left > 0) {
    const head = yield* file.take(8);
    const size = head.readUInt32LE(4);
    left -= 8;
    if (size > left) damaged();
    const type = head.toString('latin1', 0, 4);
    const start = yield* file.take(Math.min(size, type === 'VP8 ' ? 10 : type === 'VP8L' ? 5 : 0));
    if (
      type === 'VP8 ' &&
      (start.length < 10 ||
        (start[0]! & 1) !== 0 ||
        start.readUIntBE(3, 3) !== 0x9d012a ||
        start.readUIntLE(0, 3) >> 5 >= size)
    )
      damaged();
    if (type === 'VP8L' && (start.length < 5 || start[0] !== 0x2f || start[4]! >> 5 !== 0)) damaged();
    if (['VP8 ', 'VP8L', 'ANMF'].includes(type)) pictures += 1;
    // Chunks begin at even places; some writers leave the last filling byte out.
    const padded = Math.min(size + (size & 1), left);
    yield* file.pass(padded - start.length);
    left -= padded;
  }
  if (pictures === 0) damaged();
}

const READERS: Partial<Record<AnyMime, (file: Pieces) => Reading>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
};

/**
 * Looks, while a picture passes by in pieces, whether it is whole: cut off or with broken parts it is not. It follows the
 * file's structure and checksums and decodes no pixels, so that it costs nearly nothing; what stands behind the picture's end
 * is not its own. Other types are taken as whole.
 */
export class WholePicture {
  readonly #reading: Reading | null;
  #state: 'open' | 'whole' | 'damaged' = 'open';

  constructor(mime: AnyMime) {
    this.#reading = READERS[mime]?.(new Pieces()) ?? null;
    if (!this.#reading) this.#state = 'whole';
    else this.#step(() => this.#reading!.next());
  }

  get damaged(): boolean {
    return this.#state === 'damaged';
  }

  see(piece: Buffer): void {
    if (this.#state === 'open' && piece.length > 0) this.#step(() => this.#reading!.next(piece));
  }

  /** After the last piece. */
  end(): void {
    if (this.#state === 'open') this.#step(() => this.#reading!.next(null));
  }

  #step(next: () => IteratorResult<undefined, void>): void {
    try {
      if (next().done) this.#state = 'whole';
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.#state = 'damaged';
    }
  }
}

export function isWhole(mime: AnyMime, bytes: Buffer): boolean {
  const picture = new WholePicture(mime);
  picture.see(bytes);
  picture.end();
  return !picture.damaged;
}
