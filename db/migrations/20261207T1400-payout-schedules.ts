import { sql, type Kysely } from 'kysely';
import { asMaintenance, mayUpdate } from '../secure-table.ts';

/** Payouts that the platform requests by itself, the steps of each payout, and a bank account that was exchanged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payout_accounts
      -- Day of the week (1 is Monday) of a weekly schedule, of the month of a monthly one.
      add column schedule_day int check (schedule_day between 1 and 28),
      -- In the currency of the account, minor units; null: the smallest payout of the platform.
      add column schedule_minimum bigint check (schedule_minimum > 0),
      add column next_payout_at timestamptz,
      -- The bank refused or returned a payout: nothing is sent by itself until its owner saw to it.
      add column schedule_stopped_at timestamptz,
      -- Number of the account at the provider: a closed one is followed by another.
      add column generation int not null default 1 check (generation > 0),
      -- Last digits of the bank account before the present one, and when its owners were notified of the change.
      add column bank_before text,
      add column bank_notified_at timestamptz,
      add constraint payout_accounts_schedule_has_time
        check (schedule = 'manual' or next_payout_at is not null);
    create index payout_accounts_scheduled on payout_accounts (org_id) where schedule <> 'manual';
    alter table payouts
      -- Requested by the schedule of its account, not by a person.
      add column scheduled boolean not null default false,
      -- Each state after the first with its time.
      add column steps jsonb not null default '[]';
  `.execute(db);
  await mayUpdate(db, 'payout_accounts', [
    'schedule',
    'schedule_day',
    'schedule_minimum',
    'next_payout_at',
    'schedule_stopped_at',
    'generation',
    'bank_before',
  ]);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index payout_accounts_scheduled;
    alter table payouts drop column scheduled, drop column steps;
    alter table payout_accounts drop column schedule_day, drop column schedule_minimum, drop column next_payout_at,
      drop column schedule_stopped_at, drop column generation, drop column bank_before, drop column bank_notified_at;
  `.execute(db);
  await asMaintenance(db, () =>
    sql`update payout_accounts set schedule = 'manual' where schedule <> 'manual'`.execute(db),
  );
}
