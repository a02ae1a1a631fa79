import { sql, type Kysely } from 'kysely';

/** Tables a brand, a creator and perhaps an agency share: each party sees the row, nobody else. */
const PARTY = [
  'offers',
  'offer_versions',
  'contracts',
  'signatures',
  'contract_files',
  'milestones',
  'submissions',
  'review_comments',
  'messages',
  'escrow_events',
];
/** Tables of one org, with the column that names it. */
const OWN: Record<string, string> = {
  billing_profiles: 'org_id',
  saved_campaigns: 'org_id',
  quotes: 'brand_org',
  payments: 'brand_org',
  refunds: 'brand_org',
  transfers: 'payee_org',
  payouts: 'org_id',
  payout_accounts: 'org_id',
  documents: 'org_id',
  operations: 'org_id',
};
const APPEND_ONLY = ['ledger_tx', 'ledger_entries', 'escrow_events', 'audit_log', 'signatures', 'offer_versions'];

/**
 * The second wall: sponsio_app sees only what `app.user`, `app.org` and `app.kind` of the transaction allow, fail closed
 * when unset; sponsio_worker sees all rows. Neither can change what is append-only; the ledger is written by ledger_post alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'sponsio_app') or not exists (select from pg_roles where rolname = 'sponsio_worker') then
        raise exception 'create the roles sponsio_app and sponsio_worker (LOGIN, NOBYPASSRLS) before migrating';
      end if;
    end $$;
    create function app_user() returns text language sql stable as $$ select nullif(current_setting('app.user', true), '') $$;
    create function app_org() returns uuid language sql stable as $$ select nullif(current_setting('app.org', true), '')::uuid $$;
    create function app_kind() returns text language sql stable as $$ select coalesce(current_setting('app.kind', true), '') $$;
    grant usage on schema public to sponsio_app, sponsio_worker;
    grant usage on schema auth to sponsio_app;
    grant select, insert, update, delete on all tables in schema auth to sponsio_app;
    grant select, insert, update on all tables in schema public to sponsio_app, sponsio_worker;
    grant usage on all sequences in schema public to sponsio_app, sponsio_worker;
    grant delete on saved_campaigns to sponsio_app;
    revoke insert, update on ledger_accounts, ledger_tx, ledger_entries, document_counters, documents, refunds, transfers from sponsio_app;
    revoke insert, update on ledger_accounts, ledger_tx, ledger_entries from sponsio_worker;
    revoke update on ${APPEND_ONLY.join(', ')} from sponsio_app, sponsio_worker;
    revoke all on function ledger_post(uuid, text, text, uuid, uuid, text, timestamptz, jsonb) from public;
    grant execute on function ledger_post(uuid, text, text, uuid, uuid, text, timestamptz, jsonb) to sponsio_worker;
    revoke all on kysely_migration, kysely_migration_lock from sponsio_app, sponsio_worker;
  `);

  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(db);
  for (const { name } of rows) {
    await run(`
      alter table ${name} enable row level security;
      create policy worker on ${name} to sponsio_worker using (true) with check (true);
      create policy staff_reads on ${name} for select to sponsio_app using (app_kind() = 'staff');
    `);
  }
  for (const name of PARTY) {
    await run(`create policy party on ${name} to sponsio_app
      using (app_org() in (brand_org, creator_org, agency_org)) with check (app_org() in (brand_org, creator_org, agency_org))`);
  }
  for (const [name, column] of Object.entries(OWN)) {
    await run(
      `create policy own on ${name} to sponsio_app using (${column} = app_org()) with check (${column} = app_org())`,
    );
  }
  const signedIn = `app_kind() in ('brand','creator','agency','newcomer')`;
  await run(`
    create policy reference on tax_rates for select to sponsio_app using (true);
    create policy reference on fee_schedules for select to sponsio_app using (true);
    create policy reference on clock_policies for select to sponsio_app using (true);
    create policy own on profiles to sponsio_app using (id = app_user()) with check (id = app_user());
    create policy colleagues on profiles for select to sponsio_app
      using (exists (select from org_members m where m.user_id = profiles.id and m.org_id = app_org()));
    create policy own on staff for select to sponsio_app using (user_id = app_user());
    create policy names on orgs for select to sponsio_app using (${signedIn});
    create policy founds on orgs for insert to sponsio_app with check (created_by = app_user() and kind <> 'platform');
    create policy own on orgs for update to sponsio_app using (id = app_org()) with check (id = app_org());
    create policy mine on org_members for select to sponsio_app using (user_id = app_user() or org_id = app_org());
    create policy founds on org_members for insert to sponsio_app with check (user_id = app_user()
      and exists (select from orgs o where o.id = org_id and o.created_by = app_user()));
    create policy parties on representations for select to sponsio_app using (app_org() in (agency_org, creator_org));
    create policy shown on creator_profiles for select to sponsio_app using (${signedIn});
    create policy own on creator_profiles to sponsio_app using (org_id = app_org()) with check (org_id = app_org());
    create policy founds on creator_profiles for insert to sponsio_app with check (exists (select from orgs o where o.id = org_id and o.created_by = app_user()));
    create policy own on campaigns to sponsio_app using (brand_org = app_org()) with check (brand_org = app_org());
    create policy shown on campaigns for select to sponsio_app using (${signedIn} and state in ('live','paused','filled','completed','closed'));
    create policy parties on applications to sponsio_app using (app_org() in (brand_org, creator_org)) with check (app_org() in (brand_org, creator_org));
    create policy parties on files to sponsio_app using (app_org() in (org_id, brand_org, creator_org, agency_org)) with check (org_id = app_org());
    create policy own on notifications to sponsio_app using (user_id = app_user()) with check (user_id = app_user());
    create policy sends on notices for insert to sponsio_app with check (true);
    create policy sends on mails for insert to sponsio_app with check (true);
    create policy codes on one_time_codes to sponsio_app using (app_kind() = 'anonymous' or user_id = app_user()) with check (true);
    create policy webhooks on psp_events to sponsio_app using (app_kind() = 'system') with check (app_kind() = 'system');
    create policy own on audit_log for select to sponsio_app using (org_id = app_org());
    create policy writes on audit_log for insert to sponsio_app with check (true);
    create policy commands on workflow_outbox for insert to sponsio_app with check (true);
    create policy staff_retries on workflow_outbox for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff');
    create policy staff_settles on operations for update to sponsio_app using (app_kind() = 'staff') with check (app_kind() = 'staff');
    create policy balances on ledger_accounts for select to sponsio_app
      using (org_id = app_org() or exists (select from milestones m where m.id::text = scope));
    create policy postings on ledger_tx for select to sponsio_app using (exists (select from milestones m where m.id = milestone_id));
    create policy entries on ledger_entries for select to sponsio_app using (exists (select from ledger_accounts a where a.id = account_id));
  `);
  await run(`
    -- Facts about the other side that rows it hides are needed for; each answers a sum or a rate, never a row.
    create function offer_facts(p_offer uuid, p_at timestamptz) returns table (tax_country text, tax_bps int, language text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select b.country, (select t.bps from tax_rates t where t.country = b.country and t.valid_from <= p_at::date order by t.valid_from desc limit 1), p.locale
        from offers o left join billing_profiles b on b.org_id = o.brand_org left join profiles p on p.id = o.created_by
        where o.id = p_offer and (session_user <> 'sponsio_app' or app_org() in (o.brand_org, o.creator_org, o.agency_org)) $$;
    create function representation_of(p_creator uuid, p_at timestamptz) returns table (agency_org uuid, commission_bps int, scopes text[])
      language sql stable security definer set search_path = public, pg_temp as $$
      select r.agency_org, r.commission_bps, r.scopes from representations r
        where r.creator_org = p_creator and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at)
        order by r.valid_from desc limit 1 $$;
    create function brand_payment_facts(p_brands uuid[]) returns table (brand_org uuid, funded int, released int, median_seconds float8)
      language sql stable security definer set search_path = public, pg_temp as $$
      select m.brand_org, count(m.funded_at)::int, count(m.released_at)::int,
             case when count(m.approved_at) >= 3
               then percentile_cont(0.5) within group (order by extract(epoch from m.approved_at - m.submitted_at)) filter (where m.approved_at is not null) end
        from milestones m where m.brand_org = any(p_brands) group by m.brand_org $$;
    create function campaign_slots_taken(p_campaigns uuid[]) returns table (campaign_id uuid, taken int, in_signing int)
      language sql stable security definer set search_path = public, pg_temp as $$
      select c.campaign_id, (count(*) filter (where c.state in ('active', 'completed')))::int, (count(*) filter (where c.state in ('sent', 'partially_signed')))::int
        from contracts c where c.campaign_id = any(p_campaigns) group by c.campaign_id $$;
    create function completed_deals(p_creator uuid) returns int
      language sql stable security definer set search_path = public, pg_temp as $$
      select count(*)::int from contracts c where c.creator_org = p_creator and c.state = 'completed' $$;
    create function known_contract_file(p_sha256 text)
      returns table (title text, signed_at timestamptz, brand_name text, creator_name text, document_hash text)
      language sql stable security definer set search_path = public, pg_temp as $$
      select c.title, c.signed_at, c.document->'brand'->>'name', c.document->'creator'->>'name', c.document_hash
        from contract_files f join contracts c on c.id = f.contract_id where f.sha256 = p_sha256 $$;
    -- Where the money of milestones is, from the ledger's entries; only milestones that the asking org is a party of.
    create function milestone_balances(p_milestones uuid[])
      returns table (milestone_id uuid, funded bigint, held bigint, released bigint, refunded bigint, disputed bigint)
      language sql stable security definer set search_path = public, pg_temp as $$
      select m.id,
             coalesce(sum(e.credit) filter (where t.kind = 'funded'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'ESCROW_HELD'), 0)::bigint,
             coalesce(sum(e.debit) filter (where t.kind = 'release'), 0)::bigint,
             coalesce(sum(e.debit) filter (where t.kind = 'refund_decided'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'ESCROW_DISPUTED'), 0)::bigint
        from milestones m
        join ledger_accounts a on a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED') and a.scope = m.id::text and a.currency = m.currency
        join ledger_entries e on e.account_id = a.id
        join ledger_tx t on t.id = e.tx_id
        where m.id = any(p_milestones)
          and (session_user <> 'sponsio_app' or app_kind() = 'staff' or app_org() in (m.brand_org, m.creator_org, m.agency_org))
        group by m.id $$;
    -- Every entry of a milestone's postings, so that both sides can check that they balance. Balances of accounts that are
    -- not the reader's or the milestone's own stay hidden, and so do the memo accounts of others.
    create function milestone_postings(p_milestone uuid)
      returns table (tx_id uuid, op_id text, kind text, posted_at timestamptz, account text, debit bigint, credit bigint, currency text, balance_after bigint)
      language sql stable security definer set search_path = public, pg_temp as $$
      select t.id, t.op_id, t.kind, t.posted_at, a.code, e.debit, e.credit, e.currency,
             case when session_user <> 'sponsio_app' or app_kind() = 'staff' or a.org_id = app_org() or a.scope = m.id::text then e.balance_after end
        from milestones m
        join ledger_tx t on t.milestone_id = m.id
        join ledger_entries e on e.tx_id = t.id
        join ledger_accounts a on a.id = e.account_id
        where m.id = p_milestone
          and (session_user <> 'sponsio_app' or app_kind() = 'staff' or app_org() in (m.brand_org, m.creator_org, m.agency_org))
          and (a.code not like 'M\\_%' or session_user <> 'sponsio_app' or app_kind() = 'staff' or a.org_id = app_org())
        order by e.id $$;
    -- The platform's own money in one currency: what is left for provider fees when every client were paid out in full.
    create function platform_surplus(p_currency text) returns bigint
      language sql stable security definer set search_path = public, pg_temp as $$
      select coalesce(sum(case side when 'credit' then balance else -balance end), 0)::bigint from ledger_accounts
        where currency = p_currency and scope = '' and code in ('FLOAT_EQUITY', 'FEE_REVENUE', 'PSP_FEE', 'DISPUTE_FEE', 'CHARGEBACK_LOSS', 'FX_RESULT') $$;
  `);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ tablename: string; policyname: string }>`
    select tablename, policyname from pg_policies where schemaname = 'public'`.execute(db);
  for (const p of rows) await sql.raw(`drop policy ${p.policyname} on ${p.tablename}`).execute(db);
  for (const name of new Set(rows.map((r) => r.tablename)))
    await sql.raw(`alter table ${name} disable row level security`).execute(db);
  await sql`drop function offer_facts, representation_of, brand_payment_facts, campaign_slots_taken, completed_deals, known_contract_file, milestone_balances, milestone_postings, platform_surplus`.execute(
    db,
  );
  await sql`drop function app_user(), app_org(), app_kind()`.execute(db);
}
