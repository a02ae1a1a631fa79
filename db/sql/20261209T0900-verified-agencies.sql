-- Whether the payment provider has verified who an agency is: it pays out to verified accounts alone. Readers see the
-- answer and nothing of the account.
create function agency_verified(p_agency uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from payout_accounts p join orgs o on o.id = p.org_id
    where p.org_id = p_agency and o.kind = 'agency' and p.state = 'enabled' and app_kind() in ('brand', 'creator', 'agency'))
$$;

-- Whether this person may act for that creator at that time, as a member of the agency; asked at every call of such a person. An agency that
-- is not verified does not sign: its creators confirm it.
create or replace function acting_for(p_user text, p_agency uuid, p_creator uuid, p_at timestamptz)
  returns table (representation_id uuid, scopes text[], creator_name text, agency_name text, suspended_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, case when p.state = 'enabled' then r.scopes else array_remove(r.scopes, 'sign') end, c.name, a.name, coalesce(c.suspended_at, a.suspended_at)
    from representations r
    join orgs c on c.id = r.creator_org
    join orgs a on a.id = r.agency_org
    left join payout_accounts p on p.org_id = r.agency_org
    join org_members m on m.org_id = r.agency_org and m.user_id = p_user
    where r.agency_org = p_agency and r.creator_org = p_creator and r.state in ('active', 'ending')
      and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at) and c.closed_at is null
$$;
