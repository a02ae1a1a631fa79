import { sql, type Kysely } from 'kysely';
import { all, inserts, secureTable, STAFF, updates } from '../secure-table.ts';

/** From what happened to the bell and to the mailbox. */
export async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id uuid primary key,
      user_id text not null,
      org_id uuid references orgs,
      kind text not null,
      data jsonb not null default '{}',
      link text not null,
      dedupe_key text not null unique,
      read_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index notifications_age on notifications (created_at);
    create index notifications_unread on notifications (user_id) where read_at is null;
    create index notifications_user on notifications (user_id, created_at desc);
    create trigger notifications_live after insert or update on notifications
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'notifications', {
    policies: {
      own: all('user_id = app_user()'),
    },
    app: { insert: true, update: ['read_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- What happened, addressed to an org; the worker expands it to notifications and mails of its members.
    create table notices (
      id bigint generated always as identity primary key,
      org_id uuid not null references orgs,
      kind text not null,
      data jsonb not null default '{}',
      link text not null,
      roles text[],
      dedupe_key text not null unique,
      created_at timestamptz not null default now(),
      expanded_at timestamptz
    );
    create index notices_open on notices (id) where expanded_at is null;
    create index notices_expanded_age on notices (created_at) where expanded_at is not null;
    create trigger notices_notify after insert on notices for each statement execute function notify_notices();
  `.execute(db);
  await secureTable(db, 'notices', {
    policies: {
      app_inserts: inserts('true'),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    create table mails (
      id uuid primary key,
      op_id text not null unique,
      to_address text not null,
      user_id text,
      template text not null,
      locale text not null,
      data jsonb not null default '{}',
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'bounced')),
      attempts int not null default 0,
      available_at timestamptz not null default now(),
      locked_until timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index mails_address on mails (lower(to_address));
    create index mails_done_age on mails (created_at) where state <> 'queued';
    create index mails_queue on mails (available_at) where state = 'queued';
    create index mails_reader on mails (user_id, template, created_at);
    create index mails_undelivered on mails (created_at) where state in ('failed', 'bounced');
    create index mails_user on mails (user_id) where user_id is not null;
    create trigger mails_notify after insert on mails for each statement execute function notify_mail();
  `.execute(db);
  await secureTable(db, 'mails', {
    policies: {
      app_inserts: inserts('true'),
      staff_updates: updates(STAFF),
    },
    app: { insert: true, update: ['state', 'attempts', 'available_at', 'locked_until'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
}
