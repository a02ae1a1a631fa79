import type { ReadAt } from './media.ts';
import { OFFICE_FOLDERS } from './rules.ts';
import type { AnyMime } from './schema.ts';

/** The record at a zip's end, with the longest comment behind it. */
const END_BYTES = 22 + 0xffff;
const MAX_DIRECTORY_BYTES = 1024 ** 2;

/** Names of the entries of a zip, from the directory at its end; none where there is no readable one. */
async function entryNames(size: number, read: ReadAt): Promise<string[]> {
  const from = Math.max(0, size - END_BYTES);
  const tail = await read(from, size - from);
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > tail.length) return [];
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (length > MAX_DIRECTORY_BYTES || start + length > from + end) return [];
  const directory = await read(start, length);
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const [name, extra, comment] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ];
    names.push(directory.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

/** Whether a stored zip holds the office document of its declared type, without macros. Other types are not checked. */
export async function isOfficeDocument(mime: AnyMime, size: number, read: ReadAt): Promise<boolean> {
  const folder = OFFICE_FOLDERS[mime];
  if (folder === undefined) return true;
  const names = await entryNames(size, read);
  return (
    names.includes('[Content_Types].xml') &&
    names.some((name) => name.startsWith(folder)) &&
    !names.some((name) => /vbaProject\.bin$/iu.test(name))
  );
}
