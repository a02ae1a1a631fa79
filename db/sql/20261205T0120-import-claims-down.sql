-- Links imported people to the creator whose account on the network was connected: its handle is proven by the network.
create or replace function import_link(p_platform text, p_handle text, p_creator uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update imported_creators set creator_org = p_creator, linked_at = clock_timestamp()
    where platform = p_platform and handle = lower(p_handle) and creator_org is distinct from p_creator
$$;
