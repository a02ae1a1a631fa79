import { pino } from 'pino';
import { connect, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { createDb, createPool } from '../../../db/client.ts';
import { serialize } from '../../../server/core/wire.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileBodies } from '../../../scripts/sec/hostile-bodies.ts';
import { MAX_BATCH } from '../../../server/core/api-limits.ts';
import { newId } from '../../../server/core/ids.ts';
import { cookiesOf, PRODUCTION, startTestApp, startTestSite, type TestSite } from '../../support/http.ts';

const PASSWORD = 'sturdy-harbour-light';
let running: TestSite;
beforeAll(async () => {
  running = await startTestSite('inputs');
});
afterAll(() => running?.close());

const problemOf = async (payload: string, cookie = '') => {
  const answer = await running.app.inject({
    method: 'POST',
    url: '/api/trpc/privacy.confirmDeletion',
    payload,
    headers: { origin: running.origin, 'content-type': 'application/json', cookie },
  });
  const body = answer.json<{
    error?: { json: { message: string; data: { app: { data: { problem?: string } } | null } } };
  }>();
  return [answer.statusCode, body.error?.json.message, body.error?.json.data.app?.data.problem];
};

test('an annotated input is refused by its annotations, for any caller, before a field is checked', async () => {
  const annotated = (meta: object) => JSON.stringify({ json: { s: Array.from({ length: 9_000 }, (_, n) => n) }, meta });
  const references = { 's.8999': Array.from({ length: 3_000 }, (_, n) => `s.${n}`) };
  for (const meta of [
    { referentialEqualities: references },
    { values: { s: ['set'] } },
    { values: { s: ['set'] }, referentialEqualities: references },
    { values: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`s.${n}`, ['Date']])) },
  ]) {
    expect(await problemOf(annotated(meta))).toEqual([400, 'input.invalid', 'annotation']);
  }
});

test('an input wider than any form is refused before a schema reads each part', async () => {
  for (const parts of [
    Array.from({ length: 2_001 }, () => 0),
    Array.from({ length: 30_000 }, () => ({})),
    Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`k${n}`, 0])),
  ]) {
    expect(await problemOf(JSON.stringify({ json: { parts } }))).toEqual([400, 'input.invalid', 'width']);
  }
});

test('half of a surrogate pair is refused as bad input wherever it stands, in a value, a key or a name', async () => {
  for (const json of ['{"code":"\\ud800"}', '{"a":[{"b":"x\\udfffy"}]}', '{"\\udc00":1}'])
    expect(await problemOf(`{"json":${json}}`)).toEqual([400, 'input.invalid', 'surrogate']);
  expect(await problemOf('{"json":{"code":"\\ud83d\\ude00"}}'), 'a whole pair is a letter').not.toContain('surrogate');
  const answer = await running.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: '{"email":"half@test.example","password":"sturdy-harbour-light","name":"N\\ud800"}',
    headers: { origin: running.origin, 'content-type': 'application/json' },
  });
  expect(answer.statusCode).toBe(400);
});

test('every hostile body is answered as bad input, at each place that takes one', async () => {
  const { cookie } = await running.signUp('wide@test.example', PASSWORD, { userType: 'business', profile: true });
  const odd: unknown[] = [];
  for (const one of hostileBodies(200)) {
    const headers = {
      origin: running.origin,
      'content-type': 'application/json',
      'x-public-key': running.env.PUBLIC_KEY,
      ...(one.signedIn ? { cookie } : {}),
    };
    const { statusCode } = await running.app.inject({ method: 'POST', url: one.path, payload: one.payload, headers });
    if (statusCode < 400 || statusCode >= 500) odd.push([one.what, one.path, statusCode]);
  }
  expect(odd).toEqual([]);
});

test('an input deeper than any form, or with itself inside, is refused as bad input, with a message that reveals nothing of the program', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  // Each level names the one below twice: 2^40 places, were they read one by one.
  const doubled = {
    json: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`l${i}`, { a: 1 }])),
    meta: {
      referentialEqualities: Object.fromEntries(
        Array.from({ length: 39 }, (_, i) => [`l${i + 1}`, [`l${i}.a`, `l${i}.b`]]),
      ),
    },
  };
  const bodies = {
    deep: `{"json":${deep(45_000)}}`,
    'a little deep': `{"json":${deep(25)}}`,
    'itself inside': JSON.stringify({ json: { a: '1' }, meta: { referentialEqualities: [['a'], { a: ['b.c.d'] }] } }),
    doubled: JSON.stringify(doubled),
    'no number': JSON.stringify({ json: { displayName: 'x' }, meta: { values: { displayName: ['bigint'] } } }),
    nothing: 'null',
    'half of it': '{',
  };
  for (const [name, payload] of Object.entries(bodies)) {
    const answer = await running.app.inject({
      method: 'POST',
      url: '/api/trpc/privacy.confirmDeletion',
      payload,
      headers: { origin: running.origin, 'content-type': 'application/json' },
    });
    expect([name, answer.statusCode, answer.body]).toEqual([
      name,
      400,
      expect.stringContaining('"message":"input.invalid"'),
    ]);
  }
});

