import { sql, type Kysely } from 'kysely';

/** What screens, workflows and repairs look rows up by; without an index each look reads a table that grows with every deal on the platform. */
const INDEXES: Record<string, string> = {
  // A person's lists, whatever their side of the deal.
  milestones_brand: 'milestones(brand_org, updated_at desc)',
  milestones_creator: 'milestones(creator_org, updated_at desc)',
  milestones_agency: 'milestones(agency_org, updated_at desc) where agency_org is not null',
  contracts_agency: 'contracts(agency_org, created_at desc) where agency_org is not null',
  offers_agency: 'offers(agency_org, updated_at desc) where agency_org is not null',
  notifications_unread: 'notifications(user_id) where read_at is null',
  // From a campaign, an application, a deal or a milestone to what belongs to it.
  contracts_campaign: 'contracts(campaign_id) where campaign_id is not null',
  contracts_application: 'contracts(application_id) where application_id is not null',
  contract_files_contract: 'contract_files(contract_id)',
  offers_application: 'offers(application_id) where application_id is not null',
  quotes_milestone: 'quotes(milestone_id)',
  payments_contract: 'payments(contract_id)',
  payments_brand: 'payments(brand_org)',
  refunds_payment: 'refunds(payment_id)',
  transfers_milestone: 'transfers(milestone_id)',
  transfers_payout: 'transfers(payout_id) where payout_id is not null',
  documents_contract: 'documents(contract_id) where contract_id is not null',
  documents_milestone: 'documents(milestone_id) where milestone_id is not null',
  documents_payout: 'documents(payout_id) where payout_id is not null',
  submissions_contract: 'submissions(contract_id)',
  representations_creator: 'representations(creator_org)',
  // The few that are open among the many that are over.
  offers_open: `offers(updated_at) where state in ('sent', 'countered')`,
  contracts_open: `contracts(updated_at) where state in ('sent', 'partially_signed')`,
  operations_failed: `operations(claimed_at) where state = 'failed'`,
  transfers_open: `transfers(created_at) where state <> 'sent'`,
  refunds_open: `refunds(created_at) where state not in ('done', 'by_bank')`,
  files_uploading: `files(created_at) where state = 'uploading'`,
  one_time_codes_end: 'one_time_codes(expires_at)',
  psp_events_settled: 'psp_events(processed_at) where processed_at is not null',
};

/** Sums of an org's or a deal's postings in one pass: row security would ask about every account and entry for itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) await sql.raw(`create index ${name} on ${on}`).execute(db);
  await sql
    .raw(`
    -- Where the money of contracts is; only contracts that the asking org is a party of.
    create function contract_balances(p_contracts uuid[])
      returns table (contract_id uuid, funded bigint, held bigint, released bigint, refunded bigint, disputed bigint)
      language sql stable security definer set search_path = public, pg_temp as $$
      select m.contract_id,
             coalesce(sum(e.credit) filter (where t.kind = 'funded'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'ESCROW_HELD'), 0)::bigint,
             coalesce(sum(e.debit) filter (where t.kind = 'release'), 0)::bigint,
             coalesce(sum(e.debit) filter (where t.kind = 'refund_decided'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'ESCROW_DISPUTED'), 0)::bigint
        from milestones m
        join ledger_accounts a on a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED') and a.scope = m.id::text and a.currency = m.currency
        join ledger_entries e on e.account_id = a.id
        join ledger_tx t on t.id = e.tx_id
        where m.contract_id = any(p_contracts)
          and (session_user <> 'sponsio_app' or app_kind() = 'staff' or app_org() in (m.brand_org, m.creator_org, m.agency_org))
        group by m.contract_id $$;
    -- Where all the money of one brand is, and what became of its service fees, per currency; for that brand alone. The
    -- account of the tax is the state's: of a refund, tax is what is neither price nor fee.
    create function brand_money(p_brand uuid)
      returns table (currency text, funded bigint, held bigint, released bigint, refunded bigint, disputed bigint,
                     fee_paid bigint, fee_earned bigint, fee_returned bigint, fee_deferred bigint, tax_returned bigint)
      language sql stable security definer set search_path = public, pg_temp as $$
      select a.currency,
             coalesce(sum(e.credit) filter (where a.code <> 'FEE_DEFERRED' and t.kind = 'funded'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'ESCROW_HELD'), 0)::bigint,
             coalesce(sum(e.debit) filter (where a.code <> 'FEE_DEFERRED' and t.kind = 'release'), 0)::bigint,
             coalesce(sum(e.debit) filter (where a.code <> 'FEE_DEFERRED' and t.kind = 'refund_decided'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'ESCROW_DISPUTED'), 0)::bigint,
             coalesce(sum(e.credit) filter (where a.code = 'FEE_DEFERRED' and t.kind = 'funded'), 0)::bigint,
             coalesce(sum(e.debit) filter (where a.code = 'FEE_DEFERRED' and t.kind = 'release'), 0)::bigint,
             coalesce(sum(e.debit) filter (where a.code = 'FEE_DEFERRED' and t.kind = 'refund_decided'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where a.code = 'FEE_DEFERRED'), 0)::bigint,
             coalesce(sum(e.credit - e.debit) filter (where t.kind = 'refund_decided'), 0)::bigint
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_tx t on t.id = e.tx_id
        where a.org_id = p_brand and a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED', 'REFUND_PAYABLE')
          and (session_user <> 'sponsio_app' or app_kind() = 'staff' or app_org() = p_brand)
        group by a.currency $$;
    grant delete on psp_events to sponsio_worker;
  `)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`revoke delete on psp_events from sponsio_worker`.execute(db);
  await sql`drop function contract_balances, brand_money`.execute(db);
  for (const name of Object.keys(INDEXES)) await sql.raw(`drop index ${name}`).execute(db);
}
