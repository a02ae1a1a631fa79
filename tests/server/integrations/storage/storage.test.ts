import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, promises as fs, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDiskStorage } from '../../../../server/integrations/storage/disk.ts';
import { createS3Storage } from '../../../../server/integrations/storage/s3.ts';
import type { Storage } from '../../../../server/integrations/storage/storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'sponsio-storage-'));
const objects = new Map<string, Buffer>();
const uploads = new Map<string, Map<number, Buffer>>();
let largestRequest = 0;
let server: Server;
const stores: Record<string, Storage> = {};

/** As much of S3 as storing needs: objects, ranges, multipart uploads. */
async function answerAsS3(
  request: IncomingMessage,
): Promise<{ status: number; headers?: Record<string, string>; body?: string | Buffer }> {
  const url = new URL(request.url ?? '/', 'http://s3');
  const key = decodeURIComponent(url.pathname.slice('/bucket/'.length));
  const uploadId = url.searchParams.get('uploadId');
  const body = await buffer(request);
  largestRequest = Math.max(largestRequest, body.length);
  switch (`${request.method}${uploadId ? ' upload' : ''}`) {
    case 'POST': {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, new Map());
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    case 'PUT upload':
      uploads.get(uploadId!)!.set(Number(url.searchParams.get('partNumber')), body);
      return { status: 200, headers: { etag: `"${url.searchParams.get('partNumber')}"` } };
    case 'POST upload':
      objects.set(
        key,
        Buffer.concat([...uploads.get(uploadId!)!.entries()].sort(([a], [b]) => a - b).map(([, part]) => part)),
      );
      uploads.delete(uploadId!);
      return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
    case 'DELETE upload':
      uploads.delete(uploadId!);
      return { status: 204 };
    case 'PUT':
      if (key === 'work/full')
        return {
          status: 507,
          body: '<Error><Code>XMinioStorageFull</Code><Message>Storage backend has reached its minimum free drive threshold.</Message></Error>',
        };
      if (key === 'work/quota') return { status: 403, body: '<Error><Code>QuotaExceeded</Code></Error>' };
      if (key === 'work/denied') return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
      objects.set(key, body);
      return { status: 200, headers: { etag: '"1"' } };
    case 'DELETE':
      objects.delete(key);
      return { status: 204 };
    default: {
      const object = objects.get(key);
      if (!object) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
      const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
      return range
        ? { status: 206, body: object.subarray(Number(range[1]), Number(range[2]) + 1) }
        : { status: 200, body: object };
    }
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answerAsS3(request).then(({ status, headers = {}, body = '' }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stores.disk = createDiskStorage(folder);
  stores.s3 = createS3Storage({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'bucket',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['disk', 's3'])('%s storage', (name) => {
  test.each([0, 1, 70_000, 8 * 1024 ** 2, 20 * 1024 ** 2 + 17])(
    'keeps %d bytes and says their size and hash',
    async (length) => {
      const bytes = randomBytes(length);
      const chunks = Array.from({ length: Math.ceil(length / 50_000) }, (_, i) =>
        bytes.subarray(i * 50_000, (i + 1) * 50_000),
      );
      const key = `work/a/${name}-${length}`;
      expect(await stores[name]!.put(key, Readable.from(chunks), 'video/mp4')).toEqual({
        size: length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      expect((await buffer(await stores[name]!.get(key))).equals(bytes)).toBe(true);
      if (length > 100)
        expect(
          (await buffer(await stores[name]!.get(key, { start: 10, end: 19 }))).equals(bytes.subarray(10, 20)),
        ).toBe(true);
      await stores[name]!.remove(key);
      await stores[name]!.remove(key);
      await expect(stores[name]!.get(key)).rejects.toThrow();
    },
  );

  test.each([3, 30])('leaves nothing of a stream that breaks after %d MiB', async (mebibytes) => {
    const breaking = Readable.from(
      (async function* () {
        for (let i = 0; i < mebibytes; i += 1) yield randomBytes(1024 ** 2);
        throw new Error('the sender left');
      })(),
    );
    const key = `work/b/${name}-broken`;
    await expect(stores[name]!.put(key, breaking, 'video/mp4')).rejects.toThrow('the sender left');
    await expect(stores[name]!.get(key)).rejects.toThrow();
  });
});

test('S3 never gets, nor this process holds, more than one part at a time, and no upload stays open', () => {
  expect(largestRequest).toBe(8 * 1024 ** 2);
  expect(uploads.size).toBe(0);
  expect(readdirSync(join(folder, 'work', 'b'))).toEqual([]);
});

test('a full disk is reported as such, and leaves nothing behind', async () => {
  const full = join(folder, 'full');
  mkdirSync(join(full, 'work'), { recursive: true });
  // What is written there meets a device that is always full.
  symlinkSync('/dev/full', join(full, 'work', `x.${process.pid}.part`));
  const refused = createDiskStorage(full).put('work/x', Readable.from([randomBytes(1_000_000)]), 'image/png');
  await expect(refused).rejects.toMatchObject({ code: 'file.no_room', status: 507 });
  expect(readdirSync(join(full, 'work'))).toEqual([]);
});

test('a full bucket is reported as such; another refusal is not', async () => {
  const put = (key: string) => stores.s3!.put(key, Readable.from([randomBytes(1_000)]), 'image/png');
  await expect(put('work/full')).rejects.toMatchObject({ code: 'file.no_room', status: 507 });
  await expect(put('work/quota')).rejects.toMatchObject({ code: 'file.no_room' });
  await expect(put('work/denied')).rejects.toMatchObject({ name: 'AccessDenied' });
});

test('a file is durable before its name is: bytes are flushed, then renamed, then the folder is', async () => {
  const order: string[] = [];
  const open = fs.open.bind(fs);
  const opened = vi.spyOn(fs, 'open').mockImplementation(async (path, flags) => {
    const handle = await open(path, flags);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      order.push(String(path).endsWith('.part') ? 'file' : 'folder');
    };
    return handle;
  });
  const rename = fs.rename.bind(fs);
  const renamed = vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    order.push('rename');
  });
  try {
    await createDiskStorage(join(folder, 'durable')).put(
      'work/a/x',
      Readable.from([Buffer.from('bytes')]),
      'image/png',
    );
  } finally {
    opened.mockRestore();
    renamed.mockRestore();
  }
  expect(order.slice(0, 3)).toEqual(['file', 'rename', 'folder']);
});
