import { createHash } from 'node:crypto';
import { createReadStream, promises as fs } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../core/errors.ts';
import type { Storage } from './storage.ts';

/** Makes changes of a folder's entries durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function throwFull(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('file.no_room', { field: 'file' }) : error;
}

/** Files in a folder; written under a temporary name, synced and renamed, so that a partial file is never visible. */
export function createDiskStorage(dir: string): Storage {
  const at = (key: string) => {
    if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error(`bad storage key: ${key}`);
    return path.join(dir, key);
  };
  return {
    async put(key, body) {
      const target = at(key);
      const partial = `${target}.${process.pid}.part`;
      const folder = path.dirname(target);
      const made = await fs.mkdir(folder, { recursive: true }).catch(throwFull);
      const hash = createHash('sha256');
      let size = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      // Opened before anything can fail: a stream that opens its file later may do so after the file was deleted.
      const file = await fs.open(partial, 'w').catch(throwFull);
      try {
        await pipeline(body, meter, file.createWriteStream({ flush: true }));
        await fs.rename(partial, target);
        await syncFolder(folder);
        // A new folder is an entry of its parent, which needs a sync too.
        if (made !== undefined)
          for (let above = folder; above !== path.dirname(made); above = path.dirname(above))
            await syncFolder(path.dirname(above));
      } catch (error) {
        await fs.rm(partial, { force: true });
        return throwFull(error);
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
