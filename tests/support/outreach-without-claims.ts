import { pino } from 'pino';
import { createDb, createPool } from '../../db/client.ts';
import { withTxAs, type OrgActor, type SystemContext } from '../../server/context.ts';
import { systemClock } from '../../server/core/clock.ts';
import { newId } from '../../server/core/ids.ts';
import { sendToOrg } from '../../server/features/conversations/write.ts';

/*
 * What outreach would be without claims, for comparison: reads who is due, writes to each of them, and notes for all of them
 * afterwards that it did. A process of its own, to be killed.
 */
const BATCH = 12;

const pool = createPool(process.env['DATABASE_WORKER_URL'] ?? '', { max: 2 });
const ctx = {
  db: createDb(pool),
  actor: { kind: 'system', name: 'without-claims' },
  clock: systemClock,
  integrations: { log: pino({ level: 'silent' }), settings: { contactLimitFactor: 100, appUrl: 'http://localhost' } },
  requestId: newId(),
  requestKey: null,
} as unknown as SystemContext;

for (;;) {
  const due = await ctx.db
    .selectFrom('outreach_recipients as r')
    .innerJoin('outreach_sequences as s', 's.id', 'r.sequence_id')
    .innerJoin('profiles as p', 'p.id', 's.approved_by')
    .select(['r.id', 'r.org_id', 'r.creator_org', 's.approved_by', 'p.display_name', 'p.email'])
    .where('s.name', '=', 'No claims')
    .where('r.state', '=', 'active')
    .where('r.next_message', '=', 0)
    .orderBy('r.sequence_id')
    .orderBy('r.id')
    .limit(BATCH)
    .execute();
  if (due.length === 0) break;
  for (const { org_id, creator_org, approved_by, display_name, email } of due) {
    const actor: OrgActor = {
      kind: 'org',
      userId: approved_by ?? '',
      name: display_name,
      email,
      emailVerified: true,
      orgId: org_id,
      orgKind: 'brand',
      role: 'owner',
    };
    await withTxAs(ctx, actor, (tx) => sendToOrg(tx, { to: creator_org ?? '', body: 'First message' }));
  }
  await ctx.db
    .updateTable('outreach_recipients')
    .set({ next_message: 1 })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
}
await ctx.db.destroy();
