import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../db/client.ts';
import { buildApp } from '../../server/app.ts';
import { createAuth } from '../../server/auth.ts';
import { traced, tracedCalls } from '../../server/core/trace.ts';
import { readEnv } from '../../server/env.ts';
import { createLiveBus } from '../../server/features/live/bus.ts';
import { createIntegrations } from '../../server/integrations/create.ts';
import { startTelemetry, type Telemetry } from '../../server/telemetry.ts';
import { cookiesOf } from '../support/http.ts';
import { silentLog } from '../support/people.ts';
import { createTestDatabase, testEnvironment, type TestDatabase } from '../support/services.ts';
import { eventually } from '../support/worker.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number; message?: string };
}

const MAIL = 'maya@secret.example';
const received: SentSpan[] = [];
let bodies = '';
let collector: Server;
let telemetry: Telemetry;
let database: TestDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;
let origin: string;
let cookie: string;
let close: () => Promise<void>;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      bodies += text;
      const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      received.push(...body.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  telemetry = startTelemetry({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    serviceName: 'sponsio-test',
  });
  database = await createTestDatabase('telemetry');
  const { env: values } = await testEnvironment({ databases: database, temporalNamespace: 'unused' });
  const env = readEnv(values);
  origin = new URL(env.APP_URL).origin;
  const pool = createPool(env.DATABASE_URL, { max: 4 });
  const live = createLiveBus(env.DATABASE_URL, silentLog);
  const integrations = createIntegrations(env, silentLog);
  const db = createDb(pool);
  app = await buildApp({
    env,
    pool,
    log: silentLog,
    db,
    auth: createAuth(env, pool, integrations),
    integrations,
    live,
    observe: (fastify) => telemetry.watch(fastify),
  });
  const signUp = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { origin, 'content-type': 'application/json' },
    payload: JSON.stringify({ email: MAIL, password: 'correct horse', name: 'Maya Laurent' }),
  });
  cookie = cookiesOf(signUp);
  close = async () => {
    await app.close();
    integrations.mailer.close();
    await live.close();
    await pool.end();
  };
});
afterAll(async () => {
  await close?.();
  await telemetry?.stop();
  await database?.drop();
  await new Promise((resolve) => collector?.close(resolve));
});

const attributesOf = (span: SentSpan) =>
  Object.fromEntries(span.attributes.map((a) => [a.key, Object.values(a.value)[0]]));
const sent = (name: string) => eventually(name, async () => received.find((s) => s.name === name));

test('a request is one trace: the request, its procedure, its transactions', async () => {
  // Of a session that was not seen before it is noted, in a transaction, that it is in use.
  const answer = await app.inject({ method: 'GET', url: '/api/trpc/accounts.session', headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  const request = await sent('GET /api/trpc/:path');
  const procedure = await sent('procedure accounts.session');
  const transaction = await eventually('its transaction', async () =>
    received.find((s) => s.name === 'transaction' && s.parentSpanId === procedure.spanId),
  );
  expect(procedure.parentSpanId).toBe(request.spanId);
  expect(new Set([request, procedure, transaction].map((s) => s.traceId)).size).toBe(1);
  expect(attributesOf(request)).toMatchObject({
    'http.route': '/api/trpc/:path',
    'sponsio.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
  expect(Number(attributesOf(request)['http.response.status_code'])).toBe(200);
});

test('a refused write keeps its trace across the body that is read, and says its code', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/trpc/campaigns.saveDraft',
    headers: { cookie: 'any=1', origin, 'content-type': 'application/json' },
    payload: '{"json":{"title":"Secret launch"}}',
  });
  expect(answer.statusCode).toBe(401);
  const request = await eventually('the refused request', async () =>
    received.find((s) => s.name === 'POST /api/trpc/:path'),
  );
  const procedure = await eventually('the refused procedure', async () =>
    received.find((s) => s.name.startsWith('procedure') && s.parentSpanId === request.spanId),
  );
  expect(procedure.status).toMatchObject({ code: 2, message: 'auth.sign_in_required' });
});

test('a call to the provider is a child of its caller’s span, and a failing one records its kind only', async () => {
  const provider = tracedCalls('payments', {
    retrieve: async (id: string) => ({ id }),
    create: async () => {
      throw new TypeError('card of Maya Laurent refused');
    },
  });
  await traced('around', {}, () => provider.retrieve('pi_1'));
  await expect(provider.create()).rejects.toThrow('refused');
  const [parent, child, failed] = [
    await sent('around'),
    await sent('payments.retrieve'),
    await sent('payments.create'),
  ];
  expect(child.parentSpanId).toBe(parent.spanId);
  expect(failed.status).toMatchObject({ code: 2, message: 'TypeError' });
});

test('nothing about a person leaves', () => {
  expect(received.length).toBeGreaterThan(3);
  for (const secret of [MAIL, 'Maya', 'Secret launch']) expect(bodies).not.toContain(secret);
});

test('switched off, work runs as if there were no tracer', async () => {
  await telemetry.stop();
  expect(await traced('unseen', {}, async () => 7)).toBe(7);
  const plain = {};
  expect(tracedCalls('payments', plain)).toBe(plain);
});
