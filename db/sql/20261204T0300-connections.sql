-- The org that an account on a network is connected to; null for one that is free. Row security hides others' connections, and who connects
-- an account must learn that it is taken.
create function social_account_holder(p_network text, p_remote text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select org_id from social_connections where network = p_network and remote_id = p_remote and state in ('active', 'consent_needed')
$$;
