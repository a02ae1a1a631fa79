-- For policies, which would read orgs once for each row, under its own policies.
create function is_agency(p_org uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from orgs o where o.id = p_org and o.kind = 'agency')
$$;
