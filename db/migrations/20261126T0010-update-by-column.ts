import { sql, type Kysely } from 'kysely';

/** What the application changes of rows, column by column; what is not here is written by the worker or by functions. */
const MAY_UPDATE: Record<string, string> = {
  address_counts: 'count',
  applications: 'state, version, decline_reason, updated_at',
  avatar_files: 'state',
  billing_profiles: 'legal_name, country, tax_id, address, invoice_email, po_number, updated_at',
  campaigns: `state, version, title, summary, product, goal, currency, country, city, wanted, pay, terms, slots, draft_step, application_deadline, deadline_at,
    published_at, updated_at`,
  contract_files: 'storage_key',
  contracts: 'state, version, signed_at, completed_at, updated_at',
  creator_profiles:
    'handle, headline, bio, niches, languages, platforms, rates, birth_year, adult_confirmed_at, published_at, hidden_at, updated_at',
  deletion_requests: 'state, blockers, erase_at, ended_at, updated_at',
  factor_removals: 'state, ended_at, updated_at',
  files: 'state, size, sha256, width, height, duration_ms',
  mails: 'state, attempts, locked_until, available_at',
  milestones:
    'state, version, deadline_at, round, review_extended, submitted_at, approved_at, refund_reason, updated_at',
  notifications: 'read_at',
  offers: 'state, version, current_n, turn, deadline_at, extended, closed_reason, updated_at',
  one_time_codes: 'tries, used_at, superseded_at',
  operations: 'state, attempt, idempotency_key, provider_id, error, claimed_at, settled_at',
  orgs: 'name, country, city, suspended_at',
  payments: 'state, version, session_id, session_url, failure_code',
  payout_accounts: `provider_account_id, country, business_type, currency, state, requirements, disabled_reason, bank_last4, bank_id, bank_changed_at,
    updated_at`,
  profiles: 'display_name, locale, time_zone, email_verified_at, notices_off, avatar',
  review_comments: 'resolved_at',
  session_facts: 'last_seen_at, proved_at, proved_by, wrong_proofs, first_wrong_at',
  sign_in_attempts: 'cleared_at',
  submissions: 'state, caption, note, submitted_at, decided_at, decided_by, decided_by_name, reason, brief_item',
  workflow_outbox: 'dead_at, attempts, locked_until, available_at',
};

/** Tables that had all their columns open to updates, and those that the application writes nothing into. */
const WERE_OPEN = [
  'address_counts',
  'applications',
  'avatar_files',
  'billing_profiles',
  'campaigns',
  'clock_policies',
  'contract_files',
  'contracts',
  'creator_profiles',
  'data_exports',
  'deletion_requests',
  'factor_removals',
  'fee_schedules',
  'files',
  'mails',
  'messages',
  'milestones',
  'notices',
  'notifications',
  'offers',
  'one_time_codes',
  'operations',
  'org_members',
  'orgs',
  'payments',
  'payout_accounts',
  'payouts',
  'profiles',
  'psp_events',
  'quotes',
  'representations',
  'review_comments',
  'saved_campaigns',
  'session_facts',
  'sign_in_attempts',
  'staff',
  'submissions',
  'tax_rates',
  'workflow_outbox',
];
const NOT_WRITTEN = ['clock_policies', 'fee_schedules', 'representations', 'staff', 'tax_rates'];

/** Steps of a milestone that a party takes itself, as in MILESTONE_MACHINE; all others are the worker's. */
const STEPS = {
  brand: [
    'awaiting_funding>funding',
    'funding>awaiting_funding',
    'delivered>changes_requested',
    'delivered>approved',
    'awaiting_funding>void',
    'funded>refunding',
    'overdue>refunding',
  ],
  creator: [
    'funded>delivered',
    'changes_requested>delivered',
    'overdue>delivered',
    'awaiting_funding>void',
    'funded>refunding',
  ],
};
/** Steps of a payment and of a contract that begin with a request. Paid, refunding and refunded are the worker's; so is an active contract. */
const PAYMENT_STEPS = ['claimed>open', 'claimed>failed', 'claimed>expired', 'open>failed', 'open>expired'];
const CONTRACT_STEPS = ['sent>partially_signed', 'active>completed', 'active>cancelled', 'active>voided'];

