import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { serialize } from '../../../server/core/wire.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDb, createPool } from '../../../db/client.ts';
import { buildClient } from '../../../scripts/lib/client-build.ts';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { buildApp } from '../../../server/app.ts';
import { createAuth, type Auth } from '../../../server/auth.ts';
import { readEnv } from '../../../server/env.ts';
import { createLiveBus, type LiveBus } from '../../../server/features/live/bus.ts';
import { createIntegrations } from '../../../server/integrations/create.ts';
import { createTestDatabase, testEnvironment, type TestDatabase } from '../../support/services.ts';
import { asMaintenance } from '../../../scripts/stack/postgres-roles.ts';

interface RunningApp {
  app: FastifyInstance;
  auth: Auth;
  origin: string;
  close(): Promise<void>;
}

let database: TestDatabase;
let pool: pg.Pool;
let live: LiveBus;
let plain: RunningApp;
let secure: RunningApp;

async function startApp(overrides: Record<string, string> = {}): Promise<RunningApp> {
  const { env: values } = await testEnvironment({ databases: database, temporalNamespace: 'unused', overrides });
  const env = readEnv(values);
  const log = pino({ level: 'silent' });
  const integrations = createIntegrations(env, log);
  const auth = createAuth(env, pool, integrations);
  const app = await buildApp({
    env,
    pool,
    log,
    db: createDb(pool),
    auth,
    integrations,
    live,
  });
  return {
    app,
    auth,
    origin: new URL(env.APP_URL).origin,
    async close() {
      await app.close();
      integrations.mailer.close();
    },
  };
}

beforeAll(async () => {
  if (!existsSync(join(projectRoot, 'dist/client/routes.json'))) await buildClient();
  database = await createTestDatabase('http_security');
  pool = createPool(database.DATABASE_URL, { max: 4 });
  live = createLiveBus(database.DATABASE_URL, pino({ level: 'silent' }));
  plain = await startApp();
  secure = await startApp({ APP_URL: 'https://sponsio.example' });
}, 180_000);

afterAll(async () => {
  await Promise.all([plain?.close(), secure?.close()]);
  await live?.close();
  await pool?.end();
  await database?.drop();
});

const SIGN_IN = '/api/auth/sign-in/email';
const json = (value: unknown) => ({ payload: JSON.stringify(value), headers: { 'content-type': 'application/json' } });
const post = (
  url: string,
  body: { payload?: string; headers?: Record<string, string> } = {},
  more: Record<string, string> = {},
  { app, origin } = plain,
) =>
  app.inject({
    method: 'POST',
    url,
    ...(body.payload === undefined ? {} : { payload: body.payload }),
    headers: { origin, ...body.headers, ...more },
  });
const get = (url: string, headers: Record<string, string> = {}) => plain.app.inject({ method: 'GET', url, headers });

let accounts = 0;
async function signUp(to = plain) {
  accounts += 1;
  const email = `portal${accounts}@test.example`;
  const answer = await post(
    '/api/auth/sign-up/email',
    json({ email, password: 'correct horse', name: 'Portal' }),
    {},
    to,
  );
  expect(answer.statusCode).toBe(200);
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  return {
    email,
    cookies,
    cookie: cookies.map((c) => c.split(';')[0]).join('; '),
    userId: answer.json<{ user: { id: string } }>().user.id,
  };
}

