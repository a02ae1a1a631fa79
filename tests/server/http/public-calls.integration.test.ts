import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { CodePurpose } from '../../../server/features/codes/schema.ts';
import { newId } from '../../../server/core/ids.ts';
import { claimMails } from '../../../server/features/notifications/queries/mails.ts';
import { cookiesOf, PRODUCTION, startTestApp, startTestSite, type TestSite } from '../../support/http.ts';
import { USER_TYPES } from '../../../server/features/accounts/rules.ts';

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

const signUp = (options: Parameters<TestSite['signUp']>[2] = {}) =>
  running.signUp(freshMailbox(), OLD, { profile: true, ...options });
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
  test.each(USER_TYPES)(
    'by the right code needs no session where the browser was in the account, and says which kind of account it is: %s',
    async (userType) => {
      const { email, userId, cookie } = await signUp({ userType });
      const device = cookie
        .split('; ')
        .filter((c) => !c.includes('session_token'))
        .join('; ');
      const answer = await running.post(
        '/api/verify-account',
        { email: ` ${email.toUpperCase()} `, code: await codeFor(email, 'verify') },
        { headers: { cookie: device } },
      );
      expect([answer.statusCode, answer.json()]).toEqual([200, { user_type: userType }]);
      const profile = await owner
        .selectFrom('profiles')
        .select('email_verified_at')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      expect(profile.email_verified_at).toBeInstanceOf(Date);
      // A new account stays signed in and keeps its password.
      expect(await session(cookie)).not.toBeNull();
      expect((await signIn(email, OLD)).statusCode).toBe(200);
    },
  );

  test('with wrong digits is refused in the same words for every mailbox, and says nothing about the account', async () => {
    const { email } = await signUp();
    const code = await codeFor(email, 'verify');
    const answers = [];
    for (const mailbox of [email, email, email, email, freshMailbox()])
      answers.push(await running.post('/api/verify-account', { email: mailbox, code: other(code) }));
    expect(
      new Set(answers.map((a) => JSON.stringify({ ...a.json<object>(), requestId: '', status: a.statusCode }))).size,
    ).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ code: 'auth.code_invalid' });
    // Three tries used it up, which only its digits reveal.
    expect((await running.post('/api/verify-account', { email, code })).json()).toMatchObject({
      code: 'auth.code_tries',
    });
  });

  test('is still possible when the profile was never made, and the profile made later finds it done', async () => {
    const { email, cookie } = await signUp({ profile: false });
    expect((await running.post('/api/resend-verification', { email })).json()).toEqual({ ok: true });
    expect(
      (
        await running.post(
          '/api/verify-account',
          { email, code: await codeFor(email, 'verify') },
          { headers: { cookie } },
        )
      ).json(),
    ).toEqual({ user_type: 'influencer' });
    const done = await running.post(
      '/api/trpc/accounts.completeSignUp',
      { json: { displayName: 'Caller', userType: 'influencer' } },
      { headers: { cookie } },
    );
    expect(done.json()).toMatchObject({ result: { data: { json: { emailVerified: true } } } });
  });

  test('is possible also when codes were requested for the mailbox before it signed up', async () => {
    const { email, cookie } = await signUp({ profile: false });
    expect((await running.post('/api/resend-verification', { email })).json()).toEqual({ ok: true });
    const done = await running.post(
      '/api/trpc/accounts.completeSignUp',
      { json: { displayName: 'Caller', userType: 'influencer' } },
      { headers: { cookie } },
    );
    expect([done.statusCode, done.json()]).toMatchObject([
      200,
      { result: { data: { json: { emailVerified: false } } } },
    ]);
    expect(
      (
        await running.post(
          '/api/verify-account',
          { email, code: await codeFor(email, 'verify') },
          { headers: { cookie } },
        )
      ).statusCode,
    ).toBe(200);
  });

  test('from another device takes the password as well, which leaves the code as it was: the phone on which one reads the mail', async () => {
    const { email, cookie } = await signUp();
    const code = await codeFor(email, 'verify');
    const from = async (more: object = {}, headers = {}) => {
      const answer = await running.post('/api/verify-account', { email, code, ...more }, { headers });
      return [answer.statusCode, answer.json<{ code?: string }>().code ?? 'ok'];
    };
    // A session of another account changes nothing.
    const elsewhere = { cookie: (await signUp()).cookie };
    for (let i = 0; i < 4; i += 1) expect(await from({}, elsewhere)).toEqual([403, 'auth.password_needed']);
    expect(await from({ password: 'not the password' }, elsewhere)).toEqual([422, 'auth.proof_wrong']);
    expect(await from({ password: OLD }, elsewhere)).toEqual([200, 'ok']);
    expect(await session(cookie)).toMatchObject({ emailVerified: true });
    // Without the right digits the answer does not reveal the account.
    expect(
      (await running.post('/api/verify-account', { email, code: other(code), password: OLD })).json(),
    ).toMatchObject({ code: 'auth.code_invalid' });
  });

  test('does not give a stranger’s mailbox to the account that signed up with it: the owner’s new password ends the other’s password and sessions', async () => {
    const attacker = await signUp();
    const { email } = attacker;
    expect(
      (await running.post('/api/verify-account', { email, code: await codeFor(email, 'verify') })).json(),
    ).toMatchObject({ code: 'auth.password_needed', data: { field: 'password' } });
    expect(await session(attacker.cookie)).toMatchObject({ emailVerified: false });
    await running.post('/api/request-reset', { email });
    expect(
      (
        await running.post('/api/confirm-reset', { email, code: await codeFor(email, 'reset'), new_password: NEW })
      ).json(),
    ).toEqual({ ok: true });
    expect(await session(attacker.cookie)).toBeNull();
    expect((await signIn(email, OLD)).statusCode).toBe(401);
    expect(await session(cookiesOf(await signIn(email, NEW)))).toMatchObject({ emailVerified: true });
  });

  test('ends the sessions of an account that has no password', async () => {
    const { email, userId, cookie } = await signUp();
    await sql`update auth."account" set "password" = null where "userId" = ${userId}`.execute(owner);
    expect(
      (await running.post('/api/verify-account', { email, code: await codeFor(email, 'verify') })).statusCode,
    ).toBe(200);
    expect(await session(cookie)).toBeNull();
  });
});

