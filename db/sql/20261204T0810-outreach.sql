-- Ends outreach to a person in the transaction of what ends it. The person who answers may not see the sender's rows.

-- Ends the open recipients of an org that reach a creator or an address; those that were sent everything are marked as well.
create function outreach_end(p_org uuid, p_creator uuid, p_email text, p_state text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz;
  ids uuid[];
begin
  -- In the order of their ids, so that two acts do not wait for each other.
  select array_agg(id) into ids from (
    select r.id from outreach_recipients r left join imported_creators i on i.id = r.imported_id
      where r.org_id = p_org and r.state in ('active', 'finished')
        and (r.creator_org = p_creator or i.creator_org = p_creator or i.email = p_email)
      order by r.id for update of r) as found;
  -- A message that was being sent is sent by now.
  at := clock_timestamp();
  update outreach_recipients set state = p_state, due_at = null, ended_at = at
    where id = any(ids) and state in ('active', 'finished');
  if p_state in ('declined', 'unsubscribed', 'bounced') then
    insert into outreach_suppressions(id, org_id, creator_org, email, reason, created_at)
      values (gen_random_uuid(), p_org, p_creator, case when p_creator is null then p_email end, p_state, at)
      on conflict do nothing;
  end if;
end;
$$;

-- A creator, or the agency of one, writes to a brand.
create function outreach_on_message() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform outreach_end(new.brand_org, new.creator_org, null, 'replied');
  return null;
end;
$$;

create function outreach_on_offer() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform outreach_end(new.brand_org, new.creator_org, null, 'declined');
  return null;
end;
$$;

-- In either direction.
create function outreach_on_block() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform outreach_end(new.org_id, new.blocked_org, null, 'blocked');
  perform outreach_end(new.blocked_org, new.org_id, null, 'blocked');
  return null;
end;
$$;

-- The key of the mail is outreach_message:<recipient>:<message>.
create function outreach_on_bounce() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
begin
  select org_id into org from outreach_recipients where id = split_part(new.op_id, ':', 2)::uuid;
  if org is not null then
    perform outreach_end(org, null, lower(new.to_address), 'bounced');
  end if;
  return null;
end;
$$;

-- What the page behind the link of a message shows. The link is signed; the server checks it before it calls this.
create function outreach_contact(p_recipient uuid)
  returns table(org_name text, source text, basis text, email text, state text, language text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.name, f.source, f.basis, i.email, r.state, i.language
    from outreach_recipients r join orgs o on o.id = r.org_id
      left join imported_creators i on i.id = r.imported_id left join imports f on f.id = i.import_id
    where r.id = p_recipient
$$;

-- The answer given there: declined or unsubscribed. Everything that the org sends to this person ends.
create function outreach_answer(p_recipient uuid, p_state text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
  creator uuid;
  address text;
begin
  if p_state not in ('declined', 'unsubscribed') then
    raise exception 'outreach is not ended by %', p_state;
  end if;
  select r.org_id, coalesce(r.creator_org, i.creator_org), i.email into org, creator, address
    from outreach_recipients r left join imported_creators i on i.id = r.imported_id where r.id = p_recipient;
  if org is null then
    return false;
  end if;
  perform outreach_end(org, creator, address, p_state);
  return true;
end;
$$;
