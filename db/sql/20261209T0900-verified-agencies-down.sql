-- As before.
create or replace function acting_for(p_user text, p_agency uuid, p_creator uuid, p_at timestamptz)
  returns table (representation_id uuid, scopes text[], creator_name text, agency_name text, suspended_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.scopes, c.name, a.name, coalesce(c.suspended_at, a.suspended_at)
    from representations r
    join orgs c on c.id = r.creator_org
    join orgs a on a.id = r.agency_org
    join org_members m on m.org_id = r.agency_org and m.user_id = p_user
    where r.agency_org = p_agency and r.creator_org = p_creator and r.state in ('active', 'ending')
      and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at) and c.closed_at is null
$$;