describe('a write', () => {
  const WRITES = [
    '/api/trpc/privacy.removeAvatar',
    '/api/auth/sign-out',
    '/api/files?submission=01980000-0000-7000-8000-000000000000',
  ];

  test.each([
    ['without an origin', {}],
    ['from another site', { origin: 'https://evil.example' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['that says the right origin but comes from another site', { origin: 'own', 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused with its code', async (_what, headers: Record<string, string>) => {
    const { cookie } = await signUp();
    for (const url of WRITES) {
      const sent = { ...headers, cookie, ...(headers['origin'] === 'own' ? { origin: plain.origin } : {}) };
      const answer = await plain.app.inject({
        method: 'POST',
        url,
        payload: '{}',
        headers: { 'content-type': 'application/json', ...sent },
      });
      expect([url, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([url, 403, 'request.origin']);
    }
  });

  test('is refused however its address is spelled', async () => {
    const { cookie } = await signUp();
    for (const url of [
      '/%61pi/trpc/privacy.removeAvatar',
      '/api/%74rpc/privacy.removeAvatar',
      '//api/trpc/privacy.removeAvatar',
      '/API/trpc/privacy.removeAvatar',
      '/api/trpc/privacy.removeAvatar/',
    ]) {
      const answer = await plain.app.inject({
        method: 'POST',
        url,
        payload: '{}',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example', cookie },
      });
      expect([url, answer.statusCode]).toEqual([url, 403]);
    }
  });

  test('passes from either spelling of this machine', async () => {
    const port = new URL(plain.origin).port;
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      expect(
        (await post('/api/trpc/privacy.removeAvatar', json(serialize(undefined)), { origin })).json<{
          error: { json: { message: string } };
        }>().error.json.message,
      ).toBe('auth.sign_in_required');
    }
  });

  test('never happens by reading', async () => {
    const { cookie } = await signUp();
    const answer = await get('/api/trpc/privacy.removeAvatar?input=%7B%7D', { cookie });
    expect(answer.statusCode).toBe(405);
  });

  test("to the webhooks needs no origin, but the provider's signature", async () => {
    for (const url of ['/webhooks/stripe', '/webhooks/stripe-connect']) {
      for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }] as Record<string, string>[]) {
        const answer = await plain.app.inject({
          method: 'POST',
          url,
          payload: '{"id":"evt_1"}',
          headers: { 'content-type': 'application/json', ...headers },
        });
        expect([url, answer.statusCode, answer.json()]).toEqual([url, 400, { received: false }]);
      }
    }
  });
});

describe('a body', () => {
  test('over 100 KiB is refused with its code; a webhook may have 512 KiB', async () => {
    const large = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(100 * 1024) });
    for (const url of ['/api/trpc/accounts.update', SIGN_IN]) {
      const answer = await post(url, { payload: large, headers: { 'content-type': 'application/json' } });
      expect([url, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([url, 413, 'request.too_large']);
    }
    const webhook = (size: number) =>
      plain.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        payload: 'x'.repeat(size),
        headers: { 'content-type': 'application/json' },
      });
    expect((await webhook(500 * 1024)).statusCode).toBe(400);
    expect((await webhook(513 * 1024)).statusCode).toBe(413);
  });

  test('that is not JSON is not read as if it were', async () => {
    const { cookie } = await signUp();
    const body = JSON.stringify(serialize({ displayName: 'Changed' }));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json\ta', '']) {
      const answer = await post(
        '/api/trpc/accounts.completeSignUp',
        { payload: body, headers: type ? { 'content-type': type } : {} },
        { cookie },
      );
      expect([type, [400, 415].includes(answer.statusCode)]).toEqual([type, true]);
    }
    const { email } = await signUp();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await post(SIGN_IN, {
        payload: `email=${encodeURIComponent(email)}&password=correct+horse`,
        headers: { 'content-type': type },
      });
      expect([type, answer.statusCode, answer.headers['set-cookie']]).toEqual([type, 415, undefined]);
    }
  });

  test('that is broken JSON is a coded refusal, not a failure', async () => {
    for (const url of ['/api/trpc/accounts.completeSignUp', SIGN_IN])
      expect((await post(url, { payload: '{"a":', headers: { 'content-type': 'application/json' } })).statusCode).toBe(
        400,
      );
  });
});

describe('a batch', () => {
  const batch = (calls: number, comma: string) =>
    `/api/trpc/${Array.from({ length: calls }, () => 'accounts.session').join(comma)}?batch=1&input=%7B%7D`;

  test('of ten calls is answered, of eleven refused, however the comma is spelled', async () => {
    for (const comma of [',', '%2C', '%2c']) {
      expect([comma, (await get(batch(10, comma))).statusCode]).toEqual([comma, 200]);
      expect([comma, (await get(batch(11, comma))).statusCode]).toEqual([comma, 400]);
    }
  });
});

