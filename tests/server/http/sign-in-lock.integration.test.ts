import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PRODUCTION, startTestApp, startTestSite, type TestApp, type TestSite } from '../../support/http.ts';

let running: TestSite;
let owner: TestSite['owner'];

beforeAll(async () => {
  running = await startTestSite('sign_in_lock');
  ({ owner } = running);
});
afterAll(() => running?.close());

const RIGHT = 'quiet-harbour-light';
const WRONG = 'loud-harbour-light';
const SIGN_IN = '/api/auth/sign-in/email';
let people = 0;
const freshMailbox = () => `lock${(people += 1)}@test.example`;

async function signUp(email = freshMailbox()) {
  const made = await running.signUp(email, RIGHT);
  return { ...made, device: made.cookie.split('; ').find((c) => c.includes('known_device')) ?? '' };
}
const tryIn = (email: string, password: string, more: Parameters<TestApp['post']>[2] & { url?: string } = {}) =>
  running.post(more.url ?? SIGN_IN, { email, password }, more);
const fail = async (email: string, times: number, more: Parameters<TestApp['post']>[2] = {}) => {
  const answers = [];
  for (let i = 0; i < times; i += 1) answers.push(await tryIn(email, WRONG, more));
  return answers.map((a) => ({
    status: a.statusCode,
    ...a.json<{ code: string; message: string; attemptsRemaining: number }>(),
  }));
};
const requestReset = async (email: string) => {
  // The minute between two requests is the codes' affair, tested there.
  await owner
    .updateTable('one_time_codes')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('email', '=', email)
    .execute();
  expect((await running.post('/api/request-reset', { email })).statusCode).toBe(200);
};

const ANSWERS = [
  {
    status: 401,
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password. 2 attempts remaining.',
    attemptsRemaining: 2,
  },
  {
    status: 401,
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password. 1 attempts remaining.',
    attemptsRemaining: 1,
  },
  {
    status: 401,
    code: 'auth.locked',
    message: 'Too many failed attempts. Please reset your password.',
    attemptsRemaining: 0,
  },
  {
    status: 423,
    code: 'auth.locked',
    message: 'Too many failed attempts. Please reset your password.',
    attemptsRemaining: 0,
  },
];

