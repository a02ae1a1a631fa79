-- Stores a text once; its hash is checked by the table. For requests and the worker.
create function store_policy_text(p_sha256 text, p_policy text, p_version text, p_language text, p_body text, p_at timestamptz)
  returns void language sql security definer set search_path = public, pg_temp as $$
  insert into policy_texts(sha256, policy, version, language, body, stored_at)
    values (p_sha256, p_policy, p_version, p_language, p_body, p_at) on conflict do nothing
$$;
