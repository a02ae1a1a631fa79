-- Since when a transfer to the creator of this contract has no outcome at the provider, by milestone; for the brand, which
-- reads no transfers of its creator, and the agency that represents the creator now. No amount, account or id of the creator.
create function late_transfers(p_contract uuid) returns table (milestone_id uuid, since timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.milestone_id, min(o.begun_at)
    from contracts c
    join operations o on o.contract_id = c.id and o.org_id = c.creator_org
    where c.id = p_contract
      and (c.brand_org = app_org() or (c.agency_org = app_org() and app_represents(c.creator_org)))
      and o.kind = 'transfer' and o.state in ('claimed', 'unknown') and o.error is not null
    group by o.milestone_id
$$;
