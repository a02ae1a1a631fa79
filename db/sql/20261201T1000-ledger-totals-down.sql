-- The sums over all entries, as before.
create or replace function brand_money(p_brand uuid) returns table (
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
