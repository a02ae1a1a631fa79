import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgActor, ServiceContext } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { queueCodeMail } from '../../../../server/features/accounts/code-mail.ts';
import { issueCode, useCode } from '../../../../server/features/accounts/codes.ts';
import { codeDigits } from '../../../../server/features/codes/digits.ts';
import { requestEmailChange, confirmEmailChange } from '../../../../server/features/security/email.ts';
import { changePassword } from '../../../../server/features/security/password.ts';
import { securityOverview } from '../../../../server/features/security/service.ts';
import { createAccount, createOrg, createTestWorld, prove, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let anonymous: (at?: Date) => ServiceContext & { clock: ReturnType<typeof steppedClock> };
const MINUTE = 60_000;
let boxes = 0;

beforeAll(async () => {
  world = await createTestWorld('codes');
  anonymous = (at = new Date()) => {
    const clock = steppedClock(at);
    return { ...world.as({ kind: 'anonymous' }, { clock }), clock };
  };
});
afterAll(() => world.close());

const mailbox = () => `box${(boxes += 1)}@test.example`;
const newest = (email: string) =>
  world.owner
    .selectFrom('one_time_codes')
    .selectAll()
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
async function issued(email: string, purpose: 'verify' | 'reset' = 'verify') {
  const ctx = anonymous();
  await issueCode(ctx, { purpose, email, userId: null });
  const { id } = await newest(email);
  return { ctx, id, code: codeDigits(world.integrations.settings.codeSecret, id, purpose, email) };
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (e: { code?: string }) => e.code ?? String(e),
  );

describe('digits', () => {
  test('six digits, bound to code, purpose and mailbox, spread evenly', () => {
    const secret = 's'.repeat(40);
    const seen = new Set<string>();
    for (let i = 0; i < 2_000; i += 1) {
      const digits = codeDigits(secret, `code-${i}`, 'verify', 'a@b.example');
      expect(digits).toMatch(/^\d{6}$/);
      seen.add(digits);
    }
    expect(seen.size).toBeGreaterThan(1_980);
    expect(codeDigits(secret, 'x', 'verify', 'A@B.example ')).toBe(codeDigits(secret, 'x', 'verify', 'a@b.example'));
    expect(codeDigits(secret, 'x', 'reset', 'a@b.example')).not.toBe(codeDigits(secret, 'x', 'verify', 'a@b.example'));
    expect(codeDigits('t'.repeat(40), 'x', 'verify', 'a@b.example')).not.toBe(
      codeDigits(secret, 'x', 'verify', 'a@b.example'),
    );
  });
});

describe('using a code', () => {
  test('a hundred right codes at once succeed once', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    const results = await Promise.all(
      Array.from({ length: 100 }, () => refusal(useCode(ctx, { purpose: 'verify', email, code }))),
    );
    expect(results.filter((r) => r === null)).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set([null, 'auth.code_invalid']));
  });

  test('three wrong tries end it, also for the right code, however many come at once', async () => {
    const email = mailbox();
    const { ctx, id, code } = await issued(email);
    const wrong = code === '000000' ? '111111' : '000000';
    const results = await Promise.all(
      Array.from({ length: 20 }, () => refusal(useCode(ctx, { purpose: 'verify', email, code: wrong }))),
    );
    // Without the digits the answer reveals nothing, not even that the tries are over.
    expect(new Set(results)).toEqual(new Set(['auth.code_invalid']));
    expect((await newest(email)).tries).toBe(3);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_tries');
    expect(
      (await world.owner.selectFrom('one_time_codes').select('used_at').where('id', '=', id).executeTakeFirstOrThrow())
        .used_at,
    ).toBeNull();
  });

  test('a right code survives two wrong tries; another purpose, another mailbox and a used one are refused', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await refusal(useCode(ctx, { purpose: 'reset', email, code }))).toBe('auth.code_invalid');
    expect(await refusal(useCode(ctx, { purpose: 'verify', email: mailbox(), code }))).toBe('auth.code_invalid');
    for (let i = 0; i < 2; i += 1)
      expect(await refusal(useCode(ctx, { purpose: 'verify', email, code: wrong }))).toBe('auth.code_invalid');
    expect(
      await useCode(ctx, { purpose: 'verify', email: email.toUpperCase(), code }, async (_tx, used) => used.codeId),
    ).toBe((await newest(email)).id);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_invalid');
  });

  test('what fails within keeps the code alive but not a wrong try uncounted', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    await expect(
      useCode(ctx, { purpose: 'verify', email, code }, () => Promise.reject(new Error('password too weak'))),
    ).rejects.toThrow('password too weak');
    expect((await newest(email)).used_at).toBeNull();
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBeNull();
  });

  test('ten minutes to the second', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    ctx.clock.advance(10 * MINUTE);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_expired');
    ctx.clock.advance(-1_000);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBeNull();
  });
});

