import http from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodies, serverOptions, TIME_LIMITS } from '../../../server/http/time-limits.ts';

const LIMITS = { ...TIME_LIMITS, headersMs: 300, bodyMs: 400, stretchMs: 1_500, stretchBytes: 200 };
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ logger: false, ...serverOptions(LIMITS) });
  limitBodies(app, LIMITS);
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.post('/json', async (request) => request.body);
  app.post('/upload', { config: { bodyTime: 'while-it-comes' } }, async (request) => {
    let size = 0;
    for await (const chunk of request.body as AsyncIterable<Buffer>) size += chunk.length;
    return { size };
  });
  app.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => reply.raw.write(': ping\n\n'), 50);
    reply.raw.on('close', () => clearInterval(timer));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app?.close());

/** Sends a text and resolves once the server has hung up. */
const hungUp = (text: string, then?: (socket: Socket) => void): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      then?.(socket);
    });
    socket
      .on('error', () => {})
      .on('close', () => resolve())
      .resume();
  });
const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

test('a request whose headers or body never end is hung up on, however many there are', async () => {
  const halves = Array.from({ length: 300 }, (_, n) =>
    n % 3 === 0 ? 'POST /json HTTP/1.1\r\nhost: x\r\nx-half' : `${head('/json', 'application/json', 100)}{"a":`,
  );
  await Promise.all(halves.map((text) => hungUp(text)));
  expect(await new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))).toBe(0);
});

test('a body that dribbles in is hung up on, too: the time is for all of it', async () => {
  let timer: NodeJS.Timeout | undefined;
  await hungUp(head('/json', 'application/json', 100_000), (socket) => {
    timer = setInterval(() => socket.write(' '), 20);
  });
  clearInterval(timer);
});

test('an upload may take far longer than a body, for as long as it keeps coming', async () => {
  const chunk = Buffer.alloc(1_000);
  const begun = Date.now();
  const size = await new Promise<number>((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        path: '/upload',
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (part: Buffer) => (text += String(part)))
          .on('end', () => resolve((JSON.parse(text) as { size: number }).size));
      },
    );
    request.on('error', reject);
    const timer = setInterval(() => {
      request.write(chunk);
      if (Date.now() - begun < 3 * LIMITS.stretchMs) return;
      clearInterval(timer);
      request.end();
    }, 20);
  });
  expect(size).toBeGreaterThan(10_000);
}, 30_000);

test('an upload that stops coming is hung up on', async () => {
  await hungUp(`${head('/upload', 'application/octet-stream', 1_000_000)}some of it`);
});

test('answers that stay open are not cut', async () => {
  const begun = Date.now();
  const pings = await new Promise<number>((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: '/events' }, (answer) => {
      let count = 0;
      answer.on('data', () => {
        count += 1;
        if (Date.now() - begun < 4 * LIMITS.bodyMs) return;
        resolve(count);
        request.destroy();
      });
      answer.on('end', () => reject(new Error('the server ended it')));
    });
    request.on('error', reject);
  });
  expect(pings).toBeGreaterThan(1);
});
