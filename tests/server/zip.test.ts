import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { zipOfParts, type ZipPart } from '../../server/zip.ts';

async function* broken(): AsyncGenerator<ZipPart> {
  yield { path: 'first.txt', compress: false, body: 'first' };
  throw new Error('the part cannot be read');
}

test('a part that cannot be read is an error for who reads the zip, and ends no process where it is not read', async () => {
  await expect(text(zipOfParts(broken()))).rejects.toThrow('the part cannot be read');
  const unread = zipOfParts(broken());
  await vi.waitUntil(() => unread.destroyed);
  expect(unread.errored?.message).toBe('the part cannot be read');
});
