-- Since when the transfer of the agency's share of this contract has no outcome at the provider, by milestone; for the brand and
-- the creator, who read no transfers of the agency. No amount, account or id of the agency.
create function late_agency_shares(p_contract uuid) returns table (milestone_id uuid, since timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.milestone_id, min(o.begun_at)
    from contracts c
    join operations o on o.contract_id = c.id and o.org_id = c.agency_org
    where c.id = p_contract and app_org() in (c.brand_org, c.creator_org)
      and o.kind = 'transfer' and o.state in ('claimed', 'unknown') and o.error is not null
    group by o.milestone_id
$$;
