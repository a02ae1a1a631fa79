import { sql } from 'kysely';
import { hashPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../../../../server/core/pagination.ts';
import type {
  FactorRemoved,
  SecurityOverview,
  SessionEntry,
  SignInEntry,
} from '../../../../server/features/security/schema.ts';
import { newId } from '../../../../server/core/ids.ts';
import { markAccountVerified } from '../../../../server/features/accounts/queries/accounts.ts';
import { touchSession } from '../../../../server/features/security/sessions.ts';
import { secretOf, shownBy } from '../../../support/authenticator.ts';
import { createBrowser, type Browser } from '../../../support/browser.ts';
import { startTestApp, type TestApp } from '../../../support/http.ts';
import { allPages } from '../../../support/pages.ts';
import { createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let http: TestApp;
beforeAll(async () => {
  world = await createTestWorld('second_factor');
  http = await startTestApp(world.database);
}, 120_000);
afterAll(async () => {
  await http?.close();
  await world?.close();
});

const PASSWORD = 'lantern-harbour-72';
const SIGN_IN = '/api/auth/sign-in/email';
let people = 0;

async function newUser({ verified = true } = {}): Promise<{ email: string; browser: Browser }> {
  people += 1;
  const email = `factor${people}@test.example`;
  const browser = createBrowser(http);
  await browser.signUp(email, PASSWORD);
  if (verified)
    await markAccountVerified(
      world.owner,
      (await world.owner.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id,
      new Date(),
    );
  return { email, browser };
}
const prove = (browser: Browser, input: object) => browser.call('security.prove', 'mutation', input);
const overview = async (browser: Browser) => (await browser.call<SecurityOverview>('security.overview', 'query')).data!;

const remove = (browser: Browser, input: object = { factor: 'authenticator' }) =>
  browser.call<FactorRemoved>('security.removeFactor', 'mutation', input);

/** Sets an authenticator up as the screen does; answers with its secret and the recovery codes. */
async function enrol(browser: Browser, password = PASSWORD): Promise<{ code(): Promise<string>; recovery: string[] }> {
  expect((await prove(browser, { method: 'password', password })).refused).toBeUndefined();
  const { status, body } = await browser.post<{ totpURI: string; backupCodes: string[] }>(
    '/api/auth/two-factor/enable',
    { password },
  );
  expect(status).toBe(200);
  const secret = secretOf(body.totpURI);
  const code = async () => shownBy(secret);
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(200);
  await halfAMinuteLater();
  return { code, recovery: body.backupCodes };
}
/** The authenticator shows its next code: what was used up is behind it. */
const halfAMinuteLater = () => world.owner.deleteFrom('used_codes').execute();
const wrong = async (code: () => Promise<string>): Promise<string> =>
  String((Number(await code()) + 7) % 1_000_000).padStart(6, '0');

describe('an authenticator', () => {
  test('once set up is required at every sign-in, and the password alone opens nothing', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    expect((await overview(browser)).authenticator).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect(
      await world.owner
        .selectFrom('mails')
        .select('id')
        .where('template', '=', 'authenticator_added')
        .where('to_address', '=', email)
        .execute(),
    ).toHaveLength(1);

    const [other, third] = [createBrowser(http), createBrowser(http)];
    for (let n = 0; n < 2; n += 1)
      expect((await other.post(SIGN_IN, { email, password: 'wrong horse' })).status).toBe(401);
    const first = await other.post(SIGN_IN, { email, password: PASSWORD });
    expect((await third.post(SIGN_IN, { email, password: 'wrong horse' })).body, 'the tries begin anew').toMatchObject({
      attemptsRemaining: 2,
    });
    expect(first.body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect((await other.call('accounts.session', 'query')).data).toBeNull();
    expect((await other.post('/api/auth/two-factor/verify-totp', { code: await wrong(code) })).status).toBe(401);
    expect(
      (await other.post('/api/auth/two-factor/verify-totp', { code: await code(), trustDevice: true })).status,
    ).toBe(400);
    expect((await other.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(200);
    expect((await other.call<{ email: string }>('accounts.session', 'query')).data).toMatchObject({ email });
  });

  test('requires the verified mailbox: a sign-up with another person’s address leaves no factor behind', async () => {
    const { browser } = await newUser({ verified: false });
    await prove(browser, { method: 'password', password: PASSWORD });
    expect(await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'auth.mailbox_unverified' },
    });
    expect((await browser.get('/api/auth/passkey/generate-register-options')).status).toBe(403);
  });

  test('is not reached without the password entered again, and its secret is in no row as it is', async () => {
    const { email } = await newUser();
    // A sign-up counts as a proof, a later sign-in does not.
    const browser = createBrowser(http);
    await browser.post(SIGN_IN, { email, password: PASSWORD });
    expect(await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'auth.step_up_required' },
    });
    await prove(browser, { method: 'password', password: PASSWORD });
    expect((await browser.post('/api/auth/two-factor/enable', { password: 'not mine at all' })).status).toBe(400);
    const { body } = await browser.post<{ totpURI: string; backupCodes: string[] }>('/api/auth/two-factor/enable', {
      password: PASSWORD,
    });
    const secret = secretOf(body.totpURI);
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from auth."twoFactor" t`.execute(
      world.owner,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) for (const hidden of [secret, ...body.backupCodes]) expect(text).not.toContain(hidden);
  });

  test('holds when the password was reset: the new password alone opens nothing', async () => {
    const { email, browser } = await newUser();
    await enrol(browser);
    const next = 'a-new-lantern-72';
    await sql`update auth."account" set "password" = ${await hashPassword(next)} where "userId" = (select "id" from auth."user" where "email" = ${email})`.execute(
      world.owner,
    );
    await sql`delete from auth."session" where "userId" = (select "id" from auth."user" where "email" = ${email})`.execute(
      world.owner,
    );
    const other = createBrowser(http);
    expect((await other.post(SIGN_IN, { email, password: next })).body).toMatchObject({ twoFactorRedirect: true });
    expect((await other.call('accounts.session', 'query')).data).toBeNull();
  });

  test('takes five wrong codes per sign-in, and no right one after them', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    const other = createBrowser(http);
    await other.post(SIGN_IN, { email, password: PASSWORD });
    const bad = await wrong(code);
    for (let n = 0; n < 5; n += 1)
      expect((await other.post('/api/auth/two-factor/verify-totp', { code: bad })).status).toBe(401);
    expect((await other.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(400);
    expect((await other.call('accounts.session', 'query')).data).toBeNull();
  });

  test('reveals nothing about codes inside a session, where the library counts no tries', async () => {
    const { browser } = await newUser();
    const { code, recovery } = await enrol(browser);
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(403);
    expect((await browser.post('/api/auth/two-factor/verify-backup-code', { code: recovery[0] })).status).toBe(403);
    expect((await overview(browser)).authenticator.recoveryCodesLeft).toBe(10);
  });

  test('goes only with a fresh proof by the authenticator itself, and by no path of the library', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    await sql`update session_facts set proved_at = now() - interval '11 minutes' where user_id = (select "id" from auth."user" where "email" = ${email})`.execute(
      world.owner,
    );
    expect((await remove(browser)).refused).toBe('auth.step_up_required');
    expect((await prove(browser, { method: 'password', password: PASSWORD })).refused).toBe('auth.proof_wrong');
    expect((await prove(browser, { method: 'totp', code: await code() })).data).toBeTruthy();
    for (const path of ['/two-factor/disable', '/passkey/delete-passkey'])
      expect((await http.post(`/api/auth${path}`, { password: PASSWORD, id: 'x' })).statusCode).toBe(404);
    expect((await remove(browser)).data).toEqual({ removesAt: expect.any(Date) });
  });
});

describe('the last second factor', () => {
  const DAY_MS = 24 * 3_600_000;
  const removalMails = async (email: string) =>
    world.owner
      .selectFrom('mails')
      .select(['template', 'data'])
      .where('to_address', '=', email)
      .where('template', 'like', 'factor%')
      .execute();
  const addPasskey = async (email: string, id: string) =>
    sql`insert into auth."passkey"("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
      select ${id}, 'key', "id", ${id}, 0, 'singleDevice', false from auth."user" where "email" = ${email}`.execute(
      world.owner,
    );

  test('stays for 24 hours and is required meanwhile; its owner is mailed at once, and a second request changes nothing', async () => {
    const { email, browser } = await newUser();
    await prove(browser, { method: 'totp', code: await (await enrol(browser)).code() });
    const requestedAt = Date.now();
    const { data } = await remove(browser);
    expect(data!.removesAt!.getTime() - requestedAt).toBeGreaterThanOrEqual(DAY_MS - 1_000);
    expect(data!.removesAt!.getTime() - requestedAt).toBeLessThan(DAY_MS + 60_000);
    expect((await remove(browser)).data).toEqual(data);
    expect(await overview(browser)).toMatchObject({
      authenticator: { enabled: true },
      removal: { factor: 'authenticator', removesAt: data!.removesAt },
    });
    expect(await removalMails(email)).toEqual([
      {
        template: 'factor_removal_planned',
        data: expect.objectContaining({ removesAt: data!.removesAt!.toISOString(), link: '/enhanced-authentication' }),
      },
    ]);
    expect((await createBrowser(http).post(SIGN_IN, { email, password: PASSWORD })).body).toMatchObject({
      twoFactorRedirect: true,
    });
  });

  test('stays for good when its owner stops the removal, once', async () => {
    const { browser } = await newUser();
    await prove(browser, { method: 'totp', code: await (await enrol(browser)).code() });
    await remove(browser);
    expect((await browser.call('security.keepFactor', 'mutation')).refused).toBeUndefined();
    expect((await overview(browser)).removal).toBeNull();
    expect((await browser.call('security.keepFactor', 'mutation')).refused).toBe('state.wrong');
  });

  test('is not the last beside a passkey: either goes at once, the one that is left stays for the day; two at once are not both let go', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    await addPasskey(email, `pk-${email}`);
    await prove(browser, { method: 'totp', code: await code() });
    const answers = await Promise.all([remove(browser), remove(browser, { factor: 'passkey', id: `pk-${email}` })]);
    expect(answers.map((a) => a.data!.removesAt === null).sort()).toEqual([false, true]);
    const { authenticator, passkeys, removal } = await overview(browser);
    expect([authenticator.enabled, passkeys.length === 1].filter(Boolean)).toHaveLength(1);
    expect(removal?.factor).toBe(authenticator.enabled ? 'authenticator' : 'passkey');
  });

  test('stays when another one is set up meanwhile', async () => {
    const { email, browser } = await newUser();
    await prove(browser, { method: 'password', password: PASSWORD });
    await addPasskey(email, `pk-${email}`);
    expect((await remove(browser, { factor: 'passkey', id: `pk-${email}` })).data!.removesAt).toBeInstanceOf(Date);
    const { body } = await browser.post<{ totpURI: string }>('/api/auth/two-factor/enable', { password: PASSWORD });
    const shown = shownBy(secretOf(body.totpURI));
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code: shown })).status).toBe(200);
    expect(await overview(browser)).toMatchObject({
      removal: null,
      passkeys: [expect.anything()],
      authenticator: { enabled: true },
    });
  });

  test('of another user is neither removed nor kept', async () => {
    const own = await newUser();
    const theirs = await newUser();
    await addPasskey(theirs.email, `pk-${theirs.email}`);
    await prove(own.browser, { method: 'totp', code: await (await enrol(own.browser)).code() });
    expect((await remove(own.browser, { factor: 'passkey', id: `pk-${theirs.email}` })).refused).toBe('not_found');
    await remove(own.browser);
    expect((await theirs.browser.call('security.keepFactor', 'mutation')).refused).toBe('state.wrong');
    expect((await overview(own.browser)).removal).not.toBeNull();
  });
});

describe('a code of the authenticator', () => {
  const sideBySide = <T>(times: number, act: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, act));

  test('signs in once, also when six browsers send it side by side', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    const browsers = await sideBySide(6, async () => {
      const other = createBrowser(http);
      await other.post(SIGN_IN, { email, password: PASSWORD });
      return other;
    });
    const shown = await code();
    const answers = await Promise.all(browsers.map((b) => b.post('/api/auth/two-factor/verify-totp', { code: shown })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    const late = createBrowser(http);
    await late.post(SIGN_IN, { email, password: PASSWORD });
    expect(await late.post('/api/auth/two-factor/verify-totp', { code: shown })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CODE' },
    });
    expect((await prove(browser, { method: 'totp', code: shown })).refused).toBe('auth.proof_wrong');
  });

  test('proves once, also when it is sent four times side by side, and opens no sign-in afterwards', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    const shown = await code();
    const answers = await sideBySide(4, () => prove(browser, { method: 'totp', code: shown }));
    expect(answers.filter((a) => a.data).length).toBe(1);
    const other = createBrowser(http);
    await other.post(SIGN_IN, { email, password: PASSWORD });
    expect((await other.post('/api/auth/two-factor/verify-totp', { code: shown })).status).toBe(401);
    await halfAMinuteLater();
    expect((await other.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(200);
  });

  test('confirms the set-up once and is spent by it', async () => {
    const { browser } = await newUser();
    await prove(browser, { method: 'password', password: PASSWORD });
    const { body } = await browser.post<{ totpURI: string }>('/api/auth/two-factor/enable', { password: PASSWORD });
    const shown = shownBy(secretOf(body.totpURI));
    const answers = await sideBySide(4, () => browser.post('/api/auth/two-factor/verify-totp', { code: shown }));
    expect(answers.filter((a) => a.status === 200).length).toBe(1);
    expect((await overview(browser)).authenticator.enabled).toBe(true);
    expect((await prove(browser, { method: 'totp', code: shown })).refused).toBe('auth.proof_wrong');
  });

  test('that was wrong is kept nowhere, and one that was right as a keyed hash for two minutes', async () => {
    const { email, browser } = await newUser();
    const { code } = await enrol(browser);
    const kept = () => world.owner.selectFrom('used_codes').selectAll().execute();
    const other = createBrowser(http);
    await other.post(SIGN_IN, { email, password: PASSWORD });
    const bad = await wrong(code);
    expect((await other.post('/api/auth/two-factor/verify-totp', { code: bad })).status).toBe(401);
    expect((await prove(browser, { method: 'totp', code: bad })).refused).toBe('auth.proof_wrong');
    expect(await kept()).toEqual([]);
    expect((await prove(browser, { method: 'totp', code: await code() })).data).toBeTruthy();
    const [row, ...more] = await kept();
    expect(more).toEqual([]);
    expect(row!.key).toMatch(/^[\w-]{43}$/);
    expect(Math.abs(row!.expires_at.getTime() - Date.now() - 120_000)).toBeLessThan(60_000);
    // What has expired goes with the next code.
    await world.owner.updateTable('used_codes').set({ expires_at: new Date() }).execute();
    await prove(browser, { method: 'totp', code: bad });
    expect(await kept()).toEqual([]);
  });
});

describe('a recovery code', () => {
  test('signs in once, and not twice', async () => {
    const { email, browser } = await newUser();
    const { recovery } = await enrol(browser);
    const use = async () => {
      const other = createBrowser(http);
      await other.post(SIGN_IN, { email, password: PASSWORD });
      return (await other.post('/api/auth/two-factor/verify-backup-code', { code: recovery[3] })).status;
    };
    expect(await use()).toBe(200);
    expect(await use()).toBe(401);
    expect((await overview(browser)).authenticator.recoveryCodesLeft).toBe(9);
  });

  test('proves once, also when it is sent five times side by side', async () => {
    const { browser } = await newUser();
    const { recovery } = await enrol(browser);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => prove(browser, { method: 'recovery_code', code: recovery[0] })),
    );
    expect(answers.filter((a) => a.data).length).toBe(1);
    expect((await overview(browser)).authenticator.recoveryCodesLeft).toBe(9);
  });

  test('of before is worthless once new ones were made', async () => {
    const { email, browser } = await newUser();
    const { recovery } = await enrol(browser);
    const fresh = await browser.post<{ backupCodes: string[] }>('/api/auth/two-factor/generate-backup-codes', {
      password: PASSWORD,
    });
    expect(fresh.body.backupCodes).toHaveLength(10);
    const other = createBrowser(http);
    await other.post(SIGN_IN, { email, password: PASSWORD });
    expect((await other.post('/api/auth/two-factor/verify-backup-code', { code: recovery[0] })).status).toBe(401);
    expect(
      (await other.post('/api/auth/two-factor/verify-backup-code', { code: fresh.body.backupCodes[0] })).status,
    ).toBe(200);
  });
});

describe('a proof of identity', () => {
  test('counts five wrong tries and then blocks, also in parallel', async () => {
    const { browser } = await newUser();
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => prove(browser, { method: 'password', password: 'wrong guess' })),
    );
    expect(tries.filter((t) => t.refused === 'auth.proof_wrong')).toHaveLength(5);
    expect((await prove(browser, { method: 'password', password: PASSWORD })).refused).toBe('auth.proof_wait');
  });

  test('belongs to its session: another device of the same person has to prove, too', async () => {
    const { email, browser } = await newUser();
    await prove(browser, { method: 'password', password: PASSWORD });
    const other = createBrowser(http);
    await other.post(SIGN_IN, { email, password: PASSWORD });
    expect((await other.post('/api/auth/two-factor/enable', { password: PASSWORD })).status).toBe(403);
    expect((await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })).status).toBe(200);
  });
});

describe('sessions', () => {
  test('are listed with this one marked; a revoked one is refused on its next call', async () => {
    const { email, browser } = await newUser();
    const phone = createBrowser(http, {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
      ip: '203.0.113.77',
    });
    await phone.post(SIGN_IN, { email, password: PASSWORD });
    const { sessions } = await overview(browser);
    expect(sessions.items.map((s) => [s.current, s.browser, s.system, s.ipRange])).toEqual(
      expect.arrayContaining([
        [true, 'Chrome', 'Linux', '127.0.0.x'],
        [false, 'Safari', 'iPhone', '203.0.113.x'],
      ]),
    );
    expect(JSON.stringify(sessions)).not.toContain([...phone.cookies.values()][0]!.split('.')[0]);
    await browser.call('security.revokeSession', 'mutation', { sessionId: sessions.items.find((s) => !s.current)!.id });
    expect((await phone.call('accounts.session', 'query')).data).toBeNull();
    expect((await phone.call('security.overview', 'query')).refused).toBe('auth.sign_in_required');
    expect((await browser.call('security.overview', 'query')).data).toBeTruthy();
  });

  test('are listed page by page, each once, however many there are', async () => {
    const { email, browser } = await newUser();
    await sql`
      insert into auth."session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId")
        select gen_random_uuid(), s."expiresAt", 'copy of ' || s."token" || k, s."createdAt", s."updatedAt" - make_interval(secs => k / 2), s."ipAddress", s."userAgent", s."userId"
          from auth."session" s join auth."user" u on u."id" = s."userId", generate_series(1, 130) k where u."email" = ${email}`.execute(
      world.owner,
    );
    const first = (await overview(browser)).sessions;
    const rest = await allPages(
      async (after = first.next!) =>
        (await browser.call<Page<SessionEntry>>('security.sessions', 'query', { after })).data!,
    );
    const all = [...first.items, ...rest];
    expect([all.length, new Set(all.map((s) => s.id)).size, all.map((s) => s.current).indexOf(true)]).toEqual([
      131, 131, 0,
    ]);
    const signIns = await allPages(
      async (after) =>
        (await browser.call<Page<SignInEntry>>('security.signIns', 'query', { limit: 1, ...(after ? { after } : {}) }))
          .data!,
    );
    expect(signIns.map((s) => s.method)).toEqual(['sign_up']);
  });

  test('of others cannot be ended', async () => {
    const own = await newUser();
    const theirs = await newUser();
    const { sessions } = await overview(theirs.browser);
    expect(
      (await own.browser.call('security.revokeSession', 'mutation', { sessionId: sessions.items[0]!.id })).refused,
    ).toBe('not_found');
    expect((await own.browser.call<{ ended: number }>('security.revokeOtherSessions', 'mutation')).data).toEqual({
      ended: 0,
    });
    expect((await theirs.browser.call('security.overview', 'query')).data).toBeTruthy();
  });

  test('that were ended a moment before their last use is noted are over, not a fault', async () => {
    const { email, browser } = await newUser();
    const { sessions } = await overview(browser);
    const { id: userId } = (
      await sql<{ id: string }>`select "id" from auth."user" where "email" = ${email}`.execute(world.owner)
    ).rows[0]!;
    await sql`delete from auth."session" where "userId" = ${userId}`.execute(world.owner);
    const late = new Date(Date.now() + 5 * 60_000);
    const ctx = { ...world.as({ kind: 'newcomer', userId, email }), clock: { now: () => late } };
    expect(await touchSession(ctx, { id: sessions.items[0]!.id, createdAt: new Date() })).toBe(false);
  });

  test('of members end thirty days after the sign-in, however much they were used', async () => {
    const { email, browser } = await newUser();
    await sql`update auth."session" set "createdAt" = now() - interval '31 days' where "userId" = (select "id" from auth."user" where "email" = ${email})`.execute(
      world.owner,
    );
    expect((await browser.call('accounts.session', 'query')).data).toBeNull();
  });
});

describe('a sign-in', () => {
  test('from a browser not seen before is notified by mail, once; the first of all and a known browser are not', async () => {
    const { email, browser } = await newUser();
    const mails = async () =>
      (
        await world.owner
          .selectFrom('mails')
          .select('data')
          .where('to_address', '=', email)
          .where('template', '=', 'new_sign_in')
          .execute()
      ).map((m) => m.data as { device: string; link: string });
    const again = async (b: Browser) => {
      await b.post('/api/auth/sign-out', {});
      expect((await b.post(SIGN_IN, { email, password: PASSWORD })).status).toBe(200);
    };
    await again(browser);
    expect(await mails()).toEqual([]);
    const phone = createBrowser(http, {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
    });
    await again(phone);
    await again(phone);
    expect(await mails()).toEqual([
      expect.objectContaining({ device: 'Safari · iPhone', link: '/enhanced-authentication' }),
    ]);
    expect((await overview(phone)).signIns.items.map((s) => [s.method, s.newDevice])).toEqual([
      ['password', false],
      ['password', true],
      ['password', false],
      ['sign_up', true],
    ]);
  });

  test('of an account with an unverified mailbox mails nothing: its owner may be another person', async () => {
    const { email } = await newUser({ verified: false });
    for (let n = 0; n < 2; n += 1)
      expect((await createBrowser(http).post(SIGN_IN, { email, password: PASSWORD })).status).toBe(200);
    expect(
      await world.owner
        .selectFrom('mails')
        .select('template')
        .where('to_address', '=', email)
        .where('template', 'not like', 'code_%')
        .execute(),
    ).toEqual([]);
  });

  test('marks the browser as known for this account alone: each account has its own mark, set by a finished sign-in only', async () => {
    const cookieOf = (b: Browser) => [...b.cookies].find(([name]) => name.endsWith('.known_device'))?.[1] ?? '';
    const first = await newUser();
    const secondEmail = `factor${(people += 1)}@test.example`;
    await first.browser.post('/api/auth/sign-out', {});
    await first.browser.signUp(secondEmail, PASSWORD);
    const { rows } = await sql<{
      device: string;
    }>`select distinct s.device from sign_ins s join auth."user" u on u."id" = s.user_id where u."email" in (${first.email}, ${secondEmail})`.execute(
      world.owner,
    );
    expect(rows).toHaveLength(2);
    expect(decodeURIComponent(cookieOf(first.browser)).split('~')).toHaveLength(2);

    const guarded = await newUser();
    const { code } = await enrol(guarded.browser);
    const stranger = createBrowser(http);
    expect(
      (await stranger.post<{ twoFactorRedirect?: boolean }>(SIGN_IN, { email: guarded.email, password: PASSWORD })).body
        .twoFactorRedirect,
    ).toBe(true);
    expect(cookieOf(stranger), 'the password alone').toBe('');
    expect((await stranger.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(200);
    expect(cookieOf(stranger)).not.toBe('');
  });
});

describe('staff', () => {
  const portal = { 'x-sponsio-portal': 'admin' };
  async function staff(): Promise<{ email: string; userId: string }> {
    people += 1;
    const [userId, email] = [newId(), `staff${people}@test.example`];
    await sql`insert into auth."user"("id", "name", "email", "emailVerified") values (${userId}, 'Sam', ${email}, true)`.execute(
      world.owner,
    );
    await sql`insert into auth."account"("id", "accountId", "providerId", "userId", "password", "updatedAt") values (${newId()}, ${userId}, 'credential', ${userId}, ${await hashPassword(PASSWORD)}, now())`.execute(
      world.owner,
    );
    await world.owner.insertInto('staff').values({ user_id: userId, display_name: 'Sam', role: 'super' }).execute();
    return { email, userId };
  }

  test('without a second factor reach nothing but its set-up; with it everything, and it stays', async () => {
    const { email } = await staff();
    const browser = createBrowser(http);
    expect((await browser.post(SIGN_IN, { email, password: PASSWORD }, portal)).status).toBe(200);
    expect((await browser.call<{ mustEnrol: boolean }>('accounts.session', 'query')).data).toMatchObject({
      persona: 'staff',
      mustEnrol: true,
    });
    expect((await browser.call('platform.overview', 'query')).refused).toBe('auth.factor_required');
    const { code } = await enrol(browser);
    expect((await browser.call('platform.overview', 'query')).refused).toBeUndefined();
    expect((await overview(browser)).factorRequired).toBe(true);
    expect((await prove(browser, { method: 'totp', code: await code() })).data).toBeTruthy();
    expect((await remove(browser)).refused).toBe('auth.factor_required');
  });

  test('are signed out after half an hour without a call, and twelve hours after the sign-in', async () => {
    const { email, userId } = await staff();
    const browser = createBrowser(http);
    const enter = async () => {
      await browser.post(SIGN_IN, { email, password: PASSWORD }, portal);
      await sql`update auth."user" set "twoFactorEnabled" = false where "id" = ${userId}`.execute(world.owner);
    };
    await enter();
    await sql`update session_facts set last_seen_at = now() - interval '31 minutes' where user_id = ${userId}`.execute(
      world.owner,
    );
    expect((await browser.call('accounts.session', 'query')).data).toBeNull();
    await enter();
    expect((await browser.call('accounts.session', 'query')).data).not.toBeNull();
    await sql`update auth."session" set "createdAt" = now() - interval '12 hours' where "userId" = ${userId}`.execute(
      world.owner,
    );
    expect((await browser.call('accounts.session', 'query')).data).toBeNull();
  });

  test('leave every try at their portal in the audit log', async () => {
    const { email } = await staff();
    const lines = async () =>
      (
        await world.owner
          .selectFrom('audit_log')
          .select('action')
          .where('action', 'like', 'staff.%')
          .orderBy('id')
          .execute()
      ).map((l) => l.action);
    const before = (await lines()).length;
    await createBrowser(http).post(SIGN_IN, { email, password: 'wrong guess' }, portal);
    await createBrowser(http).post(SIGN_IN, { email, password: PASSWORD }, portal);
    expect((await lines()).slice(before)).toEqual(['staff.sign_in_refused', 'staff.signed_in']);

    const browser = createBrowser(http);
    await browser.post(SIGN_IN, { email, password: PASSWORD }, portal);
    const { code } = await enrol(browser);
    const enrolled = (await lines()).length;
    const elsewhere = createBrowser(http);
    await elsewhere.post(SIGN_IN, { email, password: PASSWORD }, portal);
    await elsewhere.post('/api/auth/two-factor/verify-totp', { code: await wrong(code) }, portal);
    await elsewhere.post('/api/auth/two-factor/verify-totp', { code: await code() }, portal);
    expect((await lines()).slice(enrolled)).toEqual(['staff.factor_asked', 'staff.sign_in_refused', 'staff.signed_in']);
  });
});
