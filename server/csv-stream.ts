import { Readable } from 'node:stream';
import { csvCell } from './core/csv.ts';

/** A file of lines whose cells are written already, streamed as they come. */
export function csvStream(header: readonly string[], lines: AsyncIterable<readonly string[]>): Readable {
  async function* text(): AsyncGenerator<string> {
    // Programs that guess the encoding guess right with a byte order mark.
    yield `\uFEFF${header.map(csvCell).join(',')}\r\n`;
    for await (const line of lines) yield `${line.join(',')}\r\n`;
  }
  return Readable.from(text(), { encoding: 'utf8', objectMode: false });
}
