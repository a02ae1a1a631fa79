import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggedError } from '../../server/core/logged-error.ts';
import { startWorkerLoops } from '../../workflows/worker-loops.ts';
import { createAccount, createOrg, createTestWorld, type TestWorld } from '../support/people.ts';
import { eventually } from '../support/worker.ts';

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('worker_loops');
});
afterAll(() => world?.close());

/** As the owner of the tables, whose rights the maintenance role does not have. */
const asOwner = (statement: string): Promise<unknown> =>
  world.owner.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

/** What a worker with the upkeep alone reports until `during` ends. */
async function withUpkeep(during: (reports: { loop: string }[]) => Promise<void>): Promise<void> {
  const reports: { loop: string }[] = [];
  const log = pino(
    { level: 'error', serializers: { err: loggedError } },
    { write: (line) => void reports.push(JSON.parse(line)) },
  );
  const loops = startWorkerLoops(
    { ...world.system(), integrations: { ...world.integrations, log } },
    { parts: { notices: false, mails: false, webhooks: false, repair: true }, repair: async () => {} },
  );
  try {
    await during(reports);
  } finally {
    await Promise.all([...loops.values()].map((loop) => loop.stop()));
  }
}

test('a part of the upkeep that fails is reported and tried again, and stops no other part', async () => {
  const { userId } = await createOrg(world, 'creator', 'Sleeper');
  const unverified = await createAccount(world, 'unverified@test.example');
  await sql`update auth."user" set "createdAt" = ${ago(30)} where "id" = ${unverified}`.execute(world.owner);
  await sql`update auth."session" set "expiresAt" = ${ago(400)} where "userId" = ${userId}`.execute(world.owner);
  await world.owner
    .insertInto('psp_events')
    .values({
      id: 'old',
      type: 'payment_intent.succeeded',
      object_id: 'pi_1',
      payload: '{}',
      state: 'applied',
      received_at: ago(400),
      processed_at: ago(400),
    })
    .execute();
  const events = () => world.owner.selectFrom('psp_events').select('id').execute();
  const count = async (table: 'session' | 'user', column: 'id' | 'userId', id: string) =>
    (await sql`select 1 from ${sql.table(`auth.${table}`)} where ${sql.ref(column)} = ${id}`.execute(world.owner)).rows
      .length;

  await asOwner('revoke delete on psp_events from sponsio_worker');
  await withUpkeep(async (reports) => {
    await eventually('two reports', async () => reports.length > 1);
    await eventually('the end of the session', async () => (await count('session', 'userId', userId)) === 0);
    await eventually('the erasure of the account', async () => (await count('user', 'id', unverified)) === 0);
    expect(await events()).toHaveLength(1);

    await asOwner('grant delete on psp_events to sponsio_worker');
    await eventually('the deletion of the event', async () => (await events()).length === 0);
    expect(new Set(reports.map(({ loop }) => loop))).toEqual(new Set(['past rows']));
    expect(JSON.stringify(reports[0])).toContain('permission denied for table psp_events');
  });
});
