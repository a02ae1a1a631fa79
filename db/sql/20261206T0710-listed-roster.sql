-- Creators whom an agency represents now and who agreed to be named on its page.
create function listed_roster(p_agency uuid) returns table (creator_org uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.creator_org from representations r join creator_profiles c on c.org_id = r.creator_org
    where r.agency_org = p_agency and r.listed and r.state in ('active', 'ending') and c.published_at is not null
      and c.hidden_at is null and app_kind() in ('brand', 'creator', 'agency')
    order by r.created_at limit 100
$$;
