import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, mayUpdate, secureTable, withoutForce } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/**
 * The bank account of each currency that a payee is paid in: the provider has one for each, and who exchanges one of them has
 * that currency wait, and no other. Until now the account of the usual currency alone was known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payout_banks (
      org_id uuid not null references payout_accounts,
      currency text not null,
      -- The same for the same account number, whatever currency it is entered for.
      bank_id text,
      last4 text,
      changed_at timestamptz,
      notified_at timestamptz,
      primary key (org_id, currency)
    )`.execute(db);
  await secureTable(db, 'payout_banks', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, update: ['bank_id', 'last4', 'changed_at', 'notified_at'] },
    worker: ['select', 'insert', 'update'],
  });
  await withoutForce(db, ['payout_banks', 'payout_accounts'], () =>
    asMaintenance(db, () =>
      sql`
      insert into payout_banks (org_id, currency, bank_id, last4, changed_at, notified_at)
        select org_id, currency, bank_id, bank_last4, bank_changed_at,
            -- No notice is due of an org's first one.
            case when bank_before is null then coalesce(bank_notified_at, bank_changed_at) else bank_notified_at end
          from payout_accounts where coalesce(bank_id, bank_last4, bank_before) is not null`.execute(db),
    ),
  );
  await runSqlFile(db, '20261216T0210-erase-banks.sql');
  await sql`
    alter table payout_accounts drop column bank_last4, drop column bank_id, drop column bank_changed_at,
      drop column bank_before, drop column bank_notified_at`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payout_accounts add column bank_last4 text, add column bank_id text, add column bank_changed_at timestamptz,
      add column bank_before text, add column bank_notified_at timestamptz`.execute(db);
  await mayUpdate(db, 'payout_accounts', ['bank_last4', 'bank_id', 'bank_changed_at', 'bank_before']);
  await asMaintenance(db, () =>
    sql`
    update payout_accounts a set bank_last4 = b.last4, bank_id = b.bank_id, bank_changed_at = b.changed_at,
        bank_before = b.last4, bank_notified_at = b.notified_at
      from payout_banks b where b.org_id = a.org_id and b.currency = a.currency`.execute(db),
  );
  await runSqlFile(db, '20261202T0100-erase-creators.sql');
  await sql`drop table payout_banks`.execute(db);
}
