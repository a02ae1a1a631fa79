import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import { WEBHOOKS_CHANNEL } from '../rules.ts';

/*
 * The inbox of the provider's webhooks: each event once, pending until its object has been read from the provider.
 */

/** The payment at the provider that a webhook named for this attempt, newest first. */
export async function namedPayment(db: Db, input: { milestoneId: string; paymentId: string }): Promise<string | null> {
  const row = await db
    .selectFrom('psp_events')
    .select('object_id')
    .where('milestone_id', '=', input.milestoneId)
    .where('type', 'like', 'payment_intent.%')
    .where(sql<string>`payload->'metadata'->>'payment_id'`, '=', input.paymentId)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.object_id ?? null;
}

export interface StoredEvent {
  id: string;
  type: string;
  account: string | null;
  object_id: string;
  milestone_id: string | null;
  org_id: string | null;
  metadata: Record<string, string>;
  /** The movement of the balance that its object named. */
  balance_transaction: string | null;
  state: 'pending' | 'applied' | 'ignored';
  received_at: Date;
}

/** Stores an event once; false when it was stored before. */
export async function insertProviderEvent(
  db: Db,
  e: StoredEvent & { reason: string | null; createdAt: Date },
): Promise<boolean> {
  // No conflict column named: row security would then require the right to read the row.
  const inserted = await db
    .insertInto('psp_events')
    .values({
      id: e.id,
      type: e.type,
      account: e.account,
      object_id: e.object_id,
      milestone_id: e.milestone_id,
      org_id: e.org_id,
      payload: JSON.stringify({
        created: e.createdAt.toISOString(),
        metadata: e.metadata,
        ...(e.balance_transaction ? { balance_transaction: e.balance_transaction } : {}),
      }),
      state: e.state,
      reason: e.reason,
      received_at: e.received_at,
      processed_at: e.state === 'pending' ? null : e.received_at,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function providerEvent(db: Db, eventId: string): Promise<StoredEvent | undefined> {
  return (await db
    .selectFrom('psp_events')
    .select([
      'id',
      'type',
      'account',
      'object_id',
      'milestone_id',
      'org_id',
      sql<Record<string, string>>`coalesce(payload->'metadata', '{}')`.as('metadata'),
      sql<string | null>`payload->>'balance_transaction'`.as('balance_transaction'),
      'state',
      'received_at',
    ])
    .where('id', '=', eventId)
    .executeTakeFirst()) as StoredEvent | undefined;
}

export async function settleProviderEvent(
  db: Db,
  input: { eventId: string; state: 'applied' | 'ignored'; reason: string | null; at: Date },
): Promise<void> {
  await db
    .updateTable('psp_events')
    .set({ state: input.state, reason: input.reason, processed_at: input.at })
    .where('id', '=', input.eventId)
    .where('state', '=', 'pending')
    .execute();
}

/** Settles a payment's webhooks once its object was read from the provider; with `type`, those of one type. */
export async function settlePaymentEvents(
  db: Db,
  input: { milestoneId: string; paymentId: string; type?: string; at: Date },
): Promise<void> {
  await db
    .updateTable('psp_events')
    .set({ state: 'applied', processed_at: input.at })
    .where('milestone_id', '=', input.milestoneId)
    .where('state', '=', 'pending')
    .where(sql<string>`payload->'metadata'->>'payment_id'`, '=', input.paymentId)
    .$if(input.type !== undefined, (q) => q.where('type', '=', input.type!))
    .execute();
}

export async function orgOfAccount(db: Db, providerAccountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payout_accounts')
    .select('org_id')
    .where('provider_account_id', '=', providerAccountId)
    .executeTakeFirst();
  return row?.org_id ?? null;
}

/** True when an unprocessed webhook reports this attempt as paid. */
export async function pendingSuccess(db: Db, input: { milestoneId: string; paymentId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('psp_events')
    .select('id')
    .where('milestone_id', '=', input.milestoneId)
    .where('type', '=', 'payment_intent.succeeded')
    .where('state', '=', 'pending')
    .where(sql<string>`payload->'metadata'->>'payment_id'`, '=', input.paymentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Wakes the worker for an event without a workflow, at commit. */
export async function notifyWebhooks(db: Db): Promise<void> {
  await sql`select pg_notify(${WEBHOOKS_CHANNEL}, '')`.execute(db);
}

/**
 * Webhooks that were received before `before` and are not processed yet, oldest first; those without a workflow, such
 * as disputes, at once.
 */
export async function pendingEvents(
  db: Db,
  input: { before: Date; now: Date; after: ListPlace | null; limit: number },
): Promise<ListPlace[]> {
  return db
    .selectFrom('psp_events')
    .select(['id', placeTime('received_at').as('at')])
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('received_at', '<', input.before),
        eb.and([eb('milestone_id', 'is', null), eb('org_id', 'is', null), eb('received_at', '<=', input.now)]),
      ]),
    )
    .where(behind('received_at', 'id', 'ascending', input.after, 'text'))
    .orderBy('received_at')
    .orderBy('id')
    .limit(input.limit)
    .execute();
}