test('an unknown time zone never reaches a mail: the sign-up takes another one, a change is refused', async () => {
  const { cookie } = await running.signUp('zoned@test.example', PASSWORD);
  const made = await running.post(
    '/api/trpc/accounts.completeSignUp',
    serialize({ displayName: 'Zoe', userType: 'business', timeZone: 'Mars/Olympus' }),
    { headers: { cookie } },
  );
  expect(made.json<{ result: { data: { json: object } } }>().result.data.json).toMatchObject({
    timeZone: 'Europe/Paris',
  });
  const change = await running.post('/api/trpc/accounts.update', serialize({ timeZone: 'Mars/Olympus' }), {
    headers: { cookie },
  });
  expect([change.statusCode, change.body]).toEqual([400, expect.stringContaining('input.invalid')]);
});

test('a sign-up brings a mailbox, a name, a password and one of our kinds of account, and nothing else', async () => {
  const right = { email: 'climber@test.example', password: PASSWORD, name: 'C', userType: 'business' };
  for (const more of [
    { role: 'admin' },
    { id: 'chosen' },
    { emailVerified: true },
    { image: 'https://evil.example/pixel' },
    { userType: 'admin' },
    { name: 'x'.repeat(81) },
    { name: 'nul\0' },
    { email: `${'x'.repeat(250)}@test.example` },
  ]) {
    const answer = await running.post('/api/auth/sign-up/email', { ...right, ...more });
    expect([more, answer.statusCode]).toEqual([more, 400]);
  }
  const answer = await running.post('/api/auth/sign-up/email', right);
  expect(answer.statusCode).toBe(200);
  expect(await running.session(cookiesOf(answer))).toMatchObject({
    incomplete: true,
    emailVerified: false,
    staffRole: null,
    org: null,
  });
});

test('a passkey has a name of sixty characters at most, given by its owner alone', async () => {
  const [owner, stranger] = [
    await running.signUp('keys@test.example', PASSWORD),
    await running.signUp('stranger@test.example', PASSWORD),
  ];
  const id = newId();
  await sql`insert into auth."passkey"("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
    values (${id}, 'key', ${owner.userId}, ${id}, 0, 'singleDevice', false)`.execute(running.owner);
  const rename = async ({ cookie }: { cookie: string }, name: unknown) =>
    (await running.post('/api/auth/passkey/update-passkey', { id, name }, { headers: { cookie } })).statusCode;
  expect(await rename(owner, 'Studio laptop')).toBe(200);
  for (const name of ['x'.repeat(61), 'nul\0', 5, null]) expect([name, await rename(owner, name)]).toEqual([name, 400]);
  expect([401, 403, 404]).toContain(await rename(stranger, 'Mine now'));
  const { rows } = await sql<{ name: string }>`select "name" from auth."passkey" where "id" = ${id}`.execute(
    running.owner,
  );
  expect(rows).toEqual([{ name: 'Studio laptop' }]);
});

test('a request may call as many procedures at once as the browser sends, and no more', async () => {
  const sendCalls = (calls: number) =>
    running.app.inject({
      method: 'GET',
      url: `/api/trpc/${Array.from({ length: calls }, () => 'accounts.session').join()}?batch=1&input=${encodeURIComponent('{}')}`,
    });
  expect((await sendCalls(MAX_BATCH)).statusCode).toBe(200);
  expect((await sendCalls(MAX_BATCH + 1)).statusCode).toBe(400);
});

