import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { CodePurpose } from '../../../server/features/accounts/codes.ts';
import { USER_TYPES } from '../../../server/features/accounts/schema.ts';
import { cookiesOf, PRODUCTION, startTestApp, startTestSite, type TestSite } from '../../support/http.ts';

let running: TestSite;
let owner: TestSite['owner'];

beforeAll(async () => {
  running = await startTestSite('public_calls');
  ({ owner } = running);
});
afterAll(() => running?.close());

const OLD = 'old-harbour-light';
const NEW = 'new-harbour-light';
let people = 0;
const freshMailbox = () => `caller${(people += 1)}@test.example`;

const signUp = (options: Parameters<TestSite['signUp']>[2] = {}) => running.signUp(freshMailbox(), OLD, { profile: true, ...options });
const codeFor = (email: string, purpose: CodePurpose) => running.codeFor(email, purpose);
const other = (code: string) => (code === '000000' ? '111111' : '000000');
const signIn = (email: string, password: string) => running.post('/api/auth/sign-in/email', { email, password });
const session = (cookie: string) => running.session(cookie);
const wallTime = async <T>(act: Promise<T>): Promise<{ answer: T; ms: number }> => {
  const since = performance.now();
  const answer = await act;
  return { answer, ms: performance.now() - since };
};

describe('verifying an account', () => {
  test.each(USER_TYPES)('by the right code needs no session and says which kind of account it is: %s', async (userType) => {
    const { email, userId, cookie } = await signUp({ userType });
    const answer = await running.post('/api/verify-account', { email: ` ${email.toUpperCase()} `, code: await codeFor(email, 'verify') });
    expect([answer.statusCode, answer.json()]).toEqual([200, { user_type: userType }]);
    const profile = await owner.selectFrom('profiles').select('email_verified_at').where('id', '=', userId).executeTakeFirstOrThrow();
    expect(profile.email_verified_at).toBeInstanceOf(Date);
    // Whoever signed up a moment ago stays signed in and keeps the password.
    expect(await session(cookie)).not.toBeNull();
    expect((await signIn(email, OLD)).statusCode).toBe(200);
  });

  test('with wrong digits is refused in the same words for every mailbox, and says nothing about the account', async () => {
    const { email } = await signUp();
    const code = await codeFor(email, 'verify');
    const answers = [];
    for (const mailbox of [email, email, email, email, freshMailbox()]) answers.push(await running.post('/api/verify-account', { email: mailbox, code: other(code) }));
    expect(new Set(answers.map((a) => JSON.stringify({ ...a.json<object>(), requestId: '', status: a.statusCode }))).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ code: 'auth.code_invalid' });
    // Three tries used it up, which only its digits reveal.
    expect((await running.post('/api/verify-account', { email, code })).json()).toMatchObject({ code: 'auth.code_tries' });
  });

  test('is still possible when the profile was never made, and the profile made later finds it done', async () => {
    const { email, cookie } = await signUp({ profile: false });
    expect((await running.post('/api/resend-verification', { email })).json()).toEqual({ ok: true });
    expect((await running.post('/api/verify-account', { email, code: await codeFor(email, 'verify') })).json()).toEqual({ user_type: 'influencer' });
    const done = await running.post('/api/trpc/accounts.completeSignUp', { json: { displayName: 'Caller', userType: 'influencer' } }, { headers: { cookie } });
    expect(done.json()).toMatchObject({ result: { data: { json: { emailVerified: true } } } });
  });

  test('is possible also when somebody had asked for codes to the mailbox before it signed up', async () => {
    const { email, cookie } = await signUp({ profile: false });
    expect((await running.post('/api/resend-verification', { email })).json()).toEqual({ ok: true });
    const done = await running.post('/api/trpc/accounts.completeSignUp', { json: { displayName: 'Caller', userType: 'influencer' } }, { headers: { cookie } });
    expect([done.statusCode, done.json()]).toMatchObject([200, { result: { data: { json: { emailVerified: false } } } }]);
    expect((await running.post('/api/verify-account', { email, code: await codeFor(email, 'verify') })).statusCode).toBe(200);
  });

  test('a day later from elsewhere takes away a password that somebody else may have chosen', async () => {
    const { email, userId, cookie } = await signUp();
    await sql`update auth."user" set "createdAt" = now() - interval '25 hours' where "id" = ${userId}`.execute(owner);
    const fromHere = await signUp();
    await sql`update auth."user" set "createdAt" = now() - interval '25 hours' where "id" = ${fromHere.userId}`.execute(owner);

    expect((await running.post('/api/verify-account', { email, code: await codeFor(email, 'verify') })).statusCode).toBe(200);
    expect(await session(cookie)).toBeNull();
    expect((await signIn(email, OLD)).statusCode).toBe(401);
    await running.post('/api/request-reset', { email });
    expect((await running.post('/api/confirm-reset', { email, code: await codeFor(email, 'reset'), new_password: NEW })).json()).toEqual({ ok: true });
    expect((await signIn(email, NEW)).statusCode).toBe(200);

    expect((await running.post('/api/verify-account', { email: fromHere.email, code: await codeFor(fromHere.email, 'verify') }, { headers: { cookie: fromHere.cookie } })).statusCode).toBe(200);
    expect((await signIn(fromHere.email, OLD)).statusCode).toBe(200);
  });
});

