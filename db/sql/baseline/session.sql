-- The actor of the transaction. The settings are local to it; without them the policies show nothing.

create function app_user() returns text
  language sql stable as $$
  select nullif(current_setting('app.user', true), '')
$$;

create function app_org() returns uuid
  language sql stable as $$
  select nullif(current_setting('app.org', true), '')::uuid
$$;

create function app_kind() returns text
  language sql stable as $$
  select coalesce(current_setting('app.kind', true), '')
$$;