describe('three wrong passwords', () => {
  test('lock the account in the words of the specification, and a mailbox without account just the same', async () => {
    const { email, cookie } = await signUp();
    expect(await fail(email, 4)).toEqual(ANSWERS);
    expect(await fail(freshMailbox(), 4)).toEqual(ANSWERS);
    expect((await tryIn(email, RIGHT)).statusCode).toBe(423);
    // Who is in stays in.
    expect(await running.session(cookie)).not.toBeNull();
  });

  test('lock it whatever the guesser says about itself or how the address is written', async () => {
    const { email } = await signUp();
    const headerSets = Array.from({ length: 12 }, (_, i) => ({
      from: `2001:db8:7:7::${i}`,
      headers: {
        'x-forwarded-for': `203.0.113.${i}`,
        'x-client-ip': `198.51.100.${i}`,
        cookie: `sponsio.known_device=${'A'.repeat(22)}.${'B'.repeat(27)}`,
      },
      url: [
        '/api/auth/sign-in/email',
        '/api/auth//sign-in/email',
        '/api/auth/sign-in//email',
        '/api/auth/sign-in/email?x=1',
      ][i % 4]!,
    }));
    const statuses = [];
    for (const more of headerSets) statuses.push((await tryIn(i(email, statuses.length), WRONG, more)).statusCode);
    expect(statuses.filter((s) => s === 401)).toHaveLength(3);
    expect(new Set(statuses.slice(3))).toEqual(new Set([423]));
    expect((await tryIn(email, RIGHT)).statusCode).toBe(423);
    function i(address: string, n: number) {
      return n % 2 ? address.toUpperCase() : address;
    }
  });

  test('are three also when fifty come at once', async () => {
    const { email } = await signUp();
    const statuses = await Promise.all(Array.from({ length: 50 }, () => tryIn(email, WRONG).then((a) => a.statusCode)));
    expect(statuses.filter((s) => s === 401)).toHaveLength(3);
    expect(statuses.filter((s) => s === 423)).toHaveLength(47);
  });

  test('are none of many right ones that come at once', async () => {
    const { email } = await signUp();
    await fail(email, 2);
    const statuses = await Promise.all(Array.from({ length: 12 }, () => tryIn(email, RIGHT).then((a) => a.statusCode)));
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
    expect((await fail(email, 1))[0]).toEqual(ANSWERS[0]);
  });

  test("of strangers leave the owner's own browser alone, and its own three lock it", async () => {
    const { email, device } = await signUp();
    await fail(email, 5);
    const home = { headers: { cookie: device } };
    expect((await tryIn(email, RIGHT, home)).statusCode).toBe(200);
    // What was remembered for one account counts for no other.
    const other = await signUp();
    expect((await fail(other.email, 4, home)).map((a) => a.status)).toEqual([401, 401, 401, 423]);
    expect((await fail(email, 4, home)).map((a) => a.status)).toEqual([401, 401, 401, 423]);
  });

  test('in a row are meant: a right one between them begins anew, what was no try is not counted', async () => {
    const { email } = await signUp();
    await fail(email, 2);
    expect((await tryIn(email, RIGHT)).statusCode).toBe(200);
    expect((await fail(email, 1))[0]).toEqual(ANSWERS[0]);
    for (let n = 0; n < 3; n += 1) expect((await tryIn(email, 'x'.repeat(200))).statusCode).toBe(400);
    expect((await fail(email, 1))[0]).toEqual(ANSWERS[1]);
  });

  test('are not forgotten for a request that is refused for its form, however it is wrong', async () => {
    const { email } = await signUp();
    expect((await fail(email, 2))[1]).toEqual(ANSWERS[1]);
    const malformed = [
      { rememberMe: 'x' },
      { rememberMe: null },
      { callbackURL: 5 },
      { callbackURL: 'https://evil.example' },
      { callbackURL: {} },
      { password: 7 },
      { password: null },
      { password: 'x'.repeat(200) },
      { email: ` ${email}` },
    ];
    for (const more of malformed) {
      const answer = await running.post(SIGN_IN, { email, password: WRONG, ...more });
      expect([more, answer.statusCode >= 400]).toEqual([more, true]);
    }
    expect((await fail(email, 2)).map((answer) => answer.code)).toEqual(['auth.locked', 'auth.locked']);
  });
});

describe('unlocking', () => {
  test('comes with a request for a reset, until the twelfth wrong password of a day; then only with a reset', async () => {
    const { email } = await signUp();
    for (let round = 0; round < 4; round += 1) {
      expect((await fail(email, 4)).map((a) => a.status)).toEqual([401, 401, 401, 423]);
      await requestReset(email);
    }
    expect((await tryIn(email, RIGHT)).statusCode).toBe(423);
    expect(
      (
        await running.post('/api/confirm-reset', {
          email,
          code: await running.codeFor(email, 'reset'),
          new_password: 'calm-harbour-light',
        })
      ).statusCode,
    ).toBe(200);
    expect((await tryIn(email, 'calm-harbour-light')).statusCode).toBe(200);
  });

  test('never comes by itself: the attempts of a mailbox without account are cleared the same way', async () => {
    const email = freshMailbox();
    await fail(email, 3);
    await requestReset(email);
    expect(await fail(email, 4)).toEqual(ANSWERS);
  });
});

test("staff at a members' portal, members at the staff's, and unknown accounts get the same answers", async () => {
  const [staff, member] = [await signUp(), await signUp()];
  await owner.insertInto('staff').values({ user_id: staff.userId, display_name: 'Sam', role: 'support' }).execute();
  const admin = { headers: { 'x-sponsio-portal': 'admin' } };
  for (const [email, more] of [
    [staff.email, {}],
    [member.email, admin],
    [freshMailbox(), {}],
  ] as const) {
    const first = await tryIn(email, RIGHT, more);
    expect([first.statusCode, first.json<{ message: string }>().message]).toEqual([401, ANSWERS[0]!.message]);
    expect(await fail(email, 3, more)).toEqual(ANSWERS.slice(1));
  }
});

