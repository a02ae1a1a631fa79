import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A smaller one fits into one packet anyway. */
const MIN_BYTES = 1024;
/** The step above compresses by another fifteenth and takes three times as long. */
const BROTLI_QUALITY = 9;
const AT_A_TIME = 8;

/**
 * Writes each text file of these folders once more compressed, as `<name>.br` and `<name>.gz` beside it, so that the server sends
 * it as it is (`server/http/client.ts`).
 */
export async function compressFiles(folders: readonly string[]): Promise<void> {
  const files = (
    await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder))
          .filter((name) => /\.(?:js|css|json|svg)$/u.test(name))
          .map((name) => join(folder, name)),
      ),
    )
  ).flat();
  const inTurn = files.values();
  const compressor = async (): Promise<void> => {
    for (const file of inTurn) {
      const content = await readFile(file);
      if (content.length < MIN_BYTES) continue;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await writeFile(`${file}.br`, await brotli(content, { params }));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, compressor));
}