test('a sign-up proves who chose the password, a sign-in by itself does not', async () => {
  const { email, cookie } = await signUp();
  const sendRequest = (cookies: string) =>
    running.post(
      '/api/trpc/security.requestEmailChange',
      { json: { email: freshMailbox() } },
      { headers: { cookie: cookies } },
    );
  expect((await sendRequest(cookie)).statusCode).toBe(200);
  expect((await sendRequest(cookiesOf(await signIn(email, OLD)))).json()).toMatchObject({
    error: { json: { data: { app: { code: 'auth.step_up_required' } } } },
  });
});

test('mails lead to the address at which their reader signed in, and never to one that is not the app’s', async () => {
  const { email, userId } = await signUp();
  const twin = running.origin.includes('localhost')
    ? running.origin.replace('localhost', '127.0.0.1')
    : running.origin.replace('127.0.0.1', 'localhost');
  const originOf = async () => {
    await owner
      .insertInto('mails')
      .values({
        id: newId(),
        op_id: newId(),
        to_address: email,
        user_id: userId,
        template: 'offer_received',
        locale: 'en',
      })
      .execute();
    const claimed = await claimMails(owner, { limit: 100, lockSeconds: 60 });
    return claimed
      .filter((mail) => mail.user_id === userId && mail.template === 'offer_received')
      .map((mail) => mail.origin);
  };
  expect(await originOf()).toEqual([null]);
  expect(
    (
      await running.post(
        '/api/auth/sign-in/email',
        { email, password: OLD },
        { headers: { origin: 'https://evil.example', host: 'evil.example' } },
      )
    ).statusCode,
  ).toBe(403);
  expect(await originOf()).toEqual([null]);
  expect(
    (await running.post('/api/auth/sign-in/email', { email, password: OLD }, { headers: { origin: twin } })).statusCode,
  ).toBe(200);
  expect(await originOf()).toEqual([twin]);
});

