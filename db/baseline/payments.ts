import { sql, type Kysely } from 'kysely';
import { all, inserts, reads, secureTable, STAFF, updates } from '../secure-table.ts';

/** Payments in and out, and the calls to the payment provider that move the money. */
export async function createPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quotes (
      id uuid primary key,
      milestone_id uuid not null references milestones,
      brand_org uuid not null references orgs,
      currency text not null,
      price bigint not null,
      fee bigint not null,
      tax bigint not null,
      total bigint not null,
      tax_country text not null,
      tax_bps int not null,
      expires_at timestamptz not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      check (total = price + fee + tax)
    );
    create index quotes_milestone on quotes (milestone_id);
  `.execute(db);
  await secureTable(db, 'quotes', {
    policies: {
      own: all('brand_org = app_org()'),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table payments (
      id uuid primary key,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null references orgs,
      creator_org uuid not null,
      quote_id uuid not null references quotes,
      op_id text not null unique,
      attempt int not null,
      request_key text not null,
      state text not null
        check (state in ('claimed', 'open', 'processing', 'paid', 'failed', 'expired', 'refunding', 'refunded')),
      version int not null default 1,
      currency text not null,
      price bigint not null,
      fee bigint not null,
      tax bigint not null,
      total bigint not null,
      session_id text unique,
      session_url text,
      payment_intent_id text unique,
      charge_id text,
      provider_fee bigint,
      card_brand text,
      card_last4 text,
      failure_code text,
      expires_at timestamptz not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      paid_at timestamptz,
      -- Accepted by the user who started the payment, at created_at.
      terms_version text,
      unique (milestone_id, attempt),
      unique (milestone_id, request_key)
    );
    create index payments_brand on payments (brand_org);
    create index payments_charge on payments (charge_id) where charge_id is not null;
    create index payments_contract on payments (contract_id);
    create unique index payments_one_active on payments (milestone_id)
      where state in ('claimed', 'open', 'processing');
    create trigger payments_live after insert or update on payments for each row execute function notify_live();
    create trigger payments_step before update of state on payments
      for each row when (old.state is distinct from new.state) execute function payments_guard_step();
  `.execute(db);
  await secureTable(db, 'payments', {
    policies: {
      own: all('brand_org = app_org()'),
    },
    app: { insert: true, update: ['state', 'version', 'session_id', 'session_url', 'failure_code'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table operations (
      op_id text primary key,
      kind text not null check (kind in ('checkout', 'transfer', 'refund', 'payout', 'top_up', 'account')),
      milestone_id uuid references milestones,
      contract_id uuid references contracts,
      org_id uuid references orgs,
      amount bigint,
      currency text,
      attempt int not null default 1,
      idempotency_key text not null unique,
      state text not null check (state in ('waiting', 'claimed', 'done', 'failed', 'unknown')),
      provider_id text,
      error text,
      claimed_at timestamptz not null,
      settled_at timestamptz,
      -- The first claim; a call that takes a new key stays the same act.
      begun_at timestamptz not null default now()
    );
    create index operations_failed on operations (claimed_at) where state = 'failed';
    create index operations_open on operations (claimed_at) where state in ('claimed', 'unknown');
  `.execute(db);
  await secureTable(db, 'operations', {
    policies: {
      own: all('org_id = app_org()'),
      staff_updates: updates(STAFF),
    },
    app: {
      insert: true,
      update: ['attempt', 'idempotency_key', 'state', 'provider_id', 'error', 'claimed_at', 'settled_at', 'begun_at'],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table transfers (
      id uuid primary key,
      op_id text not null unique references operations,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      payee_org uuid not null references orgs,
      leg text not null check (leg in ('creator', 'agent')),
      amount bigint not null check (amount > 0),
      currency text not null,
      state text not null check (state in ('waiting', 'claimed', 'sent', 'unknown', 'failed')),
      provider_id text unique,
      payout_id uuid,
      created_at timestamptz not null,
      sent_at timestamptz,
      -- Taken back at the provider. Two staff members decide for each part: paid to the payee by bank, or kept by the
      -- platform.
      reversed_amount bigint not null default 0,
      reversed_at timestamptz,
      reversed_by_bank bigint not null default 0,
      reversed_kept bigint not null default 0,
      constraint transfers_reversed_within_amount check (
        reversed_amount between 0 and amount and reversed_by_bank >= 0 and reversed_kept >= 0
        and reversed_by_bank + reversed_kept <= reversed_amount and (reversed_amount > 0) = (reversed_at is not null))
    );
    create index transfers_milestone on transfers (milestone_id);
    create index transfers_open on transfers (created_at) where state <> 'sent';
    create index transfers_payee on transfers (payee_org, created_at desc);
    create index transfers_payout on transfers (payout_id) where payout_id is not null;
    create trigger transfers_live after insert or update on transfers for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'transfers', {
    policies: {
      own: all('payee_org = app_org()'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table refunds (
      id uuid primary key,
      op_id text not null unique references operations,
      payment_id uuid not null references payments,
      milestone_id uuid not null references milestones,
      brand_org uuid not null references orgs,
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text not null,
      state text not null check (state in ('claimed', 'pending', 'done', 'unknown', 'failed', 'by_bank')),
      provider_id text unique,
      created_at timestamptz not null,
      settled_at timestamptz,
      -- What the brand finds on its bank statement; known of refunds that were paid by bank transfer.
      reference text
    );
    create index refunds_milestone on refunds (milestone_id);
    create index refunds_open on refunds (created_at) where state not in ('done', 'by_bank');
    create index refunds_payment on refunds (payment_id);
  `.execute(db);
  await secureTable(db, 'refunds', {
    policies: {
      own: all('brand_org = app_org()'),
    },
    app: {},
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- A refund that a bank sent back needs an operator's decision, one for each attempt.
    create table refund_decisions (
      op_id text not null references operations,
      attempt int not null,
      decision text not null check (decision in ('send_again', 'paid_by_bank')),
      reference text check (length(reference) between 3 and 140),
      decided_by text not null,
      decided_at timestamptz not null,
      primary key (op_id, attempt),
      check ((decision = 'paid_by_bank') = (reference is not null))
    );
  `.execute(db);
  await secureTable(db, 'refund_decisions', {
    policies: {
      staff_inserts: inserts(`${STAFF} and decided_by = app_user()`),
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  await sql`
    -- An operator has a provider call without a final result sent again under a new key, once for each attempt.
    create table send_again_decisions (
      op_id text not null references operations,
      attempt int not null,
      decided_by text not null,
      decided_at timestamptz not null,
      primary key (op_id, attempt)
    );
  `.execute(db);
  await secureTable(db, 'send_again_decisions', {
    policies: {
      staff_inserts: inserts(`${STAFF} and decided_by = app_user()`),
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  await sql`
    create table payout_accounts (
      org_id uuid primary key references orgs,
      provider_account_id text unique,
      country text not null,
      currency text not null,
      state text not null check (state in ('started', 'restricted', 'enabled', 'disabled')),
      requirements jsonb not null default '[]',
      disabled_reason text,
      bank_last4 text,
      bank_changed_at timestamptz,
      schedule text not null default 'manual' check (schedule in ('manual', 'daily', 'weekly', 'monthly')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- The provider's id of the bank account.
      bank_id text,
      business_type text not null default 'individual' check (business_type in ('individual', 'company'))
    );
    create trigger payout_accounts_live after insert or update on payout_accounts
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'payout_accounts', {
    policies: {
      own: all('org_id = app_org()'),
    },
    app: {
      insert: true,
      update: [
        'provider_account_id',
        'country',
        'currency',
        'state',
        'requirements',
        'disabled_reason',
        'bank_last4',
        'bank_changed_at',
        'updated_at',
        'bank_id',
        'business_type',
      ],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table payouts (
      id uuid primary key,
      org_id uuid not null references orgs,
      op_id text not null unique references operations,
      request_key text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      state text not null check (state in ('claimed', 'in_transit', 'paid', 'failed', 'returned', 'unknown')),
      version int not null default 1,
      provider_id text unique,
      bank_last4 text,
      arrival_at timestamptz,
      failure_code text,
      created_at timestamptz not null,
      paid_at timestamptz,
      -- Chosen together with the amount.
      transfer_ids uuid[] not null default '{}',
      unique (org_id, request_key)
    );
    create trigger payouts_live after insert or update on payouts for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'payouts', {
    policies: {
      own: all('org_id = app_org()'),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    -- Webhooks of the payment provider.
    create table psp_events (
      id text primary key,
      type text not null,
      account text,
      object_id text not null,
      milestone_id uuid,
      org_id uuid,
      payload jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'applied', 'ignored')),
      reason text,
      received_at timestamptz not null,
      processed_at timestamptz
    );
    create index psp_events_milestone on psp_events (milestone_id) where milestone_id is not null;
    create index psp_events_pending on psp_events (received_at) where state = 'pending';
    create index psp_events_processed on psp_events (processed_at) where processed_at is not null;
  `.execute(db);
  await secureTable(db, 'psp_events', {
    policies: {
      webhooks: all("app_kind() = 'system'"),
    },
    app: { insert: true },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- What a brand may cost the platform in provider fees beyond the cap, as operators allow it.
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
  `.execute(db);
  await secureTable(db, 'fee_allowances', {
    policies: {
      own: reads('org_id = app_org()'),
      staff_inserts: inserts(`${STAFF} and decided_by = app_user()`),
    },
    app: { insert: true },
    worker: ['select'],
  });
}