describe('asking for a code', () => {
  test.each(['request-reset', 'resend-verification'])('%s takes a second and answers the same for an account, no account, and too soon again', async (name) => {
    const { email } = await signUp();
    if (name === 'resend-verification') await owner.updateTable('one_time_codes').set({ created_at: new Date(Date.now() - 120_000) }).where('email', '=', email).execute();
    const nobody = freshMailbox();
    for (const [expected, round] of [[200, 1], [429, 2]] as const) {
      const [known, unknown] = await Promise.all([wallTime(running.post(`/api/${name}`, { email })), wallTime(running.post(`/api/${name}`, { email: nobody }))]);
      expect([round, known.answer.statusCode, unknown.answer.statusCode]).toEqual([round, expected, expected]);
      const body = ({ answer }: typeof known) => ({ ...answer.json<{ data?: { seconds: number } }>(), data: null, requestId: null, error: null });
      expect(body(known)).toEqual(body(unknown));
      // Timers may fire a moment early.
      expect(Math.min(known.ms, unknown.ms)).toBeGreaterThanOrEqual(990);
    }
  });
});

describe('a new password', () => {
  test('ends every session, proves the mailbox and replaces the old password', async () => {
    const { email, cookie, userId } = await signUp();
    const second = cookiesOf(await signIn(email, OLD));
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    expect((await running.post('/api/confirm-reset', { email, code, new_password: NEW })).json()).toEqual({ ok: true });
    expect([await session(cookie), await session(second)]).toEqual([null, null]);
    expect((await signIn(email, OLD)).statusCode).toBe(401);
    expect((await signIn(email, NEW)).statusCode).toBe(200);
    expect((await owner.selectFrom('profiles').select('email_verified_at').where('id', '=', userId).executeTakeFirstOrThrow()).email_verified_at).toBeInstanceOf(Date);
    expect((await running.post('/api/confirm-reset', { email, code, new_password: 'another-harbour' })).json()).toMatchObject({ code: 'auth.code_invalid' });
    const acts = await owner.selectFrom('audit_log').select('action').where('target', '=', `user:${userId}`).orderBy('id').execute();
    expect(acts.map((a) => a.action)).toEqual(['account.created', 'account.password_reset']);
  });

  test('is told to the owner of the mailbox, a refused one is not', async () => {
    const { email } = await signUp();
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    const told = async () => (await owner.selectFrom('mails').select('to_address').where('template', '=', 'password_changed').where('to_address', '=', email).execute()).length;
    await running.post('/api/confirm-reset', { email, code, new_password: 'short77' });
    expect(await told()).toBe(0);
    expect((await running.post('/api/confirm-reset', { email, code, new_password: NEW })).statusCode).toBe(200);
    expect(await told()).toBe(1);
  });

  test('that is refused does not use up the code', async () => {
    const { email } = await signUp();
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    for (const [password, refusal] of [['short77', 'auth.password_short'], ['password1', 'auth.weak_password'], ['zzzzzzzzzz', 'auth.weak_password'], [email, 'auth.password_personal'], ['caller99', 'auth.password_personal'], ['short77', 'auth.password_short']] as const) {
      const answer = await running.post('/api/confirm-reset', { email, code, new_password: password });
      expect([password, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([password, 422, refusal]);
    }
    expect((await running.post('/api/confirm-reset', { email, code, new_password: NEW })).statusCode).toBe(200);
  });

  test('of twelve characters is asked of staff', async () => {
    const { email, userId } = await signUp({ profile: false });
    await owner.insertInto('staff').values({ user_id: userId, display_name: 'Sam', role: 'support' }).execute();
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    expect((await running.post('/api/confirm-reset', { email, code, new_password: 'harbour-11x' })).json()).toMatchObject({ code: 'auth.password_short', data: { min: 12 } });
    expect((await running.post('/api/confirm-reset', { email, code, new_password: 'harbour-12xy' })).statusCode).toBe(200);
  });
});

describe('a refusal', () => {
  test('is worded in the language of the reader and carries its code', async () => {
    const ask = (headers: Record<string, string>, query = '') => running.post(`/api/verify-account${query}`, { email: freshMailbox(), code: '123456' }, { headers });
    const [english, french, arabic] = await Promise.all([ask({}), ask({ 'accept-language': 'fr-CA, en;q=0.5' }), ask({ 'accept-language': 'fr' }, '?lang=ar')]);
    const said = [english, french, arabic].map((a) => a.json<{ error: string; code: string }>());
    expect(said.map((s) => s.code)).toEqual(Array.from({ length: 3 }, () => 'auth.code_invalid'));
    expect(said[1]?.error).toContain('Ce code');
    expect(said[2]?.error).toMatch(/\p{Script=Arabic}/u);
  });

  test('meets who brings no key, another key, a foreign page', async () => {
    const ask = (headers: Record<string, string>) => running.app.inject({ method: 'POST', url: '/api/verify-account', payload: { email: 'a@b.example', code: '123456' }, headers });
    const key = { 'x-public-key': running.env.PUBLIC_KEY };
    expect([(await ask({ origin: running.origin })).statusCode, (await ask({ origin: running.origin, 'x-public-key': 'other' })).statusCode]).toEqual([401, 401]);
    expect((await ask({ ...key, origin: 'https://evil.example' })).json()).toMatchObject({ code: 'request.origin' });
    expect((await ask({ ...key, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    // A program that is no page sends no origin.
    expect((await ask(key)).json()).toMatchObject({ code: 'auth.code_invalid' });
  });

  test('meets more calls than one address may make, whatever it says about itself', async () => {
    const busy = await startTestApp(running.database, PRODUCTION);
    try {
      const statuses: Record<string, number> = {};
      const shots = Array.from({ length: 60 }, (_, i) => busy.post('/api/verify-account', { email: freshMailbox(), code: '123456' }, { from: `2001:db8:1:1::${i.toString(16)}`, headers: { 'x-forwarded-for': `203.0.113.${i}` } }));
      for (const shot of await Promise.all(shots)) statuses[shot.statusCode] = (statuses[shot.statusCode] ?? 0) + 1;
      expect(statuses).toEqual({ 422: 40, 429: 20 });
      expect((await busy.post('/api/verify-account', { email: freshMailbox(), code: '123456' }, { from: '2001:db8:1:2::1' })).statusCode).toBe(422);
    } finally {
      await busy.close();
    }
  });
});
