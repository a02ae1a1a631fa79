import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, mayUpdate, secureTable, withoutForce } from '../secure-table.ts';

const KINDS = (more: string) => `
  alter table operations drop constraint operations_kind_check;
  alter table operations add constraint operations_kind_check
    check (kind in ('checkout', 'transfer', 'refund', 'payout', 'top_up', 'account'${more}))`;

const OWN = all('brand_org = app_org()');

/** Payment methods that a brand saves, payments with one of them, and payments that are made without a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(KINDS(`, 'charge', 'customer', 'method_setup'`)).execute(db);
  await sql`
    create table payer_accounts (
      brand_org uuid primary key references orgs,
      -- At the provider; null until its call was answered.
      customer_id text unique,
      -- Milestones that become payable are paid with the default method; who decided that, and when.
      auto_fund boolean not null default false,
      auto_fund_by text,
      auto_fund_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (not auto_fund or auto_fund_by is not null)
    );
    create trigger payer_accounts_live after insert or update on payer_accounts
      for each row execute function notify_live();

    create table payment_methods (
      id uuid primary key,
      brand_org uuid not null references orgs,
      op_id text not null unique references operations,
      state text not null check (state in ('setting_up', 'active', 'removing', 'removed', 'abandoned')),
      -- As the provider answered; null until it was saved.
      kind text check (kind in ('card', 'bank_debit')),
      brand text,
      last4 text,
      exp_month int check (exp_month between 1 and 12),
      exp_year int check (exp_year between 2000 and 2200),
      provider_id text unique,
      session_id text unique,
      -- End of the page on which it is saved.
      expires_at timestamptz not null,
      is_default boolean not null default false,
      added_by text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      saved_at timestamptz,
      ended_at timestamptz,
      check (state in ('setting_up', 'abandoned') or (provider_id is not null and kind is not null and saved_at is not null)),
      check (not is_default or state = 'active'),
      check ((state in ('removed', 'abandoned')) = (ended_at is not null))
    );
    create index payment_methods_brand on payment_methods (brand_org, created_at);
    create unique index payment_methods_default on payment_methods (brand_org) where is_default;
    create index payment_methods_open on payment_methods (id) where state in ('setting_up', 'removing');
    create trigger payment_methods_live after insert or update on payment_methods
      for each row execute function notify_live();

    create table auto_fundings (
      milestone_id uuid primary key references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      state text not null check (state in ('due', 'started', 'to_confirm', 'failed', 'dropped')),
      -- Why it failed or waits for a person.
      code text,
      method_id uuid references payment_methods,
      created_at timestamptz not null,
      ended_at timestamptz,
      check ((state = 'due') = (ended_at is null))
    );
    create index auto_fundings_brand on auto_fundings (brand_org);
    create index auto_fundings_contract on auto_fundings (contract_id);
    create index auto_fundings_due on auto_fundings (milestone_id) where state = 'due';
    create index auto_fundings_method on auto_fundings (method_id) where method_id is not null;
    create trigger auto_fundings_live after insert or update on auto_fundings
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'payer_accounts', {
    policies: { own: OWN },
    app: { insert: true, update: ['customer_id', 'auto_fund', 'auto_fund_by', 'auto_fund_at', 'updated_at'] },
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await secureTable(db, 'payment_methods', {
    policies: { own: OWN },
    app: {
      insert: true,
      update: [
        'state',
        'kind',
        'brand',
        'last4',
        'exp_month',
        'exp_year',
        'provider_id',
        'session_id',
        'is_default',
        'updated_at',
        'saved_at',
        'ended_at',
      ],
    },
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await secureTable(db, 'auto_fundings', {
    policies: { own: OWN },
    app: {},
    worker: ['select', 'insert', 'update', 'delete'],
  });
  await withoutForce(db, ['payments', 'payment_methods'], () =>
    sql`
      -- The saved method that is charged; null: the payer chooses one on the provider's page.
      alter table payments add column method_id uuid references payment_methods;
      create index payments_method on payments (method_id) where method_id is not null;
    `.execute(db),
  );
  await mayUpdate(db, 'payments', ['payment_intent_id']);
  // A request notes the charge of a saved method once; a page's payment is noted by the worker.
  await sql`
    create function payments_guard_charge() returns trigger language plpgsql as $$
    begin
      if current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')
        or (old.payment_intent_id is null and old.method_id is not null) then return new; end if;
      raise exception 'payment %: its charge is not noted by a request', old.id
        using errcode = 'insufficient_privilege', constraint = 'payment_charge';
    end;
    $$;
    create trigger payments_charge_once before update of payment_intent_id on payments
      for each row when (old.payment_intent_id is distinct from new.payment_intent_id)
      execute function payments_guard_charge()
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger payments_charge_once on payments;
    drop function payments_guard_charge();
    alter table payments drop column method_id;
    revoke update (payment_intent_id) on payments from sponsio_app;
    drop table auto_fundings;
    drop table payment_methods;
    drop table payer_accounts;
  `.execute(db);
  await asMaintenance(db, async () => {
    await sql`update operations set kind = 'checkout' where kind = 'charge'`.execute(db);
    await sql`delete from operations where kind in ('customer', 'method_setup')`.execute(db);
  });
  await sql.raw(KINDS('')).execute(db);
}
