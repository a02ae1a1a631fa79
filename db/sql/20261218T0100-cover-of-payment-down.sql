-- What card banks have taken counts for clients' money only while it is set aside for its dispute, and no more of it than the
-- milestone still holds: price, deferred fee, and the tax on that fee. `p_milestone`: of this one alone.
create or replace function card_dispute_cover(p_currency text, p_milestone uuid) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(least(hold.taken,
           escrow.price + escrow.fee + case when p.fee > 0 then ceil(p.tax * escrow.fee / p.fee::numeric) else 0 end)), 0)::bigint
    from (select milestone_id, min(payment_id::text)::uuid as payment_id from card_disputes
           where set_aside and (p_milestone is null or milestone_id = p_milestone) group by milestone_id) d
    join payments p on p.id = d.payment_id
    cross join lateral (select coalesce(sum(a.balance), 0) as taken from card_disputes x
      join ledger_accounts a on a.code = 'CARD_DISPUTE_HOLD' and a.scope = x.id and a.currency = p_currency
      where x.milestone_id = d.milestone_id) hold
    cross join lateral (select coalesce(sum(balance) filter (where code <> 'FEE_DEFERRED'), 0) as price,
        coalesce(sum(balance) filter (where code = 'FEE_DEFERRED'), 0) as fee
      from ledger_accounts
      where code in ('ESCROW_HELD', 'ESCROW_DISPUTED', 'FEE_DEFERRED') and scope = d.milestone_id::text and currency = p_currency) escrow
$$;
