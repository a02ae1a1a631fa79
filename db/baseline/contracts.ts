import { sql, type Kysely } from 'kysely';
import { PARTY, secureTable } from '../secure-table.ts';

/** Signed agreements, their milestones, and the history that both sides read. */
export async function createContracts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contracts (
      id uuid primary key,
      offer_id uuid not null unique references offers,
      campaign_id uuid references campaigns,
      application_id uuid references applications,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      commission_bps int not null default 0 check (commission_bps between 0 and 3000),
      state text not null
        check (state in ('sent', 'partially_signed', 'active', 'completed', 'cancelled', 'expired', 'voided')),
      version int not null default 1,
      title text not null,
      currency text not null,
      total bigint not null check (total > 0),
      terms jsonb not null,
      terms_hash text not null,
      document jsonb not null,
      document_hash text not null,
      fee_bps int not null,
      tax_bps int not null,
      clock_policy text not null,
      deadline_at timestamptz not null,
      signed_at timestamptz,
      completed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (brand_org <> creator_org)
    );
    create index contracts_agency on contracts (agency_org, created_at desc) where agency_org is not null;
    create index contracts_application on contracts (application_id) where application_id is not null;
    create index contracts_brand on contracts (brand_org, created_at desc);
    create index contracts_campaign on contracts (campaign_id) where campaign_id is not null;
    create index contracts_creator on contracts (creator_org, created_at desc);
    create index contracts_of_agency on contracts (agency_org, state) include (brand_org, creator_org, id)
      where agency_org is not null;
    create index contracts_of_brand on contracts (brand_org, state) include (creator_org, agency_org, id);
    create index contracts_of_creator on contracts (creator_org, state) include (brand_org, agency_org, id);
    create index contracts_open on contracts (updated_at) where state in ('sent', 'partially_signed');
    create index contracts_to_sign_brand on contracts (brand_org, deadline_at, id)
      where state in ('sent', 'partially_signed');
    create index contracts_to_sign_creator on contracts (creator_org, deadline_at, id)
      where state in ('sent', 'partially_signed');
    -- What was signed changes for no role from the first signature on.
    create trigger contracts_frozen before update on contracts for each row
      when ((
          old.id, old.offer_id, old.campaign_id, old.application_id, old.brand_org, old.creator_org,
          old.agency_org, old.commission_bps, old.title, old.currency, old.total, old.terms, old.terms_hash,
          old.document, old.document_hash, old.fee_bps, old.tax_bps, old.clock_policy, old.created_at
        ) is distinct from (
          new.id, new.offer_id, new.campaign_id, new.application_id, new.brand_org, new.creator_org,
          new.agency_org, new.commission_bps, new.title, new.currency, new.total, new.terms, new.terms_hash,
          new.document, new.document_hash, new.fee_bps, new.tax_bps, new.clock_policy, new.created_at
        ) or (old.signed_at is not null and old.signed_at is distinct from new.signed_at))
      execute function contracts_freeze();
    create trigger contracts_live after insert or update on contracts for each row execute function notify_live();
    create constraint trigger contracts_need_workflow after insert on contracts
      deferrable initially deferred for each row execute function assert_workflow_started('contract');
    create trigger contracts_step before update of state on contracts
      for each row when (old.state is distinct from new.state) execute function contracts_guard_step();
  `.execute(db);
  await secureTable(db, 'contracts', {
    policies: {
      party: PARTY,
    },
    app: { insert: true, update: ['state', 'version', 'signed_at', 'completed_at', 'updated_at'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table signatures (
      id uuid primary key,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      side text not null check (side in ('brand', 'creator')),
      org_id uuid not null references orgs,
      user_id text not null,
      typed_name text not null,
      document_hash text not null,
      ip text,
      user_agent text,
      signed_at timestamptz not null,
      unique (contract_id, side)
    );
    create trigger signatures_append_only before update or delete on signatures
      for each row execute function refuse_change();
  `.execute(db);
  await secureTable(db, 'signatures', {
    policies: {
      party: PARTY,
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });

  await sql`
    create table contract_files (
      sha256 text primary key,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      locale text not null,
      storage_key text not null,
      size int not null,
      created_at timestamptz not null default now()
    );
    create index contract_files_contract on contract_files (contract_id);
  `.execute(db);
  await secureTable(db, 'contract_files', {
    policies: {
      party: PARTY,
    },
    app: { insert: true, update: ['storage_key'] },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table milestones (
      id uuid primary key,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      seq int not null,
      title text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      state text not null
        check (state in ('proposed', 'awaiting_funding', 'funding', 'funded', 'delivered', 'changes_requested',
          'overdue', 'approved', 'auto_approved', 'clearing', 'releasing', 'released', 'refunding', 'refunded',
          'cancel_requested', 'void')),
      version int not null default 1,
      due_at timestamptz not null,
      deadline_at timestamptz,
      funding_deadline_at timestamptz,
      round int not null default 0,
      rounds_max int not null,
      review_extended boolean not null default false,
      holds text[] not null default '{}',
      funded_at timestamptz,
      submitted_at timestamptz,
      approved_at timestamptz,
      released_at timestamptz,
      refunded_at timestamptz,
      hold_expires_at timestamptz,
      refund_reason text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Since when the deadlines are stopped by a hold.
      clock_stopped_at timestamptz,
      -- When reworked work is due: later than due_at where a request for changes gave more time. Null: due_at.
      work_due_at timestamptz,
      unique (contract_id, seq)
    );
    create index milestones_agency on milestones (agency_org, updated_at desc) where agency_org is not null;
    create index milestones_approvals on milestones (brand_org, approved_at desc) include (submitted_at)
      where approved_at is not null;
    create index milestones_brand on milestones (brand_org, updated_at desc);
    create index milestones_creator on milestones (creator_org, updated_at desc);
    create index milestones_due on milestones (deadline_at)
      where state not in ('proposed', 'released', 'refunded', 'void');
    create index milestones_open_brand on milestones (brand_org, state)
      where state not in ('proposed', 'released', 'refunded', 'void');
    create index milestones_open_creator on milestones (creator_org, state)
      where state not in ('proposed', 'released', 'refunded', 'void');
    -- For brand_payment_facts: read from the indexes alone.
    create index milestones_payment_facts on milestones (brand_org) include (funded_at, released_at);
    create trigger milestones_frozen before update on milestones for each row
      when ((
          old.id, old.contract_id, old.brand_org, old.creator_org, old.agency_org, old.seq, old.title,
          old.amount, old.currency, old.rounds_max
        ) is distinct from (
          new.id, new.contract_id, new.brand_org, new.creator_org, new.agency_org, new.seq, new.title,
          new.amount, new.currency, new.rounds_max
        )) execute function milestones_freeze();
    create trigger milestones_live after insert or update on milestones for each row execute function notify_live();
    create constraint trigger milestones_need_workflow after insert or update of state on milestones
      deferrable initially deferred
      for each row when (new.state not in ('proposed', 'void')) execute function assert_workflow_started('escrow');
    create trigger milestones_step before update of state on milestones
      for each row when (old.state is distinct from new.state) execute function milestones_guard_step();
  `.execute(db);
  await secureTable(db, 'milestones', {
    policies: {
      party: PARTY,
    },
    app: {
      insert: true,
      update: [
        'state',
        'version',
        'deadline_at',
        'round',
        'review_extended',
        'submitted_at',
        'approved_at',
        'refund_reason',
        'updated_at',
        'work_due_at',
      ],
    },
    worker: ['select', 'insert', 'update'],
  });

  await sql`
    create table escrow_events (
      id uuid primary key,
      contract_id uuid not null references contracts,
      milestone_id uuid references milestones,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      seq int not null,
      type text not null,
      actor_kind text not null check (actor_kind in ('brand', 'creator', 'agency', 'system', 'staff')),
      actor_user text,
      actor_name text,
      request_key text,
      data jsonb not null default '{}',
      held bigint not null default 0,
      released bigint not null default 0,
      refunded bigint not null default 0,
      disputed bigint not null default 0,
      at timestamptz not null,
      prev_hash text not null,
      hash text not null,
      unique (contract_id, seq)
    );
    create unique index escrow_events_request on escrow_events (contract_id, type, request_key)
      where request_key is not null;
    create trigger escrow_events_append_only before update or delete on escrow_events
      for each row execute function refuse_change();
    create trigger escrow_events_live after insert or update on escrow_events
      for each row execute function notify_live();
  `.execute(db);
  await secureTable(db, 'escrow_events', {
    policies: {
      party: PARTY,
    },
    app: { insert: true },
    worker: ['select', 'insert'],
  });
}
