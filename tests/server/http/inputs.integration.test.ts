import { sql } from 'kysely';
import superjson from 'superjson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../server/core/ids.ts';
import { cookiesOf, startTestSite, type TestSite } from '../../support/http.ts';

const PASSWORD = 'sturdy-harbour-light';
let running: TestSite;
beforeAll(async () => {
  running = await startTestSite('inputs');
});
afterAll(() => running?.close());

test('an input deeper than any form, or with itself inside, is refused as bad input, in words that tell nothing of the program', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  // Each level names the one below twice: 2^40 places, were they looked at one by one.
  const doubled = { json: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`l${i}`, { a: 1 }])), meta: { referentialEqualities: Object.fromEntries(Array.from({ length: 39 }, (_, i) => [`l${i + 1}`, [`l${i}.a`, `l${i}.b`]])) } };
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
    const answer = await running.app.inject({ method: 'POST', url: '/api/trpc/privacy.confirmDeletion', payload, headers: { origin: running.origin, 'content-type': 'application/json' } });
    expect([name, answer.statusCode, answer.body]).toEqual([name, 400, expect.stringContaining('"message":"input.invalid"')]);
  }
});

test('a time zone that nobody keeps never reaches a mail: the sign-up takes another one, a change is refused', async () => {
  const { cookie } = await running.signUp('zoned@test.example', PASSWORD);
  const made = await running.post('/api/trpc/accounts.completeSignUp', superjson.serialize({ displayName: 'Zoe', userType: 'business', timeZone: 'Mars/Olympus' }), { headers: { cookie } });
  expect(made.json<{ result: { data: { json: object } } }>().result.data.json).toMatchObject({ timeZone: 'Europe/Paris' });
  const change = await running.post('/api/trpc/accounts.update', superjson.serialize({ timeZone: 'Mars/Olympus' }), { headers: { cookie } });
  expect([change.statusCode, change.body]).toEqual([400, expect.stringContaining('input.invalid')]);
});

test('a sign-up brings a mailbox, a name, a password and one of our kinds of account, and nothing else', async () => {
  const right = { email: 'climber@test.example', password: PASSWORD, name: 'C', userType: 'business' };
  for (const more of [{ role: 'admin' }, { id: 'chosen' }, { emailVerified: true }, { image: 'https://evil.example/pixel' }, { userType: 'admin' }, { name: 'x'.repeat(81) }, { name: 'nul\0' }, { email: `${'x'.repeat(250)}@test.example` }]) {
    const answer = await running.post('/api/auth/sign-up/email', { ...right, ...more });
    expect([more, answer.statusCode]).toEqual([more, 400]);
  }
  const answer = await running.post('/api/auth/sign-up/email', right);
  expect(answer.statusCode).toBe(200);
  expect(await running.session(cookiesOf(answer))).toMatchObject({ unfinished: true, emailVerified: false, staffRole: null, org: null });
});

test('a passkey has a name of sixty characters at most, given by its owner alone', async () => {
  const [owner, stranger] = [await running.signUp('keys@test.example', PASSWORD), await running.signUp('stranger@test.example', PASSWORD)];
  const id = newId();
  await sql`insert into auth."passkey"("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
    values (${id}, 'key', ${owner.userId}, ${id}, 0, 'singleDevice', false)`.execute(running.owner);
  const rename = async ({ cookie }: { cookie: string }, name: unknown) => (await running.post('/api/auth/passkey/update-passkey', { id, name }, { headers: { cookie } })).statusCode;
  expect(await rename(owner, 'Studio laptop')).toBe(200);
  for (const name of ['x'.repeat(61), 'nul\0', 5, null]) expect([name, await rename(owner, name)]).toEqual([name, 400]);
  expect([401, 403, 404]).toContain(await rename(stranger, 'Mine now'));
  const { rows } = await sql<{ name: string }>`select "name" from auth."passkey" where "id" = ${id}`.execute(running.owner);
  expect(rows).toEqual([{ name: 'Studio laptop' }]);
});
