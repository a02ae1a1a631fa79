import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { codeDigits, issueCode, useCode } from '../../../../server/features/accounts/codes.ts';
import { createTestWorld, type TestWorld } from '../../../support/people.ts';

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
const newest = (email: string) => world.owner.selectFrom('one_time_codes').selectAll().where('email', '=', email).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
async function issued(email: string, purpose: 'verify' | 'reset' = 'verify') {
  const ctx = anonymous();
  await issueCode(ctx, { purpose, email, userId: null });
  const { id } = await newest(email);
  return { ctx, id, code: codeDigits(world.integrations.settings.codeSecret, id, purpose, email) };
}
const refusal = (promise: Promise<unknown>) => promise.then(() => null, (e: { code?: string }) => e.code ?? String(e));

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
    expect(codeDigits('t'.repeat(40), 'x', 'verify', 'a@b.example')).not.toBe(codeDigits(secret, 'x', 'verify', 'a@b.example'));
  });
});

describe('using a code', () => {
  test('a hundred right codes at once succeed once', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    const results = await Promise.all(Array.from({ length: 100 }, () => refusal(useCode(ctx, { purpose: 'verify', email, code }))));
    expect(results.filter((r) => r === null)).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set([null, 'auth.code_invalid']));
  });

  test('three wrong tries end it, also for the right code, however many come at once', async () => {
    const email = mailbox();
    const { ctx, id, code } = await issued(email);
    const wrong = code === '000000' ? '111111' : '000000';
    const results = await Promise.all(Array.from({ length: 20 }, () => refusal(useCode(ctx, { purpose: 'verify', email, code: wrong }))));
    // Who does not know the digits learns nothing, not even that the tries are over.
    expect(new Set(results)).toEqual(new Set(['auth.code_invalid']));
    expect((await newest(email)).tries).toBe(3);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_tries');
    expect((await world.owner.selectFrom('one_time_codes').select('used_at').where('id', '=', id).executeTakeFirstOrThrow()).used_at).toBeNull();
  });

  test('a right code survives two wrong tries; another purpose, another mailbox and a used one are refused', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await refusal(useCode(ctx, { purpose: 'reset', email, code }))).toBe('auth.code_invalid');
    expect(await refusal(useCode(ctx, { purpose: 'verify', email: mailbox(), code }))).toBe('auth.code_invalid');
    for (let i = 0; i < 2; i += 1) expect(await refusal(useCode(ctx, { purpose: 'verify', email, code: wrong }))).toBe('auth.code_invalid');
    expect(await useCode(ctx, { purpose: 'verify', email: email.toUpperCase(), code }, async (_tx, used) => used.codeId)).toBe((await newest(email)).id);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_invalid');
  });

  test('what fails within keeps the code alive but not a wrong try uncounted', async () => {
    const email = mailbox();
    const { ctx, code } = await issued(email);
    await expect(useCode(ctx, { purpose: 'verify', email, code }, () => Promise.reject(new Error('password too weak')))).rejects.toThrow('password too weak');
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

describe('asking for a code', () => {
  test('one a minute, five an hour, ten a day; parallel requests cannot slip past', async () => {
    const email = mailbox();
    const ctx = anonymous();
    const ask = () => refusal(issueCode(ctx, { purpose: 'verify', email, userId: null }));
    const burst = await Promise.all(Array.from({ length: 10 }, ask));
    expect(burst.filter((r) => r === null)).toHaveLength(1);
    expect(burst.filter((r) => r === 'auth.code_wait')).toHaveLength(9);
    ctx.clock.advance(59_000);
    expect(await ask()).toBe('auth.code_wait');
    for (let i = 0; i < 4; i += 1) {
      ctx.clock.advance(61_000);
      expect(await ask()).toBeNull();
    }
    ctx.clock.advance(61_000);
    expect(await ask()).toBe('auth.code_wait');
    for (let i = 0; i < 5; i += 1) {
      ctx.clock.advance(60 * MINUTE);
      expect(await ask()).toBeNull();
    }
    ctx.clock.advance(60 * MINUTE);
    expect(await ask()).toBe('auth.code_wait');
    ctx.clock.advance(24 * 60 * MINUTE);
    expect(await ask()).toBeNull();
  });

  test('a new code ends the one before, tells its workflow, and stores no digits', async () => {
    const email = mailbox();
    const { ctx, id, code } = await issued(email);
    ctx.clock.advance(61_000);
    await issueCode(ctx, { purpose: 'verify', email, userId: null });
    const second = await newest(email);
    expect(second.id).not.toBe(id);
    expect(await refusal(useCode(ctx, { purpose: 'verify', email, code }))).toBe('auth.code_expired');
    const commands = await world.owner.selectFrom('workflow_outbox').select(['dedupe_key', 'payload']).where('workflow_id', 'in', [`code/${id}`, `code/${second.id}`]).orderBy('id').execute();
    expect(commands.map((c) => c.dedupe_key)).toEqual([`start:code/${id}`, `signal:code/${id}:superseded:${id}`, `start:code/${second.id}`]);
    expect(JSON.stringify(commands)).not.toContain(email);
    const everything = JSON.stringify([await world.owner.selectFrom('one_time_codes').selectAll().where('email', '=', email).execute(), commands]);
    expect(everything).not.toContain(code);
  });
});