describe('headers', () => {
  const ALWAYS = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  };

  test('stand on every kind of answer', async () => {
    const asset = /\/assets\/[\w.-]+\.js/.exec((await get('/')).body)?.[0];
    if (!asset) throw new Error('the shell names no script');
    const answers = {
      'the shell': await get('/'),
      'an unknown page': await get('/nowhere'),
      'a script': await get(asset),
      'a missing script': await get('/assets/gone.js'),
      'a sign of life': await get('/livez'),
      'a procedure': await get('/api/trpc/accounts.session'),
      'an unknown procedure': await get('/api/trpc/accounts.nothing'),
      'an unknown call': await get('/api/nothing'),
      'a refused write': await plain.app.inject({ method: 'POST', url: '/api/trpc/accounts.update' }),
      'a refused sign-in': await post(SIGN_IN, json({ email: 'nobody@test.example', password: 'wrong horse' })),
      'a refused webhook': await plain.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        payload: 'x',
        headers: { 'content-type': 'application/json' },
      }),
      'a file': await get('/files/01980000-0000-7000-8000-000000000000'),
      'a contract': await get('/files/contracts/01980000-0000-7000-8000-000000000000.pdf'),
      'a document': await get('/files/documents/01980000-0000-7000-8000-000000000000.pdf'),
      'an address that is none': await get('/%zz'),
      'a head': await plain.app.inject({ method: 'HEAD', url: '/' }),
    };
    for (const [what, { headers }] of Object.entries(answers)) {
      expect({ what, ...headers }).toMatchObject({
        what,
        ...ALWAYS,
        'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      });
      expect([what, headers['x-powered-by'], headers['server'], headers['access-control-allow-origin']]).toEqual([
        what,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test('a mistyped address that cannot be decoded is the 404 page; a program that sends one gets its code', async () => {
    const page = await get('/100%-off');
    expect([page.statusCode, page.headers['content-type'], page.body.includes('<div id="root">')]).toEqual([
      404,
      'text/html; charset=utf-8',
      true,
    ]);
    const call = await get('/api/trpc/%zz');
    expect([call.statusCode, call.json()]).toEqual([
      404,
      { error: 'not_found', requestId: call.headers['x-request-id'] },
    ]);
  });

  test('let nothing of an account be kept by the browser, only pictures and programs', async () => {
    const { cookie } = await signUp();
    const asset = /\/assets\/[\w.-]+\.js/.exec((await get('/')).body)?.[0] ?? '';
    const kept = async (url: string) => (await get(url, { cookie })).headers['cache-control'];
    for (const url of [
      '/api/trpc/accounts.session',
      '/api/trpc/security.overview',
      '/api/trpc/accounts.nothing',
      '/files/exports/01980000-0000-7000-8000-000000000000',
      '/%zz',
    ])
      expect([url, await kept(url)]).toEqual([url, 'no-store']);
    const portal = await post(SIGN_IN, json({ email: 'nobody@test.example', password: 'wrong horse' }));
    expect(portal.headers['cache-control']).toBe('no-store');
    expect([await kept('/dashboard'), await kept(asset)]).toEqual(['no-cache', 'public, max-age=31536000, immutable']);
  });

  test('the policy lets no page run what it was not given, be framed, or send forms elsewhere', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'nonce-[\w+/=]{20,}' 'strict-dynamic';/);
    for (const part of [
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
      "form-action 'self' ",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe-(inline|eval)|\*/);
  });

  test('each answer has a nonce of its own, on every script and style of the page', async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const { headers, body } = await get('/auth');
        const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
        expect(body).not.toContain('__CSP_NONCE__');
        const tags = body.match(/<(?:script|style|link rel="(?:stylesheet|modulepreload)")[^>]*>/g) ?? [];
        expect(tags.length).toBeGreaterThan(1);
        for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  test('over https the answer has HSTS; over http it has not', async () => {
    expect((await secure.app.inject('/')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
  });

  test('what was refused names a request id and nothing of the inside', async () => {
    const answer = await get('/api/trpc/escrow.deal?input=%7B%22json%22%3A%7B%22contractId%22%3A%22x%22%7D%7D');
    expect(answer.body).not.toMatch(/stack|node_modules|\.ts:|select /i);
    expect(answer.json<{ error: { json: { data: { requestId: string } } } }>().error.json.data.requestId).toBe(
      answer.headers['x-request-id'],
    );
  });
});

describe('an address', () => {
  test.each([
    '/',
    '/auth',
    '/auth/',
    '/campaigns',
    '/campaigns/01980000-0000-7000-8000-000000000000',
    '/smart-contracts/01980000-0000-7000-8000-000000000000',
    '/creator/maya',
    '/marketplace',
    '/p/verify',
  ])('%s is a page', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test.each([
    '/nowhere',
    '/campaigns/1/2',
    '/creator',
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/index.html',
    '/.vite/manifest.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ])('%s is none: 404 with the page that says so', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('__CSP_NONCE__');
    expect(answer.body).not.toContain('"dependencies"');
  });

  test('has the same answer for a HEAD request', async () => {
    const head = async (url: string) => (await plain.app.inject({ method: 'HEAD', url })).statusCode;
    expect([await head('/'), await head('/nowhere')]).toEqual([200, 404]);
  });

  test('takes its language from the address, then the cookie, then the browser; nonsense is English', async () => {
    const lang = async (url: string, headers: Record<string, string> = {}) =>
      /<html lang="(\w+)" dir="(\w+)"/
        .exec((await get(url, headers)).body)
        ?.slice(1)
        .join(' ');
    expect(await lang('/?lang=ar', { cookie: 'lang=fr' })).toBe('ar rtl');
    expect(await lang('/', { cookie: 'a=b; lang=fr', 'accept-language': 'es' })).toBe('fr ltr');
    expect(await lang('/', { 'accept-language': 'xx, pt-BR;q=0.8' })).toBe('pt ltr');
    for (const broken of ['lang=%E0%A4%A', 'lang="><script>', 'lang'])
      expect(await lang('/?lang=%3Cscript%3E', { cookie: broken })).toBe('en ltr');
  });
});

describe('the session cookie', () => {
  test('is out of reach for scripts and other sites, and carries the instance', async () => {
    const { cookies } = await signUp();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/; Path=\//i);
      expect(cookie).not.toMatch(/; Domain=/i);
    }
  });

  test('over https is bound to the host and never travels in the clear', async () => {
    const { cookies } = await signUp(secure);
    const session = cookies.find((c) => c.includes('session_token'));
    expect(session).toMatch(/^__Host-/);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Secure/i);
  });

  test('ends with the sign-out, also for a copy', async () => {
    const { cookie } = await signUp();
    const signedIn = async () =>
      (await get('/api/trpc/accounts.session', { cookie })).json<{ result: { data: { json: unknown } } }>().result.data
        .json !== null;
    expect(await signedIn()).toBe(true);
    await post('/api/auth/sign-out', {}, { cookie });
    expect(await signedIn()).toBe(false);
  });

  test('a made-up or altered one is anonymous', async () => {
    const { cookies } = await signUp();
    const [name = '', value = ''] = cookies
      .find((c) => c.includes('session_token'))!
      .split(';')[0]!
      .split('=');
    for (const forged of [
      `${name}=${'a'.repeat(32)}.${'b'.repeat(44)}`,
      `${name}=${value.slice(0, -4)}AAAA`,
      `${name}=`,
    ]) {
      expect(
        (await get('/api/trpc/accounts.session', { cookie: forged })).json<{ result: { data: { json: unknown } } }>()
          .result.data.json,
      ).toBeNull();
    }
  });

  test('is anonymous once its session has ended', async () => {
    const { cookie, userId } = await signUp();
    const session = async () =>
      (await get('/api/trpc/accounts.session', { cookie })).json<{ result: { data: { json: unknown } } }>().result.data
        .json;
    expect(await session()).not.toBeNull();
    await pool.query(`update auth."session" set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [
      userId,
    ]);
    expect(await session()).toBeNull();
  });

  test('is verified by the library once, and its session is read at every call', async () => {
    const { cookie, userId } = await signUp();
    const verify = vi.spyOn(plain.auth.api, 'getSession');
    const session = async () =>
      (await get('/api/trpc/accounts.session', { cookie })).json<{ result: { data: { json: unknown } } }>().result.data
        .json;
    for (let call = 0; call < 3; call += 1) expect(await session()).not.toBeNull();
    expect(verify).toHaveBeenCalledTimes(1);
    await pool.query(`delete from auth."session" where "userId" = $1`, [userId]);
    expect(await session()).toBeNull();
    expect(await session()).toBeNull();
    verify.mockRestore();
  });

  test('slides its session on once a day, and not at every call', async () => {
    const { cookie, userId } = await signUp();
    const endsIn = async (): Promise<number> =>
      (
        await pool.query<{ h: number }>(
          `select extract(epoch from "expiresAt" - now())::float8 / 3600 as h from auth."session" where "userId" = $1`,
          [userId],
        )
      ).rows[0]!.h;
    const left = (hours: number) =>
      pool.query(
        `update auth."session" set "expiresAt" = now() + make_interval(hours => $2::int) where "userId" = $1`,
        [userId, hours],
      );
    await left(6 * 24 + 1);
    expect((await get('/api/trpc/accounts.session', { cookie })).headers['set-cookie']).toBeUndefined();
    expect(await endsIn()).toBeLessThan(6 * 24 + 1.1);
    await left(6 * 24 - 1);
    const renewed = [(await get('/api/trpc/accounts.session', { cookie })).headers['set-cookie']].flat().join('\n');
    expect(await endsIn()).toBeGreaterThan(7 * 24 - 0.1);
    expect(renewed).toMatch(/session_token=.*Max-Age=604800/);
  });
});

describe('the portals', () => {
  test('staff sign in at their own portal only, and no other account does there; the answers are alike', async () => {
    const staff = await signUp();
    const member = await signUp();
    const owner = createPool(asMaintenance(database.DATABASE_OWNER_URL), { max: 1 });
    await owner.query(`insert into staff(user_id, display_name, role) values ($1, 'Sam', 'super')`, [staff.userId]);
    await owner.end();
    const tryPortal = async (
      email: string,
      portal: string,
      path = SIGN_IN,
      password = 'correct horse',
      cookie = '',
    ) => {
      const answer = await post(path, json({ email, password }), {
        ...(portal ? { 'x-sponsio-portal': portal } : {}),
        ...(cookie ? { cookie } : {}),
      });
      return [answer.statusCode, answer.statusCode === 200 ? '' : answer.body] as const;
    };
    const no = (left: number) => [
      401,
      JSON.stringify({
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: `Invalid email or password. ${left} attempts remaining.`,
        attemptsRemaining: left,
      }),
    ];
    expect(await tryPortal(staff.email, '')).toEqual(no(2));
    expect(await tryPortal(staff.email.toUpperCase(), '')).toEqual(no(1));
    expect(await tryPortal(member.email, 'admin')).toEqual(no(2));
    expect(await tryPortal(member.email, '', SIGN_IN, 'wrong horse')).toEqual(no(1));
    expect(await tryPortal('nobody.here@test.example', '')).toEqual(no(2));
    for (const path of [
      '/api/auth/sign-in/email/',
      '//api/auth//sign-in/email',
      '/api/auth/sign-in/%65mail',
      '/api/auth/./sign-in/email',
      '/api/auth/x/../sign-in/email',
      '/%61pi/auth/sign-in/email',
    ]) {
      const [status] = await tryPortal(staff.email, '', path);
      expect([path, status]).not.toEqual([path, 200]);
    }
    expect((await tryPortal(staff.email, 'admin', SIGN_IN, 'correct horse', staff.cookie))[0]).toBe(200);
    expect((await tryPortal(member.email, ''))[0]).toBe(200);
  });

  test('of the sign-in library nothing is reached but what the product uses, however it is spelled', async () => {
    const { cookie, email } = await signUp();
    const OFFERED = [
      '/sign-up/email',
      '/sign-in/email',
      '/sign-out',
      '/two-factor/enable',
      '/two-factor/generate-backup-codes',
      '/two-factor/verify-totp',
      '/two-factor/verify-backup-code',
      '/passkey/generate-register-options',
      '/passkey/verify-registration',
      '/passkey/generate-authenticate-options',
      '/passkey/verify-authentication',
      '/passkey/update-passkey',
    ];
    const { env: values } = await testEnvironment({ databases: database, temporalNamespace: 'unused' });
    const env = readEnv(values);
    const library = Object.values(
      createAuth(env, pool, createIntegrations(env, pino({ level: 'silent' }))).api as unknown as Record<
        string,
        { path?: string }
      >,
    ).flatMap(({ path }) => (path ? [path] : []));
    expect(library).toEqual(
      expect.arrayContaining([
        '/change-password',
        '/verify-password',
        '/reset-password',
        '/error',
        '/two-factor/disable',
        '/passkey/delete-passkey',
        ...OFFERED,
      ]),
    );
    const closed = [...new Set([...library, '/forget-password'])]
      .filter((path) => !OFFERED.includes(path))
      .map((path) => path.replace(/:\w+/u, 'x'));
    for (const path of closed) {
      const body = json({
        email,
        newEmail: 'other@test.example',
        currentPassword: 'correct horse',
        password: 'correct horse',
        newPassword: 'another horse',
        name: 'X',
        token: 'x',
      });
      for (const spelled of [
        path,
        `${path}/`,
        `/${path}`,
        path.replace(/\w/u, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
        `/sign-out/..${path}`,
      ]) {
        expect([spelled, (await post(`/api/auth${spelled}`, body, { cookie })).statusCode]).toEqual([spelled, 404]);
        expect([
          spelled,
          (await get(`/api/auth${spelled}?callbackURL=https://evil.example&error=x`, { cookie })).statusCode,
        ]).toEqual([spelled, 404]);
      }
    }
    expect((await get('/api/auth/sign-out', { cookie })).statusCode, 'by another method').toBe(404);
  });
});

describe('a signed-in user', () => {
  const finish = (cookie: string, input: object) =>
    post('/api/trpc/accounts.completeSignUp', json(serialize(input)), { cookie });

  test('finishes the sign-up once, however often the button is pressed', async () => {
    const { cookie, userId } = await signUp();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => finish(cookie, { displayName: 'Nadia Bell', userType: 'business' })),
    );
    expect(answers.map((a) => a.statusCode)).toEqual(answers.map(() => 200));
    const orgs = answers.map(
      (a) => a.json<{ result: { data: { json: { org: { id: string } } } } }>().result.data.json.org.id,
    );
    expect(new Set(orgs).size).toBe(1);
    const again = await finish(cookie, { displayName: 'Other', userType: 'influencer' });
    expect(again.json<{ result: { data: { json: object } } }>().result.data.json).toMatchObject({
      name: 'Nadia Bell',
      persona: 'brand',
      userId,
    });
  });

  test('gets an address of their own though another took the name, or a handle that reads like it', async () => {
    const [one, two, three] = [await signUp(), await signUp(), await signUp()];
    const named = async (cookie: string) =>
      (await finish(cookie, { displayName: 'Lea Moreau', userType: 'influencer' })).statusCode;
    expect(await named(one.cookie)).toBe(200);
    const rename = await post(
      '/api/trpc/creators.save',
      json(
        serialize({
          handle: 'lea.moreau2',
          headline: '',
          bio: '',
          city: null,
          country: null,
          niches: [],
          languages: [],
          platforms: [],
          rates: [],
        }),
      ),
      { cookie: one.cookie },
    );
    expect(rename.statusCode).toBe(200);
    expect(await Promise.all([named(two.cookie), named(three.cookie)])).toEqual([200, 200]);
  });

  test('is refused in an org that is not theirs, whatever org they name', async () => {
    const [own, theirs] = [await signUp(), await signUp()];
    await finish(own.cookie, { displayName: 'Mine', userType: 'business' });
    const foreign = (await finish(theirs.cookie, { displayName: 'Theirs', userType: 'business' })).json<{
      result: { data: { json: { org: { id: string } } } };
    }>().result.data.json.org.id;
    for (const org of [
      foreign,
      'x',
      `' or 1=1 --`,
      '01980000-0000-7000-8000-000000000000',
      `${foreign}, ${foreign}`,
      'x'.repeat(300),
    ]) {
      const answers = [
        await get('/api/trpc/accounts.session', { cookie: own.cookie, 'x-org': org }),
        await get(`/api/trpc/orgs.current?org=${encodeURIComponent(org)}`, { cookie: own.cookie }),
        await get('/files/01980000-0000-7000-8000-000000000000', { cookie: own.cookie, 'x-org': org }),
      ];
      for (const answer of answers)
        expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('org.unknown')]);
    }
    const twice = await get(`/api/trpc/orgs.current?org=${foreign}&org=x`, { cookie: own.cookie });
    expect([twice.statusCode, twice.body]).toEqual([403, expect.stringContaining('org.unknown')]);
    const acting = await get('/api/trpc/orgs.current', { cookie: own.cookie, 'x-acting-for': 'x'.repeat(300) });
    expect([acting.statusCode, acting.body]).toEqual([403, expect.stringContaining('acting.ended')]);
    const session = (await get('/api/trpc/accounts.session', { cookie: own.cookie })).json<{
      result: { data: { json: { org: { name: string }; orgs: object[] } } };
    }>().result.data.json;
    expect(session.org.name).toBe('Mine');
    expect(session.orgs).toHaveLength(1);
  });

  test('follows live what is theirs, and nothing else', async () => {
    const [own, theirs] = [await signUp(), await signUp()];
    for (const { cookie } of [own, theirs]) await finish(cookie, { displayName: 'Follower', userType: 'business' });
    for (const topic of [
      `user:${theirs.userId}`,
      'org:01980000-0000-7000-8000-000000000000',
      'contract:01980000-0000-7000-8000-000000000000',
      `contract:${'-'.repeat(36)}`,
      `offer:${'a'.repeat(36)}`,
    ]) {
      const input = encodeURIComponent(JSON.stringify(serialize({ topics: [topic] })));
      const answer = await get(`/api/trpc/live.events?input=${input}`, {
        cookie: own.cookie,
        accept: 'text/event-stream',
      });
      expect([topic, answer.body]).toEqual([topic, expect.stringContaining('not_found')]);
    }
  });
});
