import { sql, type Kysely } from 'kysely';
import { secureFunction, secureTable } from '../secure-table.ts';

/** What a brand may cost the platform beyond the cap, as operators allow it; and the fees that open payments may still cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table fee_allowances (
      id uuid primary key,
      org_id uuid not null references orgs,
      currency text not null,
      amount bigint check (amount > 0),
      until timestamptz,
      note text not null check (length(note) between 3 and 500),
      decided_by text not null,
      decided_at timestamptz not null,
      check ((amount is null) <> (until is null))
    );
    create index fee_allowances_org on fee_allowances (org_id, currency, decided_at desc);
  `)
    .execute(db);
  await secureTable(db, 'fee_allowances', {
    policies: {
      own: `for select to sponsio_app using (org_id = app_org())`,
      staff_decides: `for insert to sponsio_app with check (app_kind() = 'staff' and decided_by = app_user())`,
    },
    app: { insert: true },
    worker: ['select'],
  });
  await sql
    .raw(`
    create function open_payment_fees(p_currency text, p_bps int) returns bigint
      language plpgsql stable security definer set search_path = public, pg_temp as $$
      begin
        return (select coalesce(sum(ceil(total * p_bps / 10000.0)), 0)::bigint from payments where currency = p_currency and state in ('claimed', 'open', 'processing'));
      end $$
  `)
    .execute(db);
  await secureFunction(db, 'open_payment_fees(text, int)', ['sponsio_app', 'sponsio_worker']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop function open_payment_fees(text, int); drop table fee_allowances`).execute(db);
}
