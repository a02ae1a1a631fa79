import { sql, type Kysely } from 'kysely';
import { all, inserts, reads, secureTable } from '../secure-table.ts';

/** Copies of personal data, erasure, and the proof of cookie choices. */
export async function createPrivacy(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_exports (
      id uuid primary key,
      user_id text not null,
      org_id uuid not null references orgs,
      state text not null check (state in ('queued', 'collecting', 'ready', 'expired')),
      done int not null default 0,
      total int not null default 0,
      size bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz
    );
    create unique index data_exports_one_at_a_time on data_exports (user_id) where state in ('queued', 'collecting');
    create index data_exports_user on data_exports (user_id, created_at desc);
    create trigger data_exports_live after insert or update on data_exports
      for each row execute function notify_user();
    create constraint trigger data_exports_need_workflow after insert on data_exports
      deferrable initially deferred for each row execute function assert_workflow_started('export');
  `.execute(db);
  await secureTable(db, 'data_exports', {
    policies: {
      own: all('user_id = app_user()'),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- user_id goes when the person is erased; what remains names no person.
    create table deletion_requests (
      id uuid primary key,
      code text not null unique,
      user_id text,
      source text not null check (source in ('profile', 'mail', 'meta')),
      state text not null check (state in ('checking', 'blocked', 'planned', 'erased', 'closed', 'cancelled')),
      blockers jsonb not null default '[]',
      erase_at timestamptz,
      requested_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index deletion_requests_one_open on deletion_requests (user_id)
      where state in ('checking', 'blocked', 'planned');
    create trigger deletion_requests_live after insert or update on deletion_requests
      for each row when (new.user_id is not null) execute function notify_user();
    create constraint trigger deletion_requests_need_workflow after insert on deletion_requests
      deferrable initially deferred
        for each row when (new.state = 'checking') execute function assert_workflow_started('deletion');
  `.execute(db);
  await secureTable(db, 'deletion_requests', {
    policies: {
      own: all('user_id = app_user()'),
      meta_callback: all("app_kind() = 'system' and source = 'meta'"),
    },
    app: { insert: true, update: ['state', 'blockers', 'erase_at', 'updated_at', 'ended_at'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- The proof of every cookie choice.
    create table consents (
      id uuid primary key,
      consent_id uuid not null,
      user_id text,
      policy_version text not null,
      text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
      locale text not null,
      categories text[] not null check (categories <@ array['preferences', 'analytics', 'marketing']),
      action text not null check (action in ('all', 'necessary', 'chosen')),
      created_at timestamptz not null default now()
    );
    create index consents_by_user on consents (user_id) where user_id is not null;
    create index consents_by_visitor on consents (consent_id, created_at);
    create trigger consents_append_only before update or delete on consents
      for each row execute function refuse_change_unless_erasing();
  `.execute(db);
  await secureTable(db, 'consents', {
    policies: {
      own: reads('user_id = app_user()'),
      app_inserts: inserts('user_id is null or user_id = app_user()'),
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });
}
