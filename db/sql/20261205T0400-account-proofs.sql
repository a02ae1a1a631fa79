-- The org that an account on a network is connected to by its handle: an account that was proven by a code has no id of the network.
-- p_codes: of those accounts alone.
create function social_handle_holder(p_network text, p_handle text, p_codes boolean) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select org_id from social_connections where network = p_network and lower(handle) = lower(p_handle) and state in ('active', 'consent_needed')
    and (not p_codes or kind = 'public') order by created_at limit 1
$$;
