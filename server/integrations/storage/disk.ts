import { createHash } from 'node:crypto';
import { createReadStream, promises as fs } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** Files in a folder; written beside their place and renamed, so a half-written file is never seen. */
export function createDiskStorage(dir: string): Storage {
  const at = (key: string) => {
    if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error(`bad storage key: ${key}`);
    return path.join(dir, key);
  };
  return {
    async put(key, body) {
      const target = at(key);
      const partial = `${target}.${process.pid}.part`;
      await fs.mkdir(path.dirname(target), { recursive: true });
      const hash = createHash('sha256');
      let size = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      // Opened before anything can fail: a stream that opens its file later may do so after it was cleared away.
      const file = await fs.open(partial, 'w');
      try {
        await pipeline(body, meter, file.createWriteStream());
        await fs.rename(partial, target);
      } catch (error) {
        await fs.rm(partial, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    async get(key, range) {
      await fs.access(at(key));
      return createReadStream(at(key), range);
    },
    async remove(key) {
      await fs.rm(at(key), { force: true });
    },
  };
}
