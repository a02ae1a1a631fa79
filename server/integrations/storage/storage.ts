import type { Readable } from 'node:stream';

export interface Storage {
  /** Streams an object in; resolves with its size in bytes and hex SHA-256. A failed stream leaves nothing behind. Throws file.no_room where the disk or the bucket is full. */
  put(key: string, body: Readable, mime: string): Promise<{ size: number; sha256: string }>;
  /** Streams an object out, optionally a byte range (both ends inclusive). Throws when it is missing. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
}
