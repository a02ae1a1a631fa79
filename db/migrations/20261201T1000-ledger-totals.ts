import { sql, type Kysely } from 'kysely';
import { asMaintenance, reads, secureTable, withoutForce } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/**
 * Totals of what was posted to an org's accounts of escrow, refunds and deferred fees, by kind of posting, written with
 * the entries. A brand's home summed every entry of its past deals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_org_totals (
      org_id uuid not null references orgs,
      currency text not null,
      code text not null,
      kind text not null,
      debit bigint not null,
      credit bigint not null,
      primary key (org_id, currency, code, kind)
    )`.execute(db);
  await secureTable(db, 'ledger_org_totals', {
    policies: { own: reads('org_id = app_org()') },
    app: {},
    worker: ['select'],
  });
  await runSqlFile(db, '20261201T1000-ledger-totals.sql');
  await withoutForce(db, ['ledger_org_totals', 'orgs'], () =>
    asMaintenance(db, () =>
      sql`
      insert into ledger_org_totals(org_id, currency, code, kind, debit, credit)
        select a.org_id, e.currency, a.code, t.kind, sum(e.debit), sum(e.credit)
          from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
          where a.org_id is not null and a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED', 'REFUND_PAYABLE')
          group by a.org_id, e.currency, a.code, t.kind`.execute(db),
    ),
  );
  await sql`
    create trigger ledger_entries_totalled after insert on ledger_entries referencing new table as written
      for each statement execute function ledger_add_totals()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger ledger_entries_totalled on ledger_entries`.execute(db);
  await runSqlFile(db, '20261201T1000-ledger-totals-down.sql');
  await sql`drop function ledger_add_totals(); drop table ledger_org_totals`.execute(db);
}
