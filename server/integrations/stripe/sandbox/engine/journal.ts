import { createReadStream } from 'node:fs';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const NAME = 'journal.jsonl';

/**
 * An append-only file of JSON lines with group commit: lines written while a sync is under way share the next one.
 * A line that a crash cut off in the middle is the last one and was never acknowledged; reading skips it.
 */
export class Journal {
  readonly #path: string;
  readonly #sync: boolean;
  #file: FileHandle | null = null;
  #pending: string[] = [];
  #waiting: (() => void)[] = [];
  /** Waiters for the batch that is being written; null while nothing is written. */
  #inFlight: (() => void)[] | null = null;
  #draining = false;

  private constructor(path: string, sync: boolean) {
    this.#path = path;
    this.#sync = sync;
  }

  static async open(dir: string, sync: boolean): Promise<Journal> {
    await mkdir(dir, { recursive: true });
    return new Journal(join(dir, NAME), sync);
  }

  /** Every complete line of the file, oldest first; none when there is no file yet. */
  async *lines(): AsyncGenerator<unknown> {
    const stream = createReadStream(this.#path, 'utf8');
    try {
      for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
        let value: unknown;
        try {
          value = JSON.parse(line);
        } catch {
          return;
        }
        yield value;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      stream.destroy();
    }
  }

  /** Replaces the file by these lines, in one step that a crash cannot leave half done, and opens it for appending. */
  async rewrite(lines: Iterable<string>): Promise<void> {
    await this.settled();
    await this.#file?.close();
    const fresh = `${this.#path}.new`;
    const file = await open(fresh, 'w');
    let chunk = '';
    for (const line of lines) {
      chunk += `${line}\n`;
      if (chunk.length > 1 << 20) {
        await file.write(chunk);
        chunk = '';
      }
    }
    await file.write(chunk);
    await file.sync();
    await file.close();
    await rename(fresh, this.#path);
    this.#file = await open(this.#path, 'a');
  }

  append(line: string): void {
    this.#pending.push(line);
    // A disk error is left unhandled and ends the process: it must not continue without its journal.
    if (!this.#draining) void this.#drain();
  }

  /** Resolves once everything appended so far is on disk. */
  settled(): Promise<void> {
    const queue = this.#pending.length > 0 ? this.#waiting : this.#inFlight;
    return queue === null ? Promise.resolve() : new Promise((resolve) => queue.push(resolve));
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#file?.close();
    this.#file = null;
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    // One turn of the event loop lets requests that arrived together share a sync.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) {
      const batch = `${this.#pending.join('\n')}\n`;
      const served = this.#waiting;
      this.#inFlight = served;
      this.#pending = [];
      this.#waiting = [];
      if (this.#file === null) throw new Error('the journal is not open');
      await this.#file.write(batch);
      if (this.#sync) await this.#file.datasync();
      this.#inFlight = null;
      for (const wake of served) wake();
    }
    this.#draining = false;
  }
}
