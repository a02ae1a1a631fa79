import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipPart {
  path: string;
  at?: Date;
  /** Not for files that are compressed already: pictures, videos, PDFs. */
  compress: boolean;
  body: Readable | Uint8Array | string;
}

/**
 * A streamed zip: each part is read when the one before has been sent, so that only one is in memory. More than 4 GB
 * are written as Zip64. A part that cannot be read ends the stream with its error.
 */
export function zipOfParts(parts: AsyncIterable<ZipPart>): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let source: Readable | null = null;
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // Who reads it gets the error; without a reader, as when a storage refuses at once, it would end the process.
  out.on('error', () => {});
  // When the client disconnects, the file being read is closed.
  out.on('close', () => source?.destroy());
  const pack = async () => {
    for await (const { path, at, compress, body } of parts) {
      source =
        body instanceof Readable
          ? body
          : Readable.from(
              typeof body === 'string'
                ? Buffer.from(body, 'utf8')
                : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
            );
      if (out.destroyed) return;
      zip.addReadStream(source, path, { compress, ...(at ? { mtime: at } : {}) });
      await finished(source, { writable: false });
    }
    zip.end();
  };
  pack().catch(fail);
  return out;
}