describe('requesting a code', () => {
  test.each(['request-reset', 'resend-verification'])(
    '%s takes a second and answers the same for an account, no account, and too soon again',
    async (name) => {
      const { email } = await signUp();
      if (name === 'resend-verification')
        await owner
          .updateTable('one_time_codes')
          .set({ created_at: new Date(Date.now() - 120_000) })
          .where('email', '=', email)
          .execute();
      const unknownMailbox = freshMailbox();
      for (const [expected, round] of [
        [200, 1],
        [429, 2],
      ] as const) {
        const [known, unknown] = await Promise.all([
          wallTime(running.post(`/api/${name}`, { email })),
          wallTime(running.post(`/api/${name}`, { email: unknownMailbox })),
        ]);
        expect([round, known.answer.statusCode, unknown.answer.statusCode]).toEqual([round, expected, expected]);
        const body = ({ answer }: typeof known) => ({
          ...answer.json<{ data?: { seconds: number } }>(),
          data: null,
          requestId: null,
          error: null,
        });
        expect(body(known)).toEqual(body(unknown));
        // Timers may fire a moment early.
        expect(Math.min(known.ms, unknown.ms)).toBeGreaterThanOrEqual(990);
      }
    },
  );
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
    expect(
      (
        await owner
          .selectFrom('profiles')
          .select('email_verified_at')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
      ).email_verified_at,
    ).toBeInstanceOf(Date);
    expect(
      (await running.post('/api/confirm-reset', { email, code, new_password: 'another-harbour' })).json(),
    ).toMatchObject({ code: 'auth.code_invalid' });
    const acts = await owner
      .selectFrom('audit_log')
      .select('action')
      .where('target', '=', `user:${userId}`)
      .orderBy('id')
      .execute();
    expect(acts.map((a) => a.action)).toEqual(['account.created', 'account.password_reset']);
  });

  test('notifies the owner of the mailbox, a refused one does not', async () => {
    const { email } = await signUp();
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    const noticeCount = async () =>
      (
        await owner
          .selectFrom('mails')
          .select('to_address')
          .where('template', '=', 'password_changed')
          .where('to_address', '=', email)
          .execute()
      ).length;
    await running.post('/api/confirm-reset', { email, code, new_password: 'short77' });
    expect(await noticeCount()).toBe(0);
    expect((await running.post('/api/confirm-reset', { email, code, new_password: NEW })).statusCode).toBe(200);
    expect(await noticeCount()).toBe(1);
  });

  test('that is refused does not use up the code', async () => {
    const { email } = await signUp();
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    for (const [password, refusal] of [
      ['short77', 'auth.password_short'],
      ['password1', 'auth.weak_password'],
      ['zzzzzzzzzz', 'auth.weak_password'],
      [email, 'auth.password_personal'],
      ['caller99', 'auth.password_personal'],
      ['short77', 'auth.password_short'],
    ] as const) {
      const answer = await running.post('/api/confirm-reset', { email, code, new_password: password });
      expect([password, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([password, 422, refusal]);
    }
    expect((await running.post('/api/confirm-reset', { email, code, new_password: NEW })).statusCode).toBe(200);
  });

  test('of twelve characters is required of staff', async () => {
    const { email, userId } = await signUp({ profile: false });
    await owner.insertInto('staff').values({ user_id: userId, display_name: 'Sam', role: 'support' }).execute();
    await running.post('/api/request-reset', { email });
    const code = await codeFor(email, 'reset');
    expect(
      (await running.post('/api/confirm-reset', { email, code, new_password: 'harbour-11x' })).json(),
    ).toMatchObject({ code: 'auth.password_short', data: { min: 12 } });
    expect((await running.post('/api/confirm-reset', { email, code, new_password: 'harbour-12xy' })).statusCode).toBe(
      200,
    );
  });
});

describe('a refusal', () => {
  test('is worded in the language of the reader and carries its code', async () => {
    const sendRequest = (headers: Record<string, string>, query = '') =>
      running.post(`/api/verify-account${query}`, { email: freshMailbox(), code: '123456' }, { headers });
    const [english, french, arabic] = await Promise.all([
      sendRequest({}),
      sendRequest({ 'accept-language': 'fr-CA, en;q=0.5' }),
      sendRequest({ 'accept-language': 'fr' }, '?lang=ar'),
    ]);
    const errors = [english, french, arabic].map((a) => a.json<{ error: string; code: string }>());
    expect(errors.map((s) => s.code)).toEqual(Array.from({ length: 3 }, () => 'auth.code_invalid'));
    expect(errors[1]?.error).toContain('Ce code');
    expect(errors[2]?.error).toMatch(/\p{Script=Arabic}/u);
  });

  test('meets who brings no key, another key, a foreign page', async () => {
    const sendRequest = (headers: Record<string, string>) =>
      running.app.inject({
        method: 'POST',
        url: '/api/verify-account',
        payload: { email: 'a@b.example', code: '123456' },
        headers,
      });
    const key = { 'x-public-key': running.env.PUBLIC_KEY };
    expect([
      (await sendRequest({ origin: running.origin })).statusCode,
      (await sendRequest({ origin: running.origin, 'x-public-key': 'other' })).statusCode,
    ]).toEqual([401, 401]);
    expect((await sendRequest({ ...key, origin: 'https://evil.example' })).json()).toMatchObject({
      code: 'request.origin',
    });
    expect((await sendRequest({ ...key, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    // A program that is no page sends no origin.
    expect((await sendRequest(key)).json()).toMatchObject({ code: 'auth.code_invalid' });
  });

  test('meets more calls than one address may make, whatever it says about itself', async () => {
    const busy = await startTestApp(running.database, PRODUCTION);
    try {
      const statuses: Record<string, number> = {};
      const shots = Array.from({ length: 60 }, (_, i) =>
        busy.post(
          '/api/verify-account',
          { email: freshMailbox(), code: '123456' },
          { from: `2001:db8:1:1::${i.toString(16)}`, headers: { 'x-forwarded-for': `203.0.113.${i}` } },
        ),
      );
      for (const shot of await Promise.all(shots)) statuses[shot.statusCode] = (statuses[shot.statusCode] ?? 0) + 1;
      expect(statuses).toEqual({ 422: 40, 429: 20 });
      expect(
        (await busy.post('/api/verify-account', { email: freshMailbox(), code: '123456' }, { from: '2001:db8:1:2::1' }))
          .statusCode,
      ).toBe(422);
    } finally {
      await busy.close();
    }
  });
});
