-- Links imported people to the creator whose account on the network was connected, unless that creator said it is another person.
create or replace function import_link(p_platform text, p_handle text, p_creator uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update imported_creators set creator_org = p_creator, linked_at = clock_timestamp(), claim = null, claimed_at = null
    where platform = p_platform and handle = lower(p_handle) and creator_org is distinct from p_creator
      and disowned_by is distinct from p_creator
$$;

-- What other orgs imported and linked to the caller's creator, without their notes.
create function imports_of_caller() returns table (id uuid, org_id uuid, platform text, handle text, name text, followers bigint,
    claim text, linked_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.id, i.org_id, i.platform, i.handle, i.name, i.followers, i.claim, i.linked_at
    from imported_creators i where i.creator_org = app_org() order by i.linked_at desc, i.id limit 50
$$;

-- The caller's creator accepts a link, or takes it off for good. False where there is none that waits.
create function answer_import(p_id uuid, p_accepted boolean, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_accepted then
    update imported_creators set claim = 'accepted', claimed_at = p_at where id = p_id and creator_org = app_org() and claim is null;
  else
    update imported_creators set creator_org = null, linked_at = null, claim = null, claimed_at = p_at, disowned_by = app_org()
      where id = p_id and creator_org = app_org();
  end if;
  return found;
end;
$$;
