import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../server/core/ids.ts';
import { clearPast } from '../../../../server/features/platform/upkeep.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('upkeep');
});
afterAll(() => world?.close());

test('old delivered signals, old codes, old webhooks and sessions that ended go; what is waiting, given up, recent or proves a row\'s workflow stays', async () => {
  const commands = {
    'old signal': { kind: 'signal', workflow_id: 'escrow/1', dispatched_at: ago(15) },
    'new signal': { kind: 'signal', workflow_id: 'escrow/1', dispatched_at: ago(13) },
    'waiting signal': { kind: 'signal', workflow_id: 'escrow/1', created_at: ago(40) },
    'dead signal': { kind: 'signal', workflow_id: 'escrow/1', created_at: ago(40), dead_at: ago(39) },
    'start of a milestone': { kind: 'start', workflow_id: 'escrow/1', workflow_type: 'escrowLifecycle', dispatched_at: ago(400) },
    'start of a code': { kind: 'start', workflow_id: 'code/1', workflow_type: 'verificationCodeExpiry', dispatched_at: ago(15) },
  };
  for (const [dedupe_key, command] of Object.entries(commands)) await world.owner.insertInto('workflow_outbox').values({ dedupe_key, ...command }).execute();
  const code = (expires: Date) => ({ id: newId(), purpose: 'verify', email: 'a@test.example', expires_at: expires });
  const [old, fresh] = [code(ago(4)), code(ago(1))];
  await world.owner.transaction().execute(async (tx) => {
    for (const row of [old, fresh]) {
      await tx.insertInto('workflow_outbox').values({ dedupe_key: `start:${row.id}`, kind: 'start', workflow_id: `code/${row.id}`, workflow_type: 'verificationCodeExpiry' }).execute();
      await tx.insertInto('one_time_codes').values(row).execute();
    }
  });
  const { userId } = await createOrg(world, 'creator', 'Sleeper');
  await sql`delete from auth."session"`.execute(world.owner);
  for (const [id, expires] of [['ended', ago(2)], ['just ended', ago(0.5)], ['live', ago(-1)]] as const)
    await sql`insert into auth."session"("id", "token", "expiresAt", "updatedAt", "userId") values (${id}, ${id}, ${expires}, now(), ${userId})`.execute(world.owner);
  const event = (id: string, received_at: Date, processed_at: Date | null) => ({ id, type: 'payment_intent.succeeded', object_id: 'pi_1', payload: '{}', state: processed_at ? 'applied' : 'pending', received_at, processed_at });
  await world.owner.insertInto('psp_events').values([event('old', ago(92), ago(91)), event('recent', ago(90), ago(89)), event('unread', ago(120), null)]).execute();
  expect(await clearPast(world.system())).toBe(5);
  expect(await clearPast(world.system())).toBe(0);
  const left = await world.owner.selectFrom('workflow_outbox').select('dedupe_key').where('dedupe_key', 'not like', 'start:%').execute();
  expect(left.map((c) => c.dedupe_key).toSorted()).toEqual(['dead signal', 'new signal', 'start of a milestone', 'waiting signal']);
  expect((await world.owner.selectFrom('psp_events').select('id').orderBy('id').execute()).map((e) => e.id)).toEqual(['recent', 'unread']);
  expect((await world.owner.selectFrom('one_time_codes').select('id').execute()).map((c) => c.id)).toEqual([fresh.id]);
  expect((await sql<{ id: string }>`select "id" from auth."session" order by "id"`.execute(world.owner)).rows).toEqual([{ id: 'just ended' }, { id: 'live' }]);
});
