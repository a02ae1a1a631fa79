import { sql, type Kysely } from 'kysely';
import { secureTable } from '../secure-table.ts';

/** What two staff members decided about money that moved at the provider without a call of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table parked_decisions (
      approval_id uuid primary key references staff_approvals,
      case_id uuid not null references cases,
      decision text not null check (decision in ('platform', 'paid_by_bank', 'brand_owes')),
      amount bigint not null check (amount <> 0),
      currency text not null,
      lines text[] not null,
      reference text check (length(reference) between 3 and 140),
      state text not null default 'open' check (state in ('open', 'done', 'failed')),
      decided_at timestamptz not null,
      ended_at timestamptz,
      check ((decision = 'paid_by_bank') = (reference is not null))
    )`.execute(db);
  await sql`create unique index parked_decisions_case on parked_decisions(case_id) where state <> 'failed'`.execute(db);
  await sql`create index parked_decisions_all_of_case on parked_decisions(case_id)`.execute(db);
  await secureTable(db, 'parked_decisions', {
    policies: { staff_decides: `for insert to sponsio_app with check (app_kind() = 'staff' and state = 'open')` },
    app: { insert: true },
    worker: ['select', 'update'],
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table parked_decisions`.execute(db);
}
