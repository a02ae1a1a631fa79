import { sql, type Kysely } from 'kysely';
import { secureFunction, secureTable } from '../secure-table.ts';

/** Runs of the check of the books, and the currencies in which no money goes out because of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table money_checks (
      id uuid primary key,
      state text not null default 'queued' check (state in ('queued', 'running', 'clean', 'breached', 'failed')),
      begun_by text not null check (begun_by in ('schedule', 'restart', 'operator')),
      asked_by text,
      phase text not null default 'ledger',
      percent int not null default 0 check (percent between 0 and 100),
      -- The provider's lines were compared from here on; null: all of them.
      lines_since timestamptz,
      rows_read bigint not null default 0,
      lines_read bigint not null default 0,
      counts jsonb not null default '{}',
      breaches jsonb not null default '[]',
      in_flight jsonb not null default '[]',
      error text,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      updated_at timestamptz not null,
      check ((state in ('queued', 'running')) = (finished_at is null))
    );
    -- One run at a time: whoever asks meanwhile joins it.
    create unique index money_checks_one_open on money_checks ((true)) where state in ('queued', 'running');
    create index money_checks_finished on money_checks (finished_at desc) where finished_at is not null;
    create index money_checks_recent on money_checks (created_at desc);

    create table money_stops (
      id uuid primary key,
      currency text not null,
      check_id uuid not null references money_checks,
      since timestamptz not null,
      lifted_at timestamptz,
      lifted_by text check (lifted_by in ('clean_run', 'staff')),
      check ((lifted_at is null) = (lifted_by is null))
    );
    create unique index money_stops_open on money_stops (currency) where lifted_at is null;
    create index money_stops_lifted on money_stops (currency, lifted_at desc);

    -- Postings are written in the order of time: a few pages of index for all of them.
    create index ledger_tx_posted on ledger_tx using brin (posted_at);

    create function staff_mailboxes(p_roles text[]) returns table (user_id text, email text)
      language plpgsql stable security definer set search_path = public, pg_temp as $$
      begin
        return query select s.user_id, u."email" from staff s join auth."user" u on u."id" = s.user_id where s.role = any(p_roles);
      end $$;
  `)
    .execute(db);
  await secureTable(db, 'money_checks', {
    policies: {
      staff_asks: `for insert to sponsio_app with check (app_kind() = 'staff' and state = 'queued' and begun_by = 'operator' and asked_by = app_user())`,
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });
  await secureTable(db, 'money_stops', {
    policies: {
      // Whoever waits for money may know that it waits.
      shown: 'for select to sponsio_app using (lifted_at is null and app_org() is not null)',
      staff_lifts: `for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff' and lifted_by = 'staff')`,
    },
    app: { update: ['lifted_at', 'lifted_by'] },
    worker: ['select', 'insert', 'update'],
  });
  await secureFunction(db, 'staff_mailboxes(text[])', ['sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function staff_mailboxes(text[])`.execute(db);
  await sql`drop index ledger_tx_posted`.execute(db);
  await sql`drop table money_stops, money_checks`.execute(db);
}