test('a body that never ends is hung up on, connections are bounded, and uploads have a time of their own', async () => {
  const busy = await startTestApp(running.database, {}, { bodyMs: 300, headersMs: 5_000 });
  try {
    await busy.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = busy.app.server.address() as AddressInfo;
    const half = (path: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(
            `POST ${path} HTTP/1.1\r\nhost: x\r\norigin: ${busy.origin}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"json":`,
          ),
        );
        socket
          .on('error', () => {})
          .on('close', () => resolve())
          .resume();
      });
    await Promise.all(
      [
        '/api/trpc/privacy.requestAccountDeletion',
        '/api/auth/sign-in/email',
        '/api/request-reset',
        '/webhooks/stripe',
        '/api/consent',
        '/nowhere',
      ].map(half),
    );
    expect(busy.app.server.maxConnections).toBe(5_000);
    expect(busy.app.server.timeout).toBe(120_000);
    expect(busy.app.server.headersTimeout).toBe(5_000);
    expect(busy.app.server.requestTimeout).toBe(0);
  } finally {
    await busy.close();
  }
});

test('documents in PDF are limited per minute and address, further requests are refused with a wait', async () => {
  const busy = await startTestApp(running.database, PRODUCTION);
  try {
    const statuses: Record<string, number> = {};
    for (let n = 0; n < 62; n += 1) {
      const { statusCode } = await busy.app.inject({
        url: `/files/contracts/${newId()}.pdf`,
        remoteAddress: '203.0.113.9',
      });
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 401: 60, 429: 2 });
    const refused = await busy.app.inject({ url: `/files/contracts/${newId()}.pdf`, remoteAddress: '203.0.113.9' });
    expect(refused.json()).toMatchObject({ error: 'rate.limited' });
    // Every other route of files has a limit as well: the header names it.
    const most = async (url: string) =>
      Number((await busy.app.inject({ url, remoteAddress: '203.0.113.11' })).headers['x-ratelimit-limit']);
    for (const url of [
      'documents/x.pdf',
      'addenda/x.pdf',
      'tax-report/2026.csv',
      'commissions/2026-11.csv',
      'commissions/2026-11.pdf',
      'earnings/2026.pdf',
      'reported-earnings/2026.pdf',
      'documents.csv',
      'money/payments.csv',
      'milestones/x',
      'deals/x',
      'document-exports/x',
      'exports/x',
      'imports/x',
      'event-logs/x.jsonl',
    ])
      expect([url, await most(`/files/${url}`)]).toEqual([url, 60]);
    for (const url of ['x', 'messages/x', 'disputes/x']) expect([url, await most(`/files/${url}`)]).toEqual([url, 240]);
    for (const url of ['avatars/x', 'ads/x', 'brands/x', 'portfolio/x', 'accounts/x'])
      expect([url, await most(`/files/${url}`)]).toEqual([url, 1_200]);
    const unlimited = busy.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .filter((line) => line.includes('files/') && line.includes('GET'));
    expect(unlimited).toHaveLength(24);
    expect(
      (await busy.app.inject({ url: `/files/contracts/${newId()}.pdf`, remoteAddress: '203.0.113.10' })).statusCode,
    ).toBe(401);
  } finally {
    await busy.close();
  }
});

test('a database without room refuses in words of its own, and what was there stays', async () => {
  const { cookie, userId } = await running.signUp('no.room@test.example', 'old-harbour-light', { profile: true });
  const tables = createDb(createPool(running.database.DATABASE_OWNER_URL, { max: 1 }));
  await sql`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    tables,
  );
  await sql`create trigger no_room before update on profiles for each row when (new.display_name = 'Too much') execute function no_room()`.execute(
    tables,
  );
  await tables.destroy();
  const save = (displayName: string) =>
    running.post(
      '/api/trpc/privacy.saveIdentity',
      { json: { displayName, locale: 'en', timeZone: 'Europe/Paris' } },
      { headers: { cookie } },
    );
  const refused = await save('Too much');
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    { error: { json: { data: { app: { code: 'service.no_room' } } } } },
  ]);
  expect(
    await running.owner
      .selectFrom('profiles')
      .select('display_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  ).toEqual({ display_name: 'Somebody' });
});

test('a request through a proxy that no setting names is warned about once; a named one is not', async () => {
  const warningsOf = async (TRUSTED_PROXIES: string) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const proxied = await startTestApp(running.database, { TRUSTED_PROXIES }, {}, log);
    try {
      for (let n = 0; n < 2; n += 1)
        await proxied.app.inject({ url: '/livez', headers: { 'x-forwarded-for': '203.0.113.9' } });
    } finally {
      await proxied.close();
    }
    return lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  };
  expect(await warningsOf('')).toHaveLength(1);
  expect(await warningsOf('127.0.0.1')).toEqual([]);
});
