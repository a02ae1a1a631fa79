import { sql, type Kysely } from 'kysely';
import { inserts, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/** Commands to Temporal, and the request keys that make repeated calls have one effect. */
export async function createWorkflows(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Commands to Temporal, committed with the change that they report.
    create table workflow_outbox (
      id bigint generated always as identity primary key,
      dedupe_key text not null unique,
      kind text not null check (kind in ('start', 'signal', 'cancel')),
      workflow_id text not null,
      workflow_type text,
      task_queue text,
      name text,
      payload jsonb not null default '{}',
      attributes jsonb not null default '{}',
      generation int not null default 1,
      created_at timestamptz not null default now(),
      available_at timestamptz not null default now(),
      locked_until timestamptz,
      attempts int not null default 0,
      last_error text,
      dispatched_at timestamptz,
      dead_at timestamptz,
      run_id text
    );
    create index workflow_outbox_dead on workflow_outbox (id) where dead_at is not null and dispatched_at is null;
    create index workflow_outbox_open on workflow_outbox (available_at, id)
      where dispatched_at is null and dead_at is null;
    create index workflow_outbox_order on workflow_outbox (workflow_id, id)
      where dispatched_at is null and dead_at is null;
    create index workflow_outbox_dispatched on workflow_outbox (dispatched_at) where dispatched_at is not null;
    create index workflow_outbox_starts on workflow_outbox (workflow_id, generation) where kind = 'start';
    create trigger workflow_outbox_notify after insert on workflow_outbox
      for each statement execute function notify_outbox();
  `.execute(db);
  await secureTable(db, 'workflow_outbox', {
    policies: {
      app_inserts: inserts('true'),
      staff_updates: updates(STAFF),
    },
    app: { insert: true, update: ['available_at', 'locked_until', 'attempts', 'dead_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- What each request key was used for. Written in the transaction of the act, so that a refused act leaves its key free;
    -- deleted by upkeep, and with the user. No foreign key: it would lock the profile before the rows of the act, and an act
    -- beside the erasure of its user would end in a violated constraint or a deadlock.
    create table request_keys (
      user_id text not null,
      request_key text not null,
      act text not null,
      input_hash text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, request_key)
    );
    create index request_keys_age on request_keys (created_at);
  `.execute(db);
  await secureTable(db, 'request_keys', {
    policies: {
      own: reads('user_id = app_user()'),
      own_inserts: inserts('user_id = app_user() and app_org() is not null'),
    },
    staffReads: false,
    app: { insert: true },
    worker: ['select', 'insert', 'delete'],
  });
}