describe('requesting a code', () => {
  test('one a minute, five an hour, ten a day; parallel requests cannot slip past', async () => {
    const email = mailbox();
    const ctx = anonymous();
    const issueAgain = () => refusal(issueCode(ctx, { purpose: 'verify', email, userId: null }));
    const burst = await Promise.all(Array.from({ length: 10 }, issueAgain));
    expect(burst.filter((r) => r === null)).toHaveLength(1);
    expect(burst.filter((r) => r === 'auth.code_wait')).toHaveLength(9);
    ctx.clock.advance(59_000);
    expect(await issueAgain()).toBe('auth.code_wait');
    for (let i = 0; i < 4; i += 1) {
      ctx.clock.advance(61_000);
      expect(await issueAgain()).toBeNull();
    }
    ctx.clock.advance(61_000);
    expect(await issueAgain()).toBe('auth.code_wait');
    for (let i = 0; i < 5; i += 1) {
      ctx.clock.advance(60 * MINUTE);
      expect(await issueAgain()).toBeNull();
    }
    ctx.clock.advance(60 * MINUTE);
    expect(await issueAgain()).toBe('auth.code_wait');
    ctx.clock.advance(24 * 60 * MINUTE);
    expect(await issueAgain()).toBeNull();
  });

  test('a new code ends the one before, signals its workflow, and stores no digits', async () => {
    const email = mailbox();
    const { ctx, id, code } = await issued(email);
    ctx.clock.advance(61_000);
    await issueCode(ctx, { purpose: 'verify', email, userId: null });
    const second = await newest(email);
    expect(second.id).not.toBe(id);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_expired');
    const commands = await world.owner
      .selectFrom('workflow_outbox')
      .select(['dedupe_key', 'payload'])
      .where('workflow_id', 'in', [`code/${id}`, `code/${second.id}`])
      .orderBy('id')
      .execute();
    expect(commands.map((c) => c.dedupe_key)).toEqual([
      `start:code/${id}`,
      `signal:code/${id}:superseded:${id}`,
      `start:code/${second.id}`,
    ]);
    expect(JSON.stringify(commands)).not.toContain(email);
    const everything = JSON.stringify([
      await world.owner.selectFrom('one_time_codes').selectAll().where('email', '=', email).execute(),
      commands,
    ]);
    expect(everything).not.toContain(code);
  });
});

