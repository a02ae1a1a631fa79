-- Adds what a statement posted to the totals of the orgs. The rows are locked in one order, after the accounts: two calls never wait
-- for each other in a circle.
create function ledger_add_totals() returns trigger
  language plpgsql as $$
begin
  insert into ledger_org_totals as t (org_id, currency, code, kind, debit, credit)
    select a.org_id, w.currency, a.code, x.kind, sum(w.debit), sum(w.credit)
      from written w
      join ledger_accounts a on a.id = w.account_id
      join ledger_tx x on x.id = w.tx_id
      where a.org_id is not null and a.code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED', 'REFUND_PAYABLE')
      group by a.org_id, w.currency, a.code, x.kind
      order by a.org_id, w.currency, a.code, x.kind
    on conflict (org_id, currency, code, kind) do update set debit = t.debit + excluded.debit, credit = t.credit + excluded.credit;
  return null;
end;
$$;

-- Where a brand's money is, per currency, over everything it ever paid. Only for the brand itself, staff and the worker.
create or replace function brand_money(p_brand uuid) returns table (
    currency text, funded bigint, held bigint, released bigint, refunded bigint, disputed bigint, fee_paid bigint,
    fee_earned bigint, fee_returned bigint, fee_deferred bigint, tax_returned bigint
)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.currency,
         coalesce(sum(t.credit) filter (where t.code <> 'FEE_DEFERRED' and t.kind = 'funded'), 0)::bigint,
         coalesce(sum(t.credit - t.debit) filter (where t.code = 'ESCROW_HELD'), 0)::bigint,
         coalesce(sum(t.debit) filter (where t.code <> 'FEE_DEFERRED' and t.kind = 'release'), 0)::bigint,
         coalesce(sum(t.debit) filter (where t.code <> 'FEE_DEFERRED' and t.kind = 'refund_decided'), 0)::bigint,
         coalesce(sum(t.credit - t.debit) filter (where t.code = 'ESCROW_DISPUTED'), 0)::bigint,
         coalesce(sum(t.credit) filter (where t.code = 'FEE_DEFERRED' and t.kind = 'funded'), 0)::bigint,
         coalesce(sum(t.debit) filter (where t.code = 'FEE_DEFERRED' and t.kind = 'release'), 0)::bigint,
         coalesce(sum(t.debit) filter (where t.code = 'FEE_DEFERRED' and t.kind = 'refund_decided'), 0)::bigint,
         coalesce(sum(t.credit - t.debit) filter (where t.code = 'FEE_DEFERRED'), 0)::bigint,
         coalesce(sum(t.credit - t.debit) filter (where t.kind = 'refund_decided'), 0)::bigint
    from ledger_org_totals t
    where t.org_id = p_brand
      and (session_user in ('sponsio_worker') or app_kind() = 'staff' or app_org() = p_brand)
    group by t.currency
$$;
