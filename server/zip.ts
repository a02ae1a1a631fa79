import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipPart {
  path: string;
  at?: Date;
  /** Not what is packed already: pictures, videos, PDFs. */
  compress: boolean;
  body: Readable | Uint8Array | string;
}

/**
 * A zip made as fast as it is taken: the next part is asked for when the one before has gone out, so that no more than one
 * is in memory whatever their number. More than 4 GB are written as Zip64. A part that cannot be read ends the stream with
 * its error.
 */
export function zipOfParts(parts: AsyncIterable<ZipPart>): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let source: Readable | null = null;
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // Whoever takes it may go away in the middle; the file being read must not stay open then.
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