test('at a wrong portal the account is replaced by a new unknown one each time, which cannot be signed up beforehand', async () => {
  const lookups: unknown[] = [];
  const { internalAdapter } = await running.auth.$context;
  const spy = vi
    .spyOn(internalAdapter, 'findUserByEmail')
    .mockImplementation(async (email) => (lookups.push(email), null));
  for (let n = 0; n < 2; n += 1) await tryIn(freshMailbox(), RIGHT, { headers: { 'x-sponsio-portal': 'admin' } });
  spy.mockRestore();
  expect(lookups).toHaveLength(2);
  expect(new Set(lookups).size).toBe(2);
  // Nor does the earlier fixed name allow a sign-in.
  const { email } = await signUp();
  await signUp('nobody@portal.invalid');
  await fail(email, 2);
  const atStaffPortal = await tryIn(email, RIGHT, { headers: { 'x-sponsio-portal': 'admin' } });
  expect([atStaffPortal.statusCode, atStaffPortal.cookies]).toEqual([401, []]);
  expect((await tryIn(email, RIGHT)).statusCode).toBe(423);
});

test('a name that no mailbox can have is refused and counts nowhere', async () => {
  const answer = await tryIn('a\0@test.example', WRONG);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'INVALID_EMAIL']);
});

describe('signing up', () => {
  test('with a mailbox that has an account is refused in the words of the specification, and its owner is notified once', async () => {
    const { email } = await signUp();
    for (let n = 0; n < 2; n += 1) {
      const answer = await running.post('/api/auth/sign-up/email', {
        email: email.toUpperCase(),
        password: RIGHT,
        name: 'Other',
      });
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        422,
        'An account with this email already exists. Please sign in instead.',
      ]);
    }
    expect(await owner.selectFrom('mails').select('template').where('to_address', '=', email).execute()).toEqual([
      { template: 'sign_up_again' },
    ]);
  });

  test("requires six characters that are neither common nor the user's own name or address", async () => {
    const statuses: unknown[] = [];
    for (const password of ['12345', '123456', 'Password', 'zzzzzz', 'keeper12', 'Keeper', freshMailbox()]) {
      const answer = await running.post('/api/auth/sign-up/email', {
        email: password.includes('@') ? password : freshMailbox(),
        password,
        name: 'Keeper',
      });
      statuses.push([answer.statusCode, answer.json<{ code: string }>().code]);
    }
    expect(statuses).toEqual([
      [400, 'PASSWORD_TOO_SHORT'],
      [422, 'auth.weak_password'],
      [422, 'auth.weak_password'],
      [422, 'auth.weak_password'],
      [422, 'auth.password_personal'],
      [422, 'auth.password_personal'],
      [422, 'auth.password_personal'],
    ]);
    expect(
      (await running.post('/api/auth/sign-up/email', { email: freshMailbox(), password: 'kjq7wv', name: 'Keeper' }))
        .statusCode,
    ).toBe(200);
  });

  test('is possible five times an hour from one network, whichever of its addresses is used', async () => {
    const busy = await startTestApp(running.database, PRODUCTION);
    try {
      const statuses = [];
      for (let n = 0; n < 7; n += 1) {
        const answer = await busy.post(
          '/api/auth/sign-up/email',
          { email: freshMailbox(), password: RIGHT, name: 'Keeper' },
          { from: `2001:db8:9:9::${n}`, headers: { 'x-forwarded-for': `203.0.113.${n}` } },
        );
        statuses.push(answer.statusCode);
        if (n === 0)
          for (const cookie of [answer.headers['set-cookie'] ?? []].flat())
            expect(cookie).toMatch(
              /^__Host-\w+\.(session_token|known_device)=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
            );
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(
        (
          await busy.post(
            '/api/auth/sign-up/email',
            { email: freshMailbox(), password: RIGHT, name: 'Keeper' },
            { from: '2001:db8:9:a::1' },
          )
        ).statusCode,
      ).toBe(200);
    } finally {
      await busy.close();
    }
  });
});

test('neither addresses nor browsers are written down', async () => {
  const { email, device } = await signUp();
  await fail(email, 1, { headers: { cookie: device } });
  const { rows } = await sql<{
    rows: string;
  }>`select (select json_agg(a) from sign_in_attempts a)::text || (select json_agg(c) from address_counts c)::text as rows`.execute(
    owner,
  );
  expect(rows[0]?.rows).not.toMatch(/@|\d+\.\d+\.\d+\.\d+|2001:/);
  expect(rows[0]?.rows).not.toContain(device.split('=')[1]?.split('.')[0]);
});
