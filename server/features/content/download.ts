import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import type { Storage } from '../../integrations/storage/storage.ts';
import { approvedFiles, type ApprovedFileRow } from './queries/files.ts';
import { cleanName, distinctNames } from './rules.ts';

/** What was approved of a deal, or of one of its milestones. */
export type WorkScope = { contractId: string } | { milestoneId: string };

/** One entry of a zip: a stored file, or a text. */
export type ZipEntry = { path: string; at: Date } & ({ storageKey: string; size: number } | { text: string });

export interface ApprovedWork {
  /** Of the deal or the milestone; safe as a file name, without extension. */
  name: string;
  files: ApprovedFileRow[];
  entries: ZipEntry[];
}

/** The approved files of a deal or milestone with their captions, for its parties; not_found for others and where nothing is approved. */
export async function approvedWork(ctx: OrgContext, scope: WorkScope): Promise<ApprovedWork> {
  const files = await withTx(ctx, (tx) => approvedFiles(tx.db, { orgId: tx.actor.orgId, ...scope }));
  const [first] = files;
  if (!first) throw new AppError('not_found');
  const whole = 'contractId' in scope;
  const folder = (row: ApprovedFileRow) =>
    whole ? `${String(row.seq).padStart(2, '0')} ${folderName(row.milestoneTitle)}/` : '';
  const parts = [...new Set(files.map((row) => row.seq))].map((seq) => files.filter((row) => row.seq === seq));
  const entries = parts.flatMap((part): ZipEntry[] => {
    const { caption, decidedAt: at } = part[0]!;
    const names = distinctNames([...part.map((row) => cleanName(row.name)), ...(caption ? ['caption.txt'] : [])]);
    const stored = part.map((row, i): ZipEntry => ({
      path: folder(row) + names[i]!,
      at,
      storageKey: row.storageKey,
      size: row.size,
    }));
    return caption ? [...stored, { path: folder(part[0]!) + names.at(-1)!, at, text: caption }] : stored;
  });
  return { name: folderName(whole ? first.dealTitle : first.milestoneTitle), files, entries };
}

const folderName = (title: string): string => cleanName(title.replace(/[/\\]/g, '-')).replace(/\.+$/, '');

/**
 * A zip streamed as fast as the client reads: one stored file is open at a time and nothing is compressed, for pictures
 * and videos already are. More than 4 GB are written as Zip64. `size` is the length in bytes of the whole.
 */
export function zipOf(storage: Storage, entries: readonly ZipEntry[]): Promise<{ stream: Readable; size: number }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let open: Readable | null = null;
  zip.on('error', (error: Error) => stream.destroy(error));
  // The client may disconnect during the download; the file being read must not stay open then.
  stream.on('close', () => open?.destroy());
  for (const entry of entries) {
    const options = { mtime: entry.at, compress: false };
    if ('text' in entry) zip.addBuffer(Buffer.from(entry.text, 'utf8'), entry.path, options);
    else {
      zip.addReadStreamLazy(entry.path, { ...options, size: entry.size }, (cb) => {
        storage.get(entry.storageKey).then(
          (source) => {
            open = source;
            if (stream.destroyed) source.destroy();
            else cb(null, source);
          },
          (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
        );
      });
    }
  }
  // The size is passed to the callback, as its manual says; its types do not name it.
  return new Promise((resolve) =>
    zip.end(undefined, (...known: unknown[]) => resolve({ stream, size: Number(known[0]) })),
  );
}