const list = (values: readonly string[]): string => values.map((v) => `'${v}'`).join(', ');
const FREE = `current_user in ('sponsio_worker', 'sponsio_definer', 'sponsio_maintenance')`;
/** What was signed: none of it changes for any role from the first signature on. */
const SIGNED = [
  'id',
  'offer_id',
  'campaign_id',
  'application_id',
  'brand_org',
  'creator_org',
  'agency_org',
  'commission_bps',
  'title',
  'currency',
  'total',
  'terms',
  'terms_hash',
  'document',
  'document_hash',
  'fee_bps',
  'tax_bps',
  'clock_policy',
  'created_at',
];
const row = (of: 'old' | 'new', columns: readonly string[]): string =>
  `(${columns.map((c) => `${of}.${c}`).join(', ')})`;
const PART = [
  'id',
  'contract_id',
  'brand_org',
  'creator_org',
  'agency_org',
  'seq',
  'title',
  'amount',
  'currency',
  'rounds_max',
];

/**
 * The application changes only the columns that its requests need. States that money follows move by the steps that a party
 * may take itself, and what was signed is frozen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`revoke update on all tables in schema public from sponsio_app`);
  await run(`revoke insert on ${NOT_WRITTEN.join(', ')} from sponsio_app`);
  for (const [table, columns] of Object.entries(MAY_UPDATE))
    await run(`grant update (${columns}) on ${table} to sponsio_app`);
  await run(`
    create function milestones_guard_step() returns trigger language plpgsql as $$
    declare step text := old.state || '>' || new.state;
    begin
      if ${FREE} then return new; end if;
      if (app_org() = old.brand_org and step in (${list(STEPS.brand)}))
        or (app_org() in (old.creator_org, old.agency_org) and step in (${list(STEPS.creator)})) then return new; end if;
      raise exception 'milestone %: % is not a step of this party', old.id, step using errcode = 'insufficient_privilege', constraint = 'milestone_step';
    end $$;
    create trigger milestones_step before update of state on milestones for each row when (old.state is distinct from new.state) execute function milestones_guard_step();

    create function payments_guard_step() returns trigger language plpgsql as $$
    declare step text := old.state || '>' || new.state;
    begin
      if ${FREE} or step in (${list(PAYMENT_STEPS)}) then return new; end if;
      raise exception 'payment %: % is not a step of a request', old.id, step using errcode = 'insufficient_privilege', constraint = 'payment_step';
    end $$;
    create trigger payments_step before update of state on payments for each row when (old.state is distinct from new.state) execute function payments_guard_step();

    create function contracts_guard_step() returns trigger language plpgsql as $$
    declare step text := old.state || '>' || new.state;
    begin
      if ${FREE} or step in (${list(CONTRACT_STEPS)}) then return new; end if;
      raise exception 'contract %: % is not a step of a request', old.id, step using errcode = 'insufficient_privilege', constraint = 'contract_step';
    end $$;
    create trigger contracts_step before update of state on contracts for each row when (old.state is distinct from new.state) execute function contracts_guard_step();

    create function contracts_freeze() returns trigger language plpgsql as $$
    begin
      if old.state <> 'sent' or old.signed_at is not null or exists (select from signatures s where s.contract_id = old.id) then
        raise exception 'contract % is signed', old.id using errcode = 'restrict_violation', constraint = 'signed_contract';
      end if;
      return new;
    end $$;
    create trigger contracts_frozen before update on contracts for each row
      when (${row('old', SIGNED)} is distinct from ${row('new', SIGNED)} or (old.signed_at is not null and old.signed_at is distinct from new.signed_at)) execute function contracts_freeze();

    create function milestones_freeze() returns trigger language plpgsql as $$
    begin
      if old.state <> 'proposed' or exists (select from signatures s where s.contract_id = old.contract_id) then
        raise exception 'the contract of milestone % is signed', old.id using errcode = 'restrict_violation', constraint = 'signed_contract';
      end if;
      return new;
    end $$;
    create trigger milestones_frozen before update on milestones for each row
      when (${row('old', PART)} is distinct from ${row('new', PART)}) execute function milestones_freeze();
  `);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    drop trigger milestones_frozen on milestones;
    drop trigger contracts_frozen on contracts;
    drop trigger contracts_step on contracts;
    drop trigger payments_step on payments;
    drop trigger milestones_step on milestones;
    drop function milestones_freeze(), contracts_freeze(), contracts_guard_step(), payments_guard_step(), milestones_guard_step();
    revoke update on all tables in schema public from sponsio_app;
    grant update on ${WERE_OPEN.join(', ')} to sponsio_app;
    grant insert on ${NOT_WRITTEN.join(', ')} to sponsio_app;
  `)
    .execute(db);
}
