import { sql, type Insertable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '../../../../db/types.ts';
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

test("old delivered signals, old codes, old webhooks and sessions that ended go; what is waiting, given up, recent or proves a row's workflow stays", async () => {
  const commands: Record<string, Omit<Insertable<DB['workflow_outbox']>, 'dedupe_key'>> = {
    'old signal': { kind: 'signal', workflow_id: 'escrow/1', dispatched_at: ago(15) },
    'new signal': { kind: 'signal', workflow_id: 'escrow/1', dispatched_at: ago(13) },
    'waiting signal': { kind: 'signal', workflow_id: 'escrow/1', created_at: ago(40) },
    'dead signal': { kind: 'signal', workflow_id: 'escrow/1', created_at: ago(40), dead_at: ago(39) },
    'start of a milestone': {
      kind: 'start',
      workflow_id: 'escrow/1',
      workflow_type: 'escrowLifecycle',
      dispatched_at: ago(400),
    },
    'start of a code': {
      kind: 'start',
      workflow_id: 'code/1',
      workflow_type: 'verificationCodeExpiry',
      dispatched_at: ago(15),
    },
  };
  for (const [dedupe_key, command] of Object.entries(commands))
    await world.owner
      .insertInto('workflow_outbox')
      .values({ dedupe_key, ...command })
      .execute();
  const code = (expires: Date) => ({
    id: newId(),
    purpose: 'verify' as const,
    email: 'a@test.example',
    expires_at: expires,
  });
  const [old, fresh] = [code(ago(4)), code(ago(1))];
  await world.owner.transaction().execute(async (tx) => {
    for (const row of [old, fresh]) {
      await tx
        .insertInto('workflow_outbox')
        .values({
          dedupe_key: `start:${row.id}`,
          kind: 'start',
          workflow_id: `code/${row.id}`,
          workflow_type: 'verificationCodeExpiry',
        })
        .execute();
      await tx.insertInto('one_time_codes').values(row).execute();
    }
  });
  const { userId } = await createOrg(world, 'creator', 'Sleeper');
  await sql`delete from auth."session"`.execute(world.owner);
  for (const [id, expires] of [
    ['ended', ago(2)],
    ['just ended', ago(0.5)],
    ['live', ago(-1)],
  ] as const)
    await sql`insert into auth."session"("id", "token", "expiresAt", "updatedAt", "userId") values (${id}, ${id}, ${expires}, now(), ${userId})`.execute(
      world.owner,
    );
  const event = (id: string, received_at: Date, processed_at: Date | null) => ({
    id,
    type: 'payment_intent.succeeded',
    object_id: 'pi_1',
    payload: '{}',
    state: processed_at ? ('applied' as const) : ('pending' as const),
    received_at,
    processed_at,
  });
  await world.owner
    .insertInto('psp_events')
    .values([event('old', ago(92), ago(91)), event('recent', ago(90), ago(89)), event('unread', ago(120), null)])
    .execute();
  expect(await clearPast(world.system())).toBe(5);
  expect(await clearPast(world.system())).toBe(0);
  const left = await world.owner
    .selectFrom('workflow_outbox')
    .select('dedupe_key')
    .where('dedupe_key', 'not like', 'start:%')
    .execute();
  expect(left.map((c) => c.dedupe_key).toSorted()).toEqual([
    'dead signal',
    'new signal',
    'start of a milestone',
    'waiting signal',
  ]);
  expect((await world.owner.selectFrom('psp_events').select('id').orderBy('id').execute()).map((e) => e.id)).toEqual([
    'recent',
    'unread',
  ]);
  expect((await world.owner.selectFrom('one_time_codes').select('id').execute()).map((c) => c.id)).toEqual([fresh.id]);
  expect((await sql<{ id: string }>`select "id" from auth."session" order by "id"`.execute(world.owner)).rows).toEqual([
    { id: 'just ended' },
    { id: 'live' },
  ]);
});

test('mails and notices go after a year, unless they still wait; lines about accounts after two, lines about money after ten', async () => {
  const { userId, orgId } = await createOrg(world, 'brand', 'Keeper');
  const mail = (op_id: string, created_at: Date, state: 'bounced' | 'queued' | 'sent') => ({
    id: newId(),
    op_id,
    to_address: 'keeper@test.example',
    user_id: userId,
    template: 'offer_received',
    locale: 'en' as const,
    state,
    created_at,
    available_at: new Date(Date.now() + DAY),
  });
  await world.owner
    .insertInto('mails')
    .values([
      mail('old', ago(366), 'sent'),
      mail('given up', ago(366), 'bounced'),
      mail('waiting', ago(400), 'queued'),
      mail('recent', ago(364), 'sent'),
    ])
    .execute();
  const notice = (dedupe_key: string, created_at: Date, expanded_at: Date | null) => ({
    org_id: orgId,
    kind: 'offer_received' as const,
    link: '/',
    dedupe_key,
    created_at,
    expanded_at,
  });
  await world.owner
    .insertInto('notices')
    .values([notice('old', ago(366), ago(366)), notice('open', ago(400), null), notice('recent', ago(364), ago(364))])
    .execute();
  const bell = (dedupe_key: string, created_at: Date) => ({
    id: newId(),
    user_id: userId,
    kind: 'offer_received' as const,
    link: '/',
    dedupe_key,
    created_at,
  });
  await world.owner
    .insertInto('notifications')
    .values([bell('old', ago(366)), bell('recent', ago(364))])
    .execute();
  const line = (action: string, days: number) => ({
    actor_kind: 'brand',
    actor_user: userId,
    org_id: orgId,
    action,
    target: `${days}`,
    at: ago(days),
  });
  await world.owner
    .insertInto('audit_log')
    .values([
      line('account.identity_saved', 732),
      line('account.identity_saved', 729),
      line('payment.started', 732),
      line('contract.signed', 3_600),
      line('refund.decided', 3_655),
      line('kind.nobody_knows', 3_600),
    ])
    .execute();

  expect(await clearPast(world.system())).toBe(6);
  expect(await clearPast(world.system())).toBe(0);
  const keys = async (table: 'mails' | 'notices' | 'notifications', column: 'op_id' | 'dedupe_key') =>
    (
      await sql<{ key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)} order by 1`.execute(
        world.owner,
      )
    ).rows.map((r) => r.key);
  expect([
    await keys('mails', 'op_id'),
    await keys('notices', 'dedupe_key'),
    await keys('notifications', 'dedupe_key'),
  ]).toEqual([['recent', 'waiting'], ['open', 'recent'], ['recent']]);
  const lines = async () =>
    (
      await world.owner
        .selectFrom('audit_log')
        .select(['action', 'target'])
        .where('actor_user', '=', userId)
        .orderBy('at')
        .execute()
    ).map((l) => `${l.action} ${l.target}`);
  expect(await lines()).toEqual([
    'contract.signed 3600',
    'kind.nobody_knows 3600',
    'payment.started 732',
    'account.identity_saved 729',
  ]);

  // The worker's connection cannot delete younger lines of the second kind, and none by a statement of its own.
  await sql`select clear_audit_log(now(), now(), ${['account', 'payment']}::text[], 100)`.execute(world.worker);
  expect(await lines()).toEqual(['contract.signed 3600', 'kind.nobody_knows 3600', 'account.identity_saved 729']);
  await expect(sql`delete from audit_log`.execute(world.worker)).rejects.toThrow(/permission denied/);
  await expect(sql`delete from audit_log`.execute(world.owner)).rejects.toThrow(/append-only/);
});
