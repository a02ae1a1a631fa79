import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/core/ids.ts';
import { issueCode, useCode } from '../../server/features/accounts/codes.ts';
import { codeDigits } from '../../server/features/codes/digits.ts';
import type { OutgoingMail } from '../../server/integrations/mailer/mailer.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { endSoon } from '../support/deadlines.ts';
import { recordHistory } from '../support/histories.ts';
import { createAccount, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, resultOf, startTestWorker } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  world = await createTestWorld('wf_codes');
  world.integrations.mailer = { send: async (mail) => void sent.push(mail), close() {} };
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime.stop();
  await world.close();
});

const codeOf = (email: string) =>
  world.owner.selectFrom('one_time_codes').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

test('requested, mailed, used: the workflow ends and holds neither code nor address', async () => {
  const email = 'first@test.example';
  await issueCode(world.as({ kind: 'anonymous' }), { purpose: 'verify', email, userId: newId() });
  const mail = await eventually('the mail', async () => sent.find((m) => m.to === email));
  const { id } = await codeOf(email);
  const digits = codeDigits(world.integrations.settings.codeSecret, id, 'verify', email);
  expect(mail.html).toContain(digits);
  await useCode(world.as({ kind: 'anonymous' }), { purpose: 'verify', email, code: digits });
  expect(await resultOf(runtime, `code/${id}`)).toBe('used');
  await recordHistory(runtime.client, `code/${id}`, 'code-used');
  const history = JSON.stringify(
    await runtime.client.workflow.getHandle(`code/${id}`).fetchHistory(),
    (_, v: unknown) => (v instanceof Uint8Array ? Buffer.from(v).toString() : v),
  );
  expect(history).not.toContain(email);
  expect(history).not.toContain(digits);
});

test('unused, it ends at its time', async () => {
  const email = 'second@test.example';
  await createAccount(world, email);
  await issueCode(world.as({ kind: 'anonymous' }), { purpose: 'reset', email, userId: null });
  const { id } = await codeOf(email);
  await eventually('the mail', async () => sent.find((m) => m.to === email));
  await endSoon.code(world, id);
  await eventually('the end', async () => (await codeOf(email)).superseded_at);
  expect(await resultOf(runtime, `code/${id}`)).toBe('ended');
  await recordHistory(runtime.client, `code/${id}`, 'code-expired');
  expect(sent.filter((m) => m.to === email)).toHaveLength(1);
});

test('requested without an account, or for a proven mailbox, it runs without a mail', async () => {
  const unknown = 'nobody@test.example';
  const proven = 'proven@test.example';
  await createAccount(world, proven, { verified: true });
  for (const email of [unknown, proven])
    await issueCode(world.as({ kind: 'anonymous' }), { purpose: 'verify', email, userId: null });
  await issueCode(world.as({ kind: 'anonymous' }), { purpose: 'reset', email: proven, userId: null });
  await eventually('the mail of the reset', async () => sent.find((m) => m.to === proven));
  for (const email of [unknown, proven]) {
    const { id } = await world.owner
      .selectFrom('one_time_codes')
      .select('id')
      .where('email', '=', email)
      .where('purpose', '=', 'verify')
      .executeTakeFirstOrThrow();
    await eventually(
      'the look at the mailbox',
      async () =>
        (
          await world.owner
            .selectFrom('one_time_codes')
            .select('mail_settled_at')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).mail_settled_at,
    );
    expect(await world.owner.selectFrom('mails').select('id').where('op_id', '=', `code:${id}`).execute()).toEqual([]);
  }
  expect(sent.filter((m) => m.to === unknown)).toEqual([]);
  expect(sent.filter((m) => m.to === proven)).toHaveLength(1);
});
