import { sql, type Kysely } from 'kysely';

/** People, orgs and settings; then campaigns to contracts; then escrow, ledger and provider records; then the platform's own tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);

  await run(`
    create table profiles (
      id text primary key,
      display_name text not null,
      user_type text not null check (user_type in ('business','influencer','influencer_agent')),
      email text not null,
      locale text not null default 'en',
      time_zone text not null default 'Europe/Paris',
      email_verified_at timestamptz,
      created_at timestamptz not null default now()
    );
    create table staff (
      user_id text primary key,
      display_name text not null,
      role text not null check (role in ('support','finance','trust','super')),
      created_at timestamptz not null default now()
    );
    create table orgs (
      id uuid primary key,
      kind text not null check (kind in ('brand','creator','agency','platform')),
      name text not null,
      slug text not null unique,
      country text,
      city text,
      created_by text not null,
      created_at timestamptz not null default now(),
      suspended_at timestamptz
    );
    create table org_members (
      org_id uuid not null references orgs,
      user_id text not null,
      role text not null check (role in ('owner','admin','manager','finance','reviewer','viewer','agent','assistant')),
      created_at timestamptz not null default now(),
      primary key (org_id, user_id)
    );
    create index org_members_user on org_members(user_id);
    create table representations (
      id uuid primary key,
      agency_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      scopes text[] not null default '{}',
      commission_bps int not null check (commission_bps between 0 and 3000),
      valid_from timestamptz not null,
      valid_to timestamptz,
      created_at timestamptz not null default now()
    );
    create table creator_profiles (
      org_id uuid primary key references orgs,
      handle text not null unique,
      headline text not null default '',
      bio text not null default '',
      niches text[] not null default '{}',
      languages text[] not null default '{}',
      platforms jsonb not null default '[]',
      rates jsonb not null default '[]',
      birth_year int,
      published_at timestamptz,
      updated_at timestamptz not null default now()
    );
    create table billing_profiles (
      org_id uuid primary key references orgs,
      legal_name text not null,
      country text not null,
      tax_id text,
      address text not null default '',
      invoice_email text,
      po_number text,
      updated_at timestamptz not null default now()
    );
    create table tax_rates (
      country text not null,
      bps int not null check (bps between 0 and 4000),
      valid_from date not null,
      primary key (country, valid_from)
    );
    create table fee_schedules (
      id uuid primary key,
      payer text not null check (payer in ('brand','creator')),
      bps int not null check (bps between 0 and 3000),
      valid_from timestamptz not null
    );
    create table clock_policies (
      name text not null,
      valid_from timestamptz not null,
      ranges jsonb not null,
      primary key (name, valid_from)
    );
  `);

  await run(`
    create table campaigns (
      id uuid primary key,
      brand_org uuid not null references orgs,
      state text not null check (state in ('draft','scheduled','live','paused','filled','completed','closed','cancelled')),
      version int not null default 1,
      title text not null default '',
      summary text not null default '',
      product text not null default '',
      goal text not null default 'awareness',
      currency text not null default 'EUR',
      country text,
      city text,
      wanted jsonb not null default '{}',
      pay jsonb not null default '{}',
      terms jsonb not null default '{}',
      slots int not null default 1 check (slots between 1 and 500),
      draft_step int not null default 1,
      application_deadline timestamptz,
      deadline_at timestamptz,
      published_at timestamptz,
      request_key text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (brand_org, request_key)
    );
    create index campaigns_brand on campaigns(brand_org, created_at desc);
    create index campaigns_open on campaigns(published_at desc, id) where state = 'live';
    create table applications (
      id uuid primary key,
      campaign_id uuid not null references campaigns,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      state text not null check (state in ('submitted','shortlisted','offered','accepted','declined','withdrawn','expired')),
      version int not null default 1,
      pitch text not null,
      price bigint not null,
      currency text not null,
      links text[] not null default '{}',
      decline_reason text,
      request_key text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (campaign_id, creator_org)
    );
    create index applications_creator on applications(creator_org, created_at desc);
    create table saved_campaigns (
      org_id uuid not null references orgs,
      campaign_id uuid not null references campaigns,
      created_at timestamptz not null default now(),
      primary key (org_id, campaign_id)
    );
    create table offers (
      id uuid primary key,
      campaign_id uuid references campaigns,
      application_id uuid references applications,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      state text not null check (state in ('sent','countered','accepted','declined','withdrawn','expired')),
      version int not null default 1,
      current_n int not null,
      turn text not null check (turn in ('brand','creator')),
      title text not null,
      currency text not null,
      deadline_at timestamptz not null,
      extended boolean not null default false,
      viewed_at timestamptz,
      closed_reason text,
      request_key text,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (brand_org, request_key)
    );
    create index offers_brand on offers(brand_org, updated_at desc);
    create index offers_creator on offers(creator_org, updated_at desc);
    create unique index offers_open_per_application on offers(application_id) where state in ('sent','countered','accepted');
    create table offer_versions (
      id uuid primary key,
      offer_id uuid not null references offers,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      n int not null check (n between 1 and 20),
      proposed_by_org uuid not null references orgs,
      proposed_by_user text not null,
      terms jsonb not null,
      terms_hash text not null,
      note text not null default '',
      request_key text,
      created_at timestamptz not null default now(),
      unique (offer_id, n)
    );
    create table contracts (
      id uuid primary key,
      offer_id uuid not null unique references offers,
      campaign_id uuid references campaigns,
      application_id uuid references applications,
      brand_org uuid not null references orgs,
      creator_org uuid not null references orgs,
      agency_org uuid references orgs,
      commission_bps int not null default 0 check (commission_bps between 0 and 3000),
      state text not null check (state in ('sent','partially_signed','active','completed','cancelled','expired','voided')),
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
    create index contracts_brand on contracts(brand_org, created_at desc);
    create index contracts_creator on contracts(creator_org, created_at desc);
    create table signatures (
      id uuid primary key,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      side text not null check (side in ('brand','creator')),
      org_id uuid not null references orgs,
      user_id text not null,
      typed_name text not null,
      document_hash text not null,
      ip text,
      user_agent text,
      signed_at timestamptz not null,
      unique (contract_id, side)
    );
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
      state text not null check (state in ('proposed','awaiting_funding','funding','funded','delivered','changes_requested','overdue',
        'approved','auto_approved','clearing','releasing','released','refunding','refunded','cancel_requested','void')),
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
      unique (contract_id, seq)
    );
    create index milestones_due on milestones(deadline_at) where state not in ('proposed','released','refunded','void');
  `);

  await run(`
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
      state text not null check (state in ('claimed','open','processing','paid','failed','expired','refunding','refunded')),
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
      unique (milestone_id, attempt),
      unique (milestone_id, request_key)
    );
    create unique index payments_one_active on payments(milestone_id) where state in ('claimed','open','processing');
    create table operations (
      op_id text primary key,
      kind text not null check (kind in ('checkout','transfer','refund','payout','top_up','account')),
      milestone_id uuid references milestones,
      contract_id uuid references contracts,
      org_id uuid references orgs,
      amount bigint,
      currency text,
      attempt int not null default 1,
      idempotency_key text not null unique,
      state text not null check (state in ('waiting','claimed','done','failed','unknown')),
      provider_id text,
      error text,
      claimed_at timestamptz not null,
      settled_at timestamptz
    );
    create index operations_open on operations(claimed_at) where state in ('claimed','unknown');
    create table transfers (
      id uuid primary key,
      op_id text not null unique references operations,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      payee_org uuid not null references orgs,
      leg text not null check (leg in ('creator','agent')),
      amount bigint not null check (amount > 0),
      currency text not null,
      state text not null check (state in ('waiting','claimed','sent','unknown','failed')),
      provider_id text unique,
      payout_id uuid,
      created_at timestamptz not null,
      sent_at timestamptz
    );
    create index transfers_payee on transfers(payee_org, created_at desc);
    create table refunds (
      id uuid primary key,
      op_id text not null unique references operations,
      payment_id uuid not null references payments,
      milestone_id uuid not null references milestones,
      brand_org uuid not null references orgs,
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text not null,
      state text not null check (state in ('claimed','pending','done','unknown','failed')),
      provider_id text unique,
      created_at timestamptz not null,
      settled_at timestamptz
    );
    create table payout_accounts (
      org_id uuid primary key references orgs,
      provider_account_id text unique,
      country text not null,
      currency text not null,
      state text not null check (state in ('started','restricted','enabled','disabled')),
      requirements jsonb not null default '[]',
      disabled_reason text,
      bank_last4 text,
      bank_changed_at timestamptz,
      schedule text not null default 'manual' check (schedule in ('manual','daily','weekly','monthly')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create table payouts (
      id uuid primary key,
      org_id uuid not null references orgs,
      op_id text not null unique references operations,
      request_key text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      state text not null check (state in ('claimed','in_transit','paid','failed','returned','unknown')),
      version int not null default 1,
      provider_id text unique,
      bank_last4 text,
      arrival_at timestamptz,
      failure_code text,
      created_at timestamptz not null,
      paid_at timestamptz,
      unique (org_id, request_key)
    );
    create table psp_events (
      id text primary key,
      type text not null,
      account text,
      object_id text not null,
      milestone_id uuid,
      org_id uuid,
      payload jsonb not null,
      state text not null default 'pending' check (state in ('pending','applied','ignored')),
      reason text,
      received_at timestamptz not null,
      processed_at timestamptz
    );
    create index psp_events_pending on psp_events(received_at) where state = 'pending';
    create index psp_events_milestone on psp_events(milestone_id) where milestone_id is not null;
    create table documents (
      id uuid primary key,
      org_id uuid not null references orgs,
      kind text not null check (kind in ('receipt','credit_note','self_billed_invoice','payout_statement')),
      year int not null,
      number int not null,
      currency text not null,
      amount bigint not null,
      contract_id uuid references contracts,
      milestone_id uuid references milestones,
      payout_id uuid references payouts,
      data jsonb not null,
      issued_at timestamptz not null,
      unique (kind, year, number)
    );
    create table document_counters (kind text not null, year int not null, last int not null, primary key (kind, year));
  `);

  await run(`
    create table submissions (
      id uuid primary key,
      milestone_id uuid not null references milestones,
      contract_id uuid not null references contracts,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      n int not null,
      state text not null check (state in ('draft','submitted','changes_requested','approved','auto_approved','withdrawn')),
      caption text not null default '',
      note text not null default '',
      submitted_at timestamptz,
      decided_at timestamptz,
      decided_by text,
      decided_by_name text,
      reason text,
      brief_item text,
      created_by text not null,
      created_at timestamptz not null default now(),
      unique (milestone_id, n)
    );
    create table files (
      id uuid primary key,
      org_id uuid not null references orgs,
      submission_id uuid references submissions,
      brand_org uuid,
      creator_org uuid,
      agency_org uuid,
      name text not null,
      mime text not null,
      size bigint not null,
      sha256 text,
      storage_key text not null unique,
      state text not null check (state in ('uploading','ready','rejected')),
      width int,
      height int,
      duration_ms int,
      created_by text not null,
      created_at timestamptz not null default now()
    );
    create index files_submission on files(submission_id);
    create table review_comments (
      id uuid primary key,
      submission_id uuid not null references submissions,
      file_id uuid references files,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      at_ms int,
      x real,
      y real,
      body text not null,
      brief_item text,
      author_user text not null,
      author_name text not null,
      author_org uuid not null references orgs,
      resolved_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index review_comments_submission on review_comments(submission_id, created_at);
    create table messages (
      id uuid primary key,
      contract_id uuid references contracts,
      offer_id uuid references offers,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      author_user text not null,
      author_name text not null,
      author_org uuid not null references orgs,
      body text not null,
      created_at timestamptz not null default now(),
      check (contract_id is not null or offer_id is not null)
    );
    create index messages_contract on messages(contract_id, created_at);
    create index messages_offer on messages(offer_id, created_at);
    create table escrow_events (
      id uuid primary key,
      contract_id uuid not null references contracts,
      milestone_id uuid references milestones,
      brand_org uuid not null,
      creator_org uuid not null,
      agency_org uuid,
      seq int not null,
      type text not null,
      actor_kind text not null check (actor_kind in ('brand','creator','agency','system','staff')),
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
    create unique index escrow_events_request on escrow_events(contract_id, type, request_key) where request_key is not null;
    create table notifications (
      id uuid primary key,
      user_id text not null,
      org_id uuid references orgs,
      kind text not null,
      data jsonb not null default '{}',
      link text not null,
      dedupe_key text not null unique,
      read_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index notifications_user on notifications(user_id, created_at desc);
    -- What happened, addressed to an org; the worker expands it to notifications and mails of the people concerned.
    create table notices (
      id bigint generated always as identity primary key,
      org_id uuid not null references orgs,
      kind text not null,
      data jsonb not null default '{}',
      link text not null,
      roles text[],
      dedupe_key text not null unique,
      created_at timestamptz not null default now(),
      expanded_at timestamptz
    );
    create index notices_open on notices(id) where expanded_at is null;
    create table mails (
      id uuid primary key,
      op_id text not null unique,
      to_address text not null,
      user_id text,
      template text not null,
      locale text not null,
      data jsonb not null default '{}',
      state text not null default 'queued' check (state in ('queued','sent','failed')),
      attempts int not null default 0,
      available_at timestamptz not null default now(),
      locked_until timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index mails_queue on mails(available_at) where state = 'queued';
    create table one_time_codes (
      id uuid primary key,
      purpose text not null check (purpose in ('verify','reset')),
      email text not null,
      user_id text,
      tries int not null default 0,
      expires_at timestamptz not null,
      used_at timestamptz,
      superseded_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index one_time_codes_email on one_time_codes(email, purpose, created_at desc);
    create table audit_log (
      id bigint generated always as identity primary key,
      org_id uuid,
      actor_kind text not null,
      actor_user text,
      action text not null,
      target text not null,
      data jsonb not null default '{}',
      request_id text,
      at timestamptz not null default now()
    );
    create index audit_log_org on audit_log(org_id, id desc);
  `);

  // The ledger: one balance row per account and currency, entries append-only, every statement leaves its transactions balanced.
  await run(`
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      code text not null,
      scope text not null default '',
      currency text not null,
      side text not null check (side in ('debit','credit')),
      org_id uuid references orgs,
      may_be_negative boolean not null default false,
      balance bigint not null default 0,
      version bigint not null default 0,
      unique (code, scope, currency),
      constraint ledger_balance_not_negative check (may_be_negative or balance >= 0)
    );
    create index ledger_accounts_org on ledger_accounts(org_id);
    create table ledger_tx (
      id uuid primary key,
      op_id text not null unique,
      kind text not null,
      contract_id uuid,
      milestone_id uuid,
      provider_ref text,
      posted_at timestamptz not null
    );
    create index ledger_tx_milestone on ledger_tx(milestone_id);
    create index ledger_tx_provider on ledger_tx(provider_ref) where provider_ref is not null;
    create table ledger_entries (
      id bigint generated always as identity primary key,
      tx_id uuid not null references ledger_tx,
      account_id bigint not null references ledger_accounts,
      currency text not null,
      debit bigint not null default 0 check (debit >= 0),
      credit bigint not null default 0 check (credit >= 0),
      balance_after bigint not null,
      account_version bigint not null,
      unique (account_id, account_version),
      check ((debit = 0) <> (credit = 0))
    );
    create index ledger_entries_tx on ledger_entries(tx_id);

    create function ledger_assert_balanced() returns trigger language plpgsql as $$
    declare bad uuid;
    begin
      select e.tx_id into bad from ledger_entries e
        where e.tx_id in (select distinct tx_id from written)
        group by e.tx_id, e.currency having sum(e.debit) <> sum(e.credit) limit 1;
      if bad is not null then
        raise exception 'ledger transaction % is not balanced', bad using errcode = 'check_violation', constraint = 'ledger_tx_balanced';
      end if;
      return null;
    end $$;
    create trigger ledger_entries_balanced after insert on ledger_entries
      referencing new table as written for each statement execute function ledger_assert_balanced();

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = 'append_only';
    end $$;
    create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
    create trigger ledger_tx_append_only before update or delete on ledger_tx for each row execute function refuse_change();
    create trigger escrow_events_append_only before update or delete on escrow_events for each row execute function refuse_change();
    create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
    create trigger signatures_append_only before update or delete on signatures for each row execute function refuse_change();
    create trigger offer_versions_append_only before update or delete on offer_versions for each row execute function refuse_change();
  `);

  await run(`
    -- Posts one balanced transaction in one round trip. Legs: [{code, scope, currency, side, org, negative, debit, credit}],
    -- accounts are created on first use and locked in a fixed order (code, scope, currency) so that postings never deadlock.
    -- Returns false, changing nothing, when p_op_id was posted before.
    create function ledger_post(p_tx uuid, p_op_id text, p_kind text, p_contract uuid, p_milestone uuid, p_provider_ref text,
                                p_at timestamptz, p_legs jsonb) returns boolean
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      leg record;
      acc ledger_accounts%rowtype;
      ids bigint[] := '{}'; curs text[] := '{}'; debs bigint[] := '{}'; creds bigint[] := '{}'; bals bigint[] := '{}'; vers bigint[] := '{}';
    begin
      insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
        values (p_tx, p_op_id, p_kind, p_contract, p_milestone, p_provider_ref, p_at) on conflict (op_id) do nothing;
      if not found then return false; end if;
      for leg in
        select l.code, coalesce(l.scope, '') as scope, l.currency, l.side, l.org, coalesce(l.negative, false) as negative,
               sum(coalesce(l.debit, 0))::bigint as debit, sum(coalesce(l.credit, 0))::bigint as credit
        from jsonb_to_recordset(p_legs) as l(code text, scope text, currency text, side text, org uuid, negative boolean, debit bigint, credit bigint)
        group by 1, 2, 3, 4, 5, 6, (coalesce(l.debit, 0) > 0) order by 1, 2, 3, 7 desc
      loop
        update ledger_accounts a
          set balance = a.balance + case when a.side = 'debit' then leg.debit - leg.credit else leg.credit - leg.debit end,
              version = a.version + 1
          where a.code = leg.code and a.scope = leg.scope and a.currency = leg.currency returning * into acc;
        if not found then
          insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative)
            values (leg.code, leg.scope, leg.currency, leg.side, leg.org, leg.negative) on conflict (code, scope, currency) do nothing;
          update ledger_accounts a
            set balance = a.balance + case when a.side = 'debit' then leg.debit - leg.credit else leg.credit - leg.debit end,
                version = a.version + 1
            where a.code = leg.code and a.scope = leg.scope and a.currency = leg.currency returning * into acc;
        end if;
        ids := ids || acc.id; curs := curs || leg.currency; debs := debs || leg.debit; creds := creds || leg.credit;
        bals := bals || acc.balance; vers := vers || acc.version;
      end loop;
      insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
        select p_tx, u.* from unnest(ids, curs, debs, creds, bals, vers) as u;
      return true;
    end $$;

    create table workflow_outbox (
      id bigint generated always as identity primary key,
      dedupe_key text not null unique,
      kind text not null check (kind in ('start','signal','cancel')),
      workflow_id text not null,
      workflow_type text,
      task_queue text,
      name text,
      payload jsonb not null default '{}',
      attributes jsonb not null default '{}',
      generation int not null default 1,
      created_at timestamptz not null default now(),
      available_at timestamptz not null default now(),
      locked_until timestamptz,
      attempts int not null default 0,
      last_error text,
      dispatched_at timestamptz,
      dead_at timestamptz,
      run_id text
    );
    create index workflow_outbox_open on workflow_outbox(available_at, id) where dispatched_at is null and dead_at is null;
    create index workflow_outbox_order on workflow_outbox(workflow_id, id) where dispatched_at is null and dead_at is null;
    create index workflow_outbox_starts on workflow_outbox(workflow_id, generation) where kind = 'start';
    create index workflow_outbox_dead on workflow_outbox(id) where dead_at is not null and dispatched_at is null;

    create function assert_workflow_started() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare wanted text := tg_argv[0] || '/' || new.id;
    begin
      if not exists (select 1 from workflow_outbox where workflow_id = wanted and kind = 'start') then
        raise exception '% % has no start command for workflow %', tg_table_name, new.id, wanted
          using errcode = 'check_violation', constraint = 'row_needs_workflow';
      end if;
      return null;
    end $$;
    create constraint trigger milestones_need_workflow after insert or update of state on milestones deferrable initially deferred
      for each row when (new.state not in ('proposed', 'void')) execute function assert_workflow_started('escrow');
    create constraint trigger offers_need_workflow after insert on offers deferrable initially deferred
      for each row execute function assert_workflow_started('offer');
    create constraint trigger contracts_need_workflow after insert on contracts deferrable initially deferred
      for each row execute function assert_workflow_started('contract');
    create constraint trigger codes_need_workflow after insert on one_time_codes deferrable initially deferred
      for each row execute function assert_workflow_started('code');

    create function notify_outbox() returns trigger language plpgsql as $$
    begin perform pg_notify('sponsio_outbox', ''); return null; end $$;
    create trigger workflow_outbox_notify after insert on workflow_outbox for each statement execute function notify_outbox();
    create function notify_notices() returns trigger language plpgsql as $$
    begin perform pg_notify('sponsio_notices', ''); return null; end $$;
    create trigger notices_notify after insert on notices for each statement execute function notify_notices();
    create function notify_mail() returns trigger language plpgsql as $$
    begin perform pg_notify('sponsio_mail', ''); return null; end $$;
    create trigger mails_notify after insert on mails for each statement execute function notify_mail();

    -- Live topics: contract:<id> for a deal, offer:<id>, campaign:<id>, org:<id> for lists, user:<id> for the bell.
    create function notify_live() returns trigger language plpgsql as $$
    declare r jsonb := to_jsonb(new); topics text[] := '{}';
    begin
      if r ? 'contract_id' and r->>'contract_id' is not null then topics := topics || ('contract:' || (r->>'contract_id')); end if;
      if r ? 'offer_id' and r->>'offer_id' is not null then topics := topics || ('offer:' || (r->>'offer_id')); end if;
      if r ? 'campaign_id' and r->>'campaign_id' is not null then topics := topics || ('campaign:' || (r->>'campaign_id')); end if;
      if tg_table_name in ('contracts', 'offers', 'campaigns') then
        topics := topics || (rtrim(tg_table_name, 's') || ':' || (r->>'id'));
      end if;
      if r ? 'brand_org' and r->>'brand_org' is not null then topics := topics || ('org:' || (r->>'brand_org')); end if;
      if r ? 'creator_org' and r->>'creator_org' is not null then topics := topics || ('org:' || (r->>'creator_org')); end if;
      if r ? 'agency_org' and r->>'agency_org' is not null then topics := topics || ('org:' || (r->>'agency_org')); end if;
      if r ? 'payee_org' and r->>'payee_org' is not null then topics := topics || ('org:' || (r->>'payee_org')); end if;
      if tg_table_name = 'notifications' then topics := topics || ('user:' || (r->>'user_id')); end if;
      if tg_table_name in ('payouts', 'payout_accounts') then topics := topics || ('org:' || (r->>'org_id')); end if;
      perform pg_notify('sponsio_live', jsonb_build_object('topics', topics, 'table', tg_table_name)::text);
      return null;
    end $$;
  `);
  for (const table of [
    'contracts',
    'offers',
    'campaigns',
    'applications',
    'escrow_events',
    'messages',
    'review_comments',
    'submissions',
    'milestones',
    'payments',
    'transfers',
    'payouts',
    'payout_accounts',
    'notifications',
  ]) {
    await run(
      `create trigger ${table}_live after insert or update on ${table} for each row execute function notify_live()`,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}