describe('another address for the account', () => {
  const FRESH = 'new-harbour-light';
  const sessionsOf = async (userId: string) =>
    (
      await sql<{ id: string }>`select "id" from auth."session" where "userId" = ${userId}`.execute(world.owner)
    ).rows.map((s) => s.id);
  const otherSession = (userId: string) =>
    sql`insert into auth."session"("id", "expiresAt", "token", "updatedAt", "userId") values (${newId()}, now() + interval '1 day', ${newId()}, now(), ${userId})`.execute(
      world.owner,
    );
  const mailsTo = (email: string) =>
    world.owner
      .selectFrom('mails')
      .select(['template', 'data'])
      .where('to_address', '=', email)
      .orderBy('id')
      .execute();
  const addressesOf = async (userId: string) => {
    const { rows } = await sql<{
      email: string;
    }>`select "email" as email from auth."user" where "id" = ${userId} union select email from profiles where id = ${userId}`.execute(
      world.owner,
    );
    return rows.map((r) => r.email);
  };
  async function requestChange(who: OrgActor, email: string) {
    await requestEmailChange(world.as(who), { email });
    const { id } = await newest(email);
    return { email, id, code: codeDigits(world.integrations.settings.codeSecret, id, 'email', email) };
  }

  test('requires a fresh proof, mails the code to the new mailbox and a notice to the old one, and changes nothing before the code', async () => {
    const who = await createOrg(world, 'brand', 'Moving');
    const email = mailbox();
    expect(await refusal(requestEmailChange(world.as(who), { email }))).toBe('auth.step_up_required');
    await prove(world, who);
    expect(await refusal(requestEmailChange(world.as(who), { email: who.email }))).toBe('auth.email_current');
    const { id } = await requestChange(who, email);
    await queueCodeMail(world.system(), { id });
    expect((await mailsTo(email)).map((m) => m.template)).toEqual(['code_email']);
    expect((await mailsTo(who.email)).map((m) => m.template)).toEqual(['email_change_asked']);
    expect(JSON.stringify(await mailsTo(who.email))).not.toContain(email);
    expect(await addressesOf(who.userId)).toEqual([who.email]);
    expect((await securityOverview(world.as(who))).emailChange).toMatchObject({ email });
    expect(
      await refusal(
        requestEmailChange(world.as(who), { email: mailbox() }).then(() =>
          requestEmailChange(world.as(who), { email }),
        ),
      ),
    ).toBe('auth.code_wait');
  });

  test('moves sign-in, profile and queued notices at once, ends the other sessions and open codes, notifies the old mailbox; the code works once', async () => {
    const who = await createOrg(world, 'creator', 'Mover');
    await prove(world, who);
    await otherSession(who.userId);
    const { email, code } = await requestChange(who, mailbox());
    await issueCode(anonymous(), { purpose: 'reset', email: who.email, userId: null });
    for (const template of ['offer_received', 'new_sign_in']) {
      await world.owner
        .insertInto('mails')
        .values({
          id: newId(),
          op_id: `test:${newId()}`,
          to_address: who.email,
          user_id: who.userId,
          template,
          locale: 'en',
          data: '{}',
          available_at: new Date(Date.now() + 3_600_000),
        })
        .execute();
    }
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await refusal(confirmEmailChange(world.as(who), { email, code: wrong }))).toBe('auth.code_invalid');
    expect(await addressesOf(who.userId)).toEqual([who.email]);

    expect(await confirmEmailChange(world.as(who), { email, code })).toEqual({ email, ended: 1 });
    expect(await addressesOf(who.userId)).toEqual([email]);
    expect(await sessionsOf(who.userId)).toEqual([who.sessionId]);
    expect((await mailsTo(email)).map((m) => m.template)).toContain('offer_received');
    expect((await mailsTo(who.email)).map((m) => m.template).sort()).toEqual([
      'email_change_asked',
      'email_changed',
      'new_sign_in',
    ]);
    expect((await newest(who.email)).superseded_at).not.toBeNull();
    // The same code again, from the same page and from one with the new address.
    expect(await refusal(confirmEmailChange(world.as(who), { email, code }))).toBe('auth.code_invalid');
    expect(await refusal(confirmEmailChange(world.as({ ...who, email }), { email, code }))).toBe('auth.email_current');
    expect((await securityOverview(world.as({ ...who, email }))).emailChange).toBeNull();
  });

  test('a mailbox that is taken is answered the same: no code goes out, its owner is notified once a day; taken meanwhile it is refused', async () => {
    const owner = await createOrg(world, 'brand', 'Owner');
    const who = await createOrg(world, 'brand', 'Taker');
    await prove(world, who);
    const free = await requestChange(who, mailbox());
    const answer = await requestEmailChange(world.as(who), { email: owner.email });
    expect(Object.keys(answer).sort()).toEqual(['email', 'expiresAt', 'resendAt']);
    const { id } = await newest(owner.email);
    expect(await queueCodeMail(world.system(), { id })).toEqual({ state: 'not_sent' });
    expect((await mailsTo(owner.email)).map((m) => m.template)).toEqual(['email_wanted']);
    // Even its digits, had they been mailed, would not take the mailbox.
    expect(
      await refusal(
        confirmEmailChange(world.as(who), {
          email: owner.email,
          code: codeDigits(world.integrations.settings.codeSecret, id, 'email', owner.email),
        }),
      ),
    ).toBe('auth.email_taken');

    await createAccount(world, free.email);
    expect(await refusal(confirmEmailChange(world.as(who), free))).toBe('auth.email_taken');
    expect(await addressesOf(who.userId)).toEqual([who.email]);
  });

  test('a code is its asker’s alone and ten minutes old at most; ten a day and account', async () => {
    const [who, other] = [await createOrg(world, 'brand', 'Asker'), await createOrg(world, 'brand', 'Stranger')];
    await prove(world, who);
    const change = await requestChange(who, mailbox());
    expect(await refusal(confirmEmailChange(world.as(other), change))).toBe('auth.code_invalid');
    const later = steppedClock(new Date(Date.now() + 10 * MINUTE));
    expect(await refusal(confirmEmailChange(world.as(who, { clock: later }), change))).toBe('auth.code_expired');
    for (let i = 0; i < 9; i += 1) await requestChange(who, mailbox());
    expect(await refusal(requestEmailChange(world.as(who), { email: mailbox() }))).toBe('rate.limited');
  });

  test('an unverified mailbox gets no mail: a typo of the sign-up is corrected without writing to a stranger', async () => {
    const who = await createOrg(world, 'creator', 'Typo', { verified: false });
    await sql`update auth."user" set "emailVerified" = false where "id" = ${who.userId}`.execute(world.owner);
    await prove(world, who);
    expect(await confirmEmailChange(world.as(who), await requestChange(who, mailbox()))).toMatchObject({ ended: 0 });
    expect(await mailsTo(who.email)).toEqual([]);
    expect(
      (
        await world.owner
          .selectFrom('profiles')
          .select('email_verified_at')
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow()
      ).email_verified_at,
    ).not.toBeNull();
  });

  test('a new password requires the present one and follows the usual rules, ends the other sessions and notifies its owner', async () => {
    const who = await createOrg(world, 'brand', 'Changer');
    await prove(world, who);
    await otherSession(who.userId);
    const change = (current: string, password: string) => refusal(changePassword(world.as(who), { current, password }));
    expect(await change('harbour-lantern-27', 'password1')).toBe('auth.weak_password');
    expect(await change('harbour-lantern-27', who.email)).toBe('auth.password_personal');
    expect(await change('harbour-lantern-27', 'harbour-lantern-27')).toBe('auth.password_same');
    expect(await sessionsOf(who.userId)).toHaveLength(2);
    expect(await change('harbour-lantern-27', FRESH)).toBeNull();
    expect(await sessionsOf(who.userId)).toEqual([who.sessionId]);
    expect((await mailsTo(who.email)).map((m) => m.template)).toEqual(['password_replaced']);
    // The old one opens nothing any more, and guessing within a session ends after five tries.
    const guesses = [];
    for (let i = 0; i < 6; i += 1) guesses.push(await change('harbour-lantern-27', 'another-harbour-1'));
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => 'auth.proof_wrong'), 'auth.proof_wait']);
    expect(await change(FRESH, 'another-harbour-1')).toBe('auth.proof_wait');
  });

  test('with a second factor the password alone changes no password', async () => {
    const who = await createOrg(world, 'brand', 'Factor');
    await prove(world, who);
    await sql`insert into auth."passkey"("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp") values (${newId()}, 'k', ${who.userId}, ${newId()}, 0, 'singleDevice', false)`.execute(
      world.owner,
    );
    await world.owner
      .updateTable('session_facts')
      .set({ proved_at: new Date(Date.now() - 11 * MINUTE) })
      .where('user_id', '=', who.userId)
      .execute();
    expect(await refusal(changePassword(world.as(who), { current: 'harbour-lantern-27', password: FRESH }))).toBe(
      'auth.step_up_required',
    );
  });
});
