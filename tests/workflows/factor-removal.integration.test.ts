import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/core/ids.ts';
import type { OrgActor } from '../../server/context.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { textsIn } from '../../server/features/notifications/texts.ts';
import { keepFactor, removeFactor } from '../../server/features/security/factors.ts';
import { noteProof } from '../../server/features/security/step-up.ts';
import type { OutgoingMail } from '../../server/integrations/mailer/mailer.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually, resultOf, startTestWorker, statusOf } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  world = await createTestWorld('wf_factors');
  world.integrations.mailer = { send: async (mail) => void sent.push(mail), close() {} };
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime?.stop();
  await world?.close();
});

async function withPasskey(): Promise<{ who: OrgActor; passkeyId: string }> {
  const who = await createOrg(world, 'creator', 'Maya');
  const passkeyId = newId();
  await sql`insert into auth."passkey"("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp") values (${passkeyId}, 'key', ${who.userId}, ${passkeyId}, 0, 'singleDevice', false)`.execute(
    world.owner,
  );
  await noteProof(world.as(who), who.sessionId!, 'passkey');
  return { who, passkeyId };
}
const subjectOf = (kind: string) => textsIn('en').t(`mail:account.${kind}.subject`);
const passkeys = async (who: OrgActor) =>
  (await sql`select 1 from auth."passkey" where "userId" = ${who.userId}`.execute(world.owner)).rows.length;
const removal = (who: OrgActor) =>
  world.owner.selectFrom('factor_removals').selectAll().where('user_id', '=', who.userId).executeTakeFirstOrThrow();

test('the last second factor goes when the day is over, not before, and its owner is notified both times', async () => {
  const { who, passkeyId } = await withPasskey();
  await removeFactor(world.as(who), { factor: 'passkey', id: passkeyId });
  const { id } = await removal(who);
  await eventually('the first mail', async () =>
    sent.find((m) => m.to === who.email && m.subject === subjectOf('factor_removal_planned')),
  );
  await eventually('the workflow', async () => (await statusOf(runtime, `factor-removal/${id}`)) === 'RUNNING');
  // An early call of the database's function removes nothing.
  await sql`select remove_factor(${id})`.execute(world.worker);
  expect(await passkeys(who)).toBe(1);

  await world.owner.updateTable('factor_removals').set({ due_at: new Date() }).where('id', '=', id).execute();
  await signalWorkflow(world.system(), 'factorRemoval', id, 'looked', id);
  expect(await resultOf(runtime, `factor-removal/${id}`)).toBe('removed');
  expect(await passkeys(who)).toBe(0);
  await eventually('the second mail', async () =>
    sent.find((m) => m.to === who.email && m.subject === subjectOf('factor_removed')),
  );
  await recordHistory(runtime.client, `factor-removal/${id}`, 'factor-removed');
});

test('stopped, it stays, and the workflow ends', async () => {
  const { who, passkeyId } = await withPasskey();
  await removeFactor(world.as(who), { factor: 'passkey', id: passkeyId });
  const { id } = await removal(who);
  await eventually('the workflow', () => statusOf(runtime, `factor-removal/${id}`));
  await keepFactor(world.as(who));
  expect(await resultOf(runtime, `factor-removal/${id}`)).toBe('stopped');
  await world.owner
    .updateTable('factor_removals')
    .set({ due_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute();
  await sql`select remove_factor(${id})`.execute(world.worker);
  expect(await passkeys(who)).toBe(1);
  await recordHistory(runtime.client, `factor-removal/${id}`, 'factor-kept');
});
