-- Sums of postings in one pass: row security would check every account and entry by itself. A function answers for deals of the
-- calling org alone; the worker and staff read all. None returns a row that the caller may not read.

-- The only function that writes the ledger. It posts several balanced transactions in one call: p_places names the posting of each
-- leg, counted from 1. The caller sorts the legs over all postings (code, scope, currency; those of one account in the order of their
-- postings): accounts are locked in this order, so that two calls never wait for each other in a circle. Operations are claimed before
-- any account is locked; an account is created with its first leg. Returns for each posting whether it was new; one whose operation was
-- posted before changes nothing. Arrays of numbers instead of rows: copying a row's description costs more than the posting.
create function ledger_post_all(
    p_txs uuid[], p_op_ids text[], p_kinds text[], p_contracts uuid[], p_milestones uuid[], p_provider_refs text[],
    p_at timestamptz[], p_places int[], p_codes text[], p_scopes text[], p_currencies text[], p_sides text[],
    p_orgs uuid[], p_negatives boolean[], p_debits bigint[], p_credits bigint[]
) returns boolean[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fresh boolean[] := '{}'; v_id bigint; v_balance bigint; v_version bigint; n int;
  places int[] := '{}'; txs uuid[] := '{}'; ids bigint[] := '{}'; curs text[] := '{}';
  debs bigint[] := '{}'; creds bigint[] := '{}'; balances bigint[] := '{}'; versions bigint[] := '{}';
begin
  for n in 1 .. cardinality(p_txs) loop
    insert into ledger_tx(id, op_id, kind, contract_id, milestone_id, provider_ref, posted_at)
      values (p_txs[n], p_op_ids[n], p_kinds[n], p_contracts[n], p_milestones[n], p_provider_refs[n], p_at[n])
      on conflict (op_id) do nothing;
    fresh := fresh || found;
  end loop;
  for i in 1 .. cardinality(p_codes) loop
    n := p_places[i];
    continue when not fresh[n];
    loop
      update ledger_accounts a
        set balance = a.balance + (p_debits[i] - p_credits[i]) * case a.side when 'debit' then 1 else -1 end, version = a.version + 1
        where a.code = p_codes[i] and a.scope = p_scopes[i] and a.currency = p_currencies[i]
        returning a.id, a.balance, a.version into v_id, v_balance, v_version;
      exit when found;
      insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative)
        values (p_codes[i], p_scopes[i], p_currencies[i], p_sides[i], p_orgs[i], p_negatives[i])
        on conflict (code, scope, currency) do nothing;
    end loop;
    places := places || n; txs := txs || p_txs[n]; ids := ids || v_id; curs := curs || p_currencies[i];
    debs := debs || p_debits[i]; creds := creds || p_credits[i];
    balances := balances || v_balance; versions := versions || v_version;
  end loop;
  insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
    select e.tx, e.account, e.currency, e.debit, e.credit, e.balance, e.version
    from unnest(places, txs, ids, curs, debs, creds, balances, versions) with ordinality
      as e(place, tx, account, currency, debit, credit, balance, version, leg)
    order by e.place, e.leg;
  return fresh;
end;
$$;

-- A statement balances by itself, and with it every transaction; entries need not be read back. The group is only built to name
-- the transaction when one is not balanced.
create function ledger_assert_balanced() returns trigger
  language plpgsql as $$
declare bad uuid;
begin
  perform from written w group by w.tx_id, w.currency having sum(w.debit - w.credit) <> 0;
  if found then
    select w.tx_id into bad from written w group by w.tx_id, w.currency having sum(w.debit - w.credit) <> 0 limit 1;
    raise exception 'ledger transaction % is not balanced', bad using errcode = 'check_violation', constraint = 'ledger_tx_balanced';
  end if;
  return null;
end;
$$;

-- Where the money of milestones is, from the ledger's entries.
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
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or app_org() in (m.brand_org, m.creator_org, m.agency_org))
    group by m.id
$$;

-- Where the money of contracts is.
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
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or app_org() in (m.brand_org, m.creator_org, m.agency_org))
    group by m.contract_id
$$;

-- Every entry of a milestone's postings, so that both sides can check that they balance. Balances of accounts that belong neither to
-- the reader nor to the milestone stay hidden, and so do the memo accounts of others.
create function milestone_postings(p_milestone uuid) returns table (
    tx_id uuid, op_id text, kind text, posted_at timestamptz, account text, debit bigint, credit bigint,
    currency text, balance_after bigint
)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.op_id, t.kind, t.posted_at, a.code, e.debit, e.credit, e.currency,
         case when session_user in ('sponsio_worker') or app_kind() = 'staff' or a.org_id = app_org() or a.scope = m.id::text
           then e.balance_after end
    from milestones m
    join ledger_tx t on t.milestone_id = m.id
    join ledger_entries e on e.tx_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where m.id = p_milestone
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or app_org() in (m.brand_org, m.creator_org, m.agency_org))
      and (a.code not like 'M\_%' or session_user in ('sponsio_worker') or app_kind() = 'staff' or a.org_id = app_org())
    order by e.id
$$;

-- Where all the money of one brand is, and what became of its service fees, per currency. The account of the tax is the state's: of a
-- refund, tax is what is neither price nor fee.
create function brand_money(p_brand uuid) returns table (
    currency text, funded bigint, held bigint, released bigint, refunded bigint, disputed bigint, fee_paid bigint,
    fee_earned bigint, fee_returned bigint, fee_deferred bigint, tax_returned bigint
)
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
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or app_org() = p_brand)
    group by a.currency
$$;

-- The platform's own money in one currency: what is left for provider fees if every client were paid out in full.
create function platform_surplus(p_currency text) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(case side when 'credit' then balance else -balance end), 0)::bigint from ledger_accounts
    where currency = p_currency and scope = ''
      and code in ('FLOAT_EQUITY', 'FEE_REVENUE', 'PSP_FEE', 'DISPUTE_FEE', 'CHARGEBACK_LOSS', 'FX_RESULT')
$$;

-- The provider fees that open payments may still cost.
create function open_payment_fees(p_currency text, p_bps int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(sum(ceil(total * p_bps / 10000.0)), 0)::bigint from payments
    where currency = p_currency and state in ('claimed', 'open', 'processing'));
end;
$$;
