create or replace function representation_of(p_creator uuid, p_at timestamptz)
  returns table (agency_org uuid, commission_bps int, scopes text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.agency_org, r.commission_bps, r.scopes from representations r
    where r.creator_org = p_creator and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at)
    order by r.valid_from desc limit 1
$$;
