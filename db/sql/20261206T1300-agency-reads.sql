-- Whether the reading org represents this creator now. An agency reads a deal for as long as it does.
create function app_represents(p_creator uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from representations r
      where r.creator_org = p_creator and r.agency_org = app_org() and r.state in ('active', 'ending'))
$$;
