import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Server as RawServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publisher, temporalVersion, type TemporalArchive } from '../../scripts/stack/temporal-archive.ts';
import { findTemporalBinary } from '../../scripts/stack/temporal-binary.ts';

const program = (text: string): string => `#!/bin/sh\necho ${text}\n`;

let folder: string;
let archive: Buffer;
let sha256: string;
let servers: (Server | RawServer)[] = [];
const open = new Set<Socket>();

beforeAll(() => {
  const packed = mkdtempSync(join(tmpdir(), 'sponsio-archive-'));
  writeFileSync(join(packed, 'temporal'), program('published'), { mode: 0o755 });
  writeFileSync(join(packed, 'LICENSE'), 'free\n');
  archive = execFileSync('tar', ['-czf', '-', '-C', packed, 'LICENSE', 'temporal']);
  sha256 = createHash('sha256').update(archive).digest('hex');
  rmSync(packed, { recursive: true });
});

/** A machine without Temporal whose Go compiler writes a program in an instant. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sponsio-machine-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'go'),
    `#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho built\\n' > "$2"
chmod 755 "$2"
`,
  );
  chmodSync(join(bin, 'go'), 0o755);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of open) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
  rmSync(folder, { recursive: true, force: true });
});

async function listen(server: Server | RawServer): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => open.add(socket.once('close', () => open.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The publisher on this machine. */
async function published(
  answer: RequestListener,
  more: Partial<TemporalArchive> = {},
): Promise<TemporalArchive & { requests: string[] }> {
  const requests: string[] = [];
  const port = await listen(
    createServer((request, response) => {
      requests.push(request.url ?? '');
      answer(request, response);
    }),
  );
  return { host: `http://127.0.0.1:${port}`, sha256, connectMs: 2_000, totalMs: 10_000, requests, ...more };
}
const whole: RequestListener = (_request, response) => response.end(archive);

/** What the program that was found prints, and what was reported on the way. */
async function found(from: TemporalArchive): Promise<{ prints: string; reports: string[] }> {
  const reports: string[] = [];
  const { path } = await findTemporalBinary((line) => reports.push(line), from);
  expect(path).toBe(join(folder, 'cache', 'sponsio', 'bin', `temporal-${temporalVersion}`));
  expect(existsSync(`${path}.new`)).toBe(false);
  return { prints: execFileSync(path, { encoding: 'utf8' }).trim(), reports };
}

describe('Temporal’s program', () => {
  test('is taken from the archive whose SHA-256 is known, and nothing is built', async () => {
    const from = await published(whole);
    const { prints, reports } = await found(from);
    expect(prints).toBe('published');
    expect(reports.join('\n')).not.toContain('building');
    expect(from.requests).toEqual([expect.stringContaining(`/cli/archive/v${temporalVersion}?platform=`)]);
    // The second start finds it without a request.
    expect((await found(from)).prints).toBe('published');
    expect(from.requests).toHaveLength(1);
  });

  test('is taken behind a redirect', async () => {
    const from = await published((request, response) =>
      request.url === '/assets/x' ? response.end(archive) : response.writeHead(302, { location: '/assets/x' }).end(),
    );
    expect((await found(from)).prints).toBe('published');
  });

  test.each<[string, RequestListener, Partial<TemporalArchive>]>([
    ['is another one than the published', whole, { sha256: 'a'.repeat(64) }],
    [
      'ends early',
      (_q, response) => response.writeHead(200, { 'content-length': archive.length }).end(archive.subarray(9)),
      {},
    ],
    ['arrives too slowly', (_q, response) => response.write(archive.subarray(0, 9)), { totalMs: 200 }],
    ['does not exist', (_q, response) => response.writeHead(404).end(), {}],
    ['redirects to itself', (request, response) => response.writeHead(302, { location: request.url }).end(), {}],
  ])('is built when the archive %s', async (_name, answer, more) => {
    const { prints, reports } = await found(await published(answer, more));
    expect(prints).toBe('built');
    expect(reports.map((line) => line.split(' ')[0])).toEqual(['fetching', 'building']);
  });

  test('is built when nothing listens at the archive’s host, and when a connection is never completed', async () => {
    const gone = await published(whole);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    expect((await found(gone)).prints).toBe('built');
    rmSync(join(folder, 'cache'), { recursive: true });

    const silent = await listen(createRawServer());
    const started = Date.now();
    const from = { host: `https://127.0.0.1:${silent}`, sha256, connectMs: 150, totalMs: 60_000 };
    expect((await found(from)).prints).toBe('built');
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  test('is built first where the archive’s SHA-256 is not known', async () => {
    const from = await published(whole, { sha256: undefined });
    expect((await found(from)).prints).toBe('built');
    expect(from.requests).toEqual([]);
  });

  test('that is neither published nor built is an error which names both', async () => {
    writeFileSync(join(folder, 'bin', 'go'), '#!/bin/sh\necho no space left\nexit 1\n');
    const from = await published(whole, { sha256: 'a'.repeat(64) });
    await expect(findTemporalBinary(() => {}, from)).rejects.toThrow(
      /is not the published one(.|\n)*no space left(.|\n)*temporal.*PATH/u,
    );
  });
});

test('the limits are three seconds to connect and sixty in all; the version is the one that Go builds', () => {
  expect(publisher).toMatchObject({ host: 'https://temporal.download', connectMs: 3_000, totalMs: 60_000 });
  expect(publisher.sha256 ?? '').toMatch(/^([0-9a-f]{64})?$/u);
  const module = readFileSync(new URL('../../scripts/temporal-cli/go.mod', import.meta.url), 'utf8');
  expect(module).toContain(`github.com/temporalio/cli v${temporalVersion}`);
});
