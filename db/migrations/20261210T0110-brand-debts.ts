import { sql, type Kysely } from 'kysely';
import { all, inserts, mayUpdate, reads, secureTable, STAFF, withoutForce } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const READ = ['card_disputes', 'cases', 'ledger_tx', 'ledger_entries', 'ledger_accounts'];

/**
 * What brands owe, debt by debt: of a lost card dispute about work that was paid, or of a refund that was made by hand. It is
 * paid on a payment page or written off by two staff members.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brand_debts (
      id uuid primary key,
      brand_org uuid not null references orgs,
      contract_id uuid references contracts,
      milestone_id uuid references milestones,
      -- A dispute may be written after its debt, in the same transaction.
      dispute_id text unique references card_disputes deferrable initially deferred,
      case_id uuid unique references cases,
      currency text not null,
      amount bigint not null check (amount > 0),
      -- What its bank gave back while it was owed.
      cancelled bigint not null default 0 check (cancelled >= 0),
      paid bigint not null default 0 check (paid >= 0),
      written_off bigint not null default 0 check (written_off >= 0),
      -- What its bank gave back afterwards: returned to the brand that had paid, or the platform's again.
      repaid bigint not null default 0 check (repaid between 0 and paid),
      regained bigint not null default 0 check (regained between 0 and written_off),
      opened_at timestamptz not null,
      updated_at timestamptz not null,
      check ((dispute_id is null) <> (case_id is null)),
      check (cancelled + paid + written_off <= amount)
    );
    create index brand_debts_owed on brand_debts (brand_org, opened_at, id) where cancelled + paid + written_off < amount;
    create index brand_debts_oldest on brand_debts (opened_at, id) where cancelled + paid + written_off < amount;
    create index brand_debts_brand on brand_debts (brand_org);
    create index brand_debts_contract on brand_debts (contract_id);
    create index brand_debts_milestone on brand_debts (milestone_id);
    create trigger brand_debts_live after insert or update on brand_debts for each row execute function notify_live()
  `.execute(db);
  await secureTable(db, 'brand_debts', {
    policies: { own: reads('brand_org = app_org()') },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table debt_payments (
      id uuid primary key,
      brand_org uuid not null references orgs,
      currency text not null,
      amount bigint not null check (amount > 0),
      op_id text not null unique references operations,
      state text not null check (state in ('claimed', 'open', 'paid', 'failed', 'expired')),
      session_id text,
      session_url text,
      payment_intent_id text,
      charge_id text unique,
      created_by text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      check ((state in ('claimed', 'open')) = (ended_at is null))
    );
    create unique index debt_payments_open on debt_payments (brand_org, currency) where state in ('claimed', 'open');
    create index debt_payments_brand on debt_payments (brand_org, created_at desc);
    create trigger debt_payments_live after insert or update on debt_payments for each row execute function notify_live()
  `.execute(db);
  await secureTable(db, 'debt_payments', {
    policies: { own: all('brand_org = app_org()') },
    app: { insert: true },
    worker: ['select', 'update'],
  });
  await mayUpdate(db, 'debt_payments', ['state', 'session_id', 'session_url', 'ended_at']);

  await sql`
    -- What two staff members decided about a debt.
    create table debt_write_offs (
      approval_id uuid primary key references staff_approvals,
      debt_id uuid not null references brand_debts,
      amount bigint not null check (amount > 0),
      state text not null default 'open' check (state in ('open', 'done', 'failed')),
      decided_at timestamptz not null,
      ended_at timestamptz,
      check ((state = 'open') = (ended_at is null))
    );
    create index debt_write_offs_debt on debt_write_offs (debt_id);
    create unique index debt_write_offs_open on debt_write_offs (debt_id) where state = 'open'
  `.execute(db);
  await secureTable(db, 'debt_write_offs', {
    policies: { staff_inserts: inserts(`${STAFF} and state = 'open'`) },
    app: { insert: true },
    worker: ['select', 'update'],
  });
  // What is owed already.
  await withoutForce(db, [...READ, 'brand_debts', 'orgs', 'contracts', 'milestones'], () =>
    runSqlFile(db, '20261210T0110-debts-of-before.sql'),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table debt_write_offs; drop table debt_payments; drop table brand_debts`.execute(db);
}
