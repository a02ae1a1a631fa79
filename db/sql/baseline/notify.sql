-- Channels that the API and the worker listen to.

-- Topics: contract:<id> for a deal, offer:<id>, campaign:<id>, org:<id> for lists, user:<id> for the bell.
create function notify_live() returns trigger
  language plpgsql as $$
declare r jsonb := to_jsonb(new); topics text[] := '{}';
begin
  if r ? 'contract_id' and r->>'contract_id' is not null then topics := topics || ('contract:' || (r->>'contract_id')); end if;
  if r ? 'offer_id' and r->>'offer_id' is not null then topics := topics || ('offer:' || (r->>'offer_id')); end if;
  if r ? 'campaign_id' and r->>'campaign_id' is not null then topics := topics || ('campaign:' || (r->>'campaign_id')); end if;
  if tg_table_name in ('contracts', 'offers', 'campaigns') then
    topics := topics || (rtrim(tg_table_name, 's') || ':' || (r->>'id'));
  end if;
  if r ? 'brand_org' and r->>'brand_org' is not null then topics := topics || ('org:' || (r->>'brand_org')); end if;
  if r ? 'creator_org' and r->>'creator_org' is not null then topics := topics || ('org:' || (r->>'creator_org')); end if;
  if r ? 'agency_org' and r->>'agency_org' is not null then topics := topics || ('org:' || (r->>'agency_org')); end if;
  if r ? 'payee_org' and r->>'payee_org' is not null then topics := topics || ('org:' || (r->>'payee_org')); end if;
  if tg_table_name = 'notifications' then topics := topics || ('user:' || (r->>'user_id')); end if;
  if tg_table_name in ('payouts', 'payout_accounts') then topics := topics || ('org:' || (r->>'org_id')); end if;
  perform pg_notify('sponsio_live', jsonb_build_object('topics', topics, 'table', tg_table_name)::text);
  return null;
end;
$$;

-- For rows that belong to one user.
create function notify_user() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array('user:' || new.user_id), 'table', tg_table_name)::text);
  return null;
end;
$$;

-- A change of an org's suspension or members ends what is open under them.
create function notify_org_status() returns trigger
  language plpgsql as $$
declare
  org text := case when tg_table_name = 'orgs' then to_jsonb(new)->>'id' else to_jsonb(old)->>'org_id' end;
begin
  perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array('org-status:' || org), 'table', tg_table_name)::text);
  return null;
end;
$$;

-- The end of a session closes its event streams.
create function notify_session_ended() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array('session:' || old."id"), 'table', 'session')::text);
  return null;
end;
$$;

create function notify_outbox() returns trigger
  language plpgsql as $$
begin perform pg_notify('sponsio_outbox', ''); return null; end;
$$;

create function notify_notices() returns trigger
  language plpgsql as $$
begin perform pg_notify('sponsio_notices', ''); return null; end;
$$;

create function notify_mail() returns trigger
  language plpgsql as $$
begin perform pg_notify('sponsio_mail', ''); return null; end;
$$;
