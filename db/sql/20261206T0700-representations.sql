-- What both signed stays as it is; scopes only shrink, an end only comes nearer, and the state moves forward.
create function representations_guard() returns trigger
  language plpgsql as $$
begin
  if (new.id, new.agency_org, new.commission_bps, new.valid_from, new.notice_days, new.created_at)
      is distinct from (old.id, old.agency_org, old.commission_bps, old.valid_from, old.notice_days, old.created_at)
    or new.document is distinct from old.document or new.document_hash is distinct from old.document_hash
    or (new.invited_email is distinct from old.invited_email and not coalesce(session_user in ('sponsio_worker'), false)) then
    raise exception 'a signed representation does not change' using errcode = 'check_violation';
  end if;
  if not (new.scopes <@ old.scopes) then
    raise exception 'scopes of a representation only shrink' using errcode = 'check_violation';
  end if;
  if old.creator_org is not null and new.creator_org is distinct from old.creator_org then
    raise exception 'a representation keeps its creator' using errcode = 'check_violation';
  end if;
  if old.valid_to is not null and (new.valid_to is null or new.valid_to > old.valid_to) then
    raise exception 'a representation does not end later' using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (
    (old.state = 'invited' and new.state in ('active', 'declined', 'withdrawn', 'expired'))
    or (old.state = 'active' and new.state in ('ending', 'ended'))
    or (old.state = 'ending' and new.state = 'ended')) then
    raise exception 'a representation does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if session_user in ('sponsio_app') and old.state = 'invited' and new.state = 'active' and app_kind() <> 'creator' then
    raise exception 'only the creator accepts' using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

-- A representation that changes ends what is open under it.
create function notify_representation_status() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('sponsio_live', jsonb_build_object('topics', jsonb_build_array(
    'org-status:' || new.agency_org, 'org-status:' || coalesce(new.creator_org::text, '')), 'table', tg_table_name)::text);
  return null;
end;
$$;

create or replace function representation_of(p_creator uuid, p_at timestamptz)
  returns table (agency_org uuid, commission_bps int, scopes text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.agency_org, r.commission_bps, r.scopes from representations r
    where r.creator_org = p_creator and r.state in ('active', 'ending')
      and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at)
    order by r.valid_from desc limit 1
$$;

-- Whether this person may act for that creator at that time, as a member of the agency; asked at every call of such a person.
create function acting_for(p_user text, p_agency uuid, p_creator uuid, p_at timestamptz)
  returns table (representation_id uuid, scopes text[], creator_name text, agency_name text, suspended_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.scopes, c.name, a.name, coalesce(c.suspended_at, a.suspended_at)
    from representations r
    join orgs c on c.id = r.creator_org
    join orgs a on a.id = r.agency_org
    join org_members m on m.org_id = r.agency_org and m.user_id = p_user
    where r.agency_org = p_agency and r.creator_org = p_creator and r.state in ('active', 'ending')
      and r.valid_from <= p_at and (r.valid_to is null or r.valid_to > p_at) and c.closed_at is null
$$;

-- The creator of a handle, for an agency that invites it.
create function creator_to_invite(p_handle text) returns table (org_id uuid, name text, locale text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.org_id, o.name,
      (select p.locale from org_members m join profiles p on p.id = m.user_id where m.org_id = c.org_id order by m.created_at limit 1)
    from creator_profiles c join orgs o on o.id = c.org_id
    where c.handle = lower(p_handle) and c.published_at is not null and c.hidden_at is null and o.closed_at is null
      and app_kind() = 'agency'
$$;

-- An invitation by mail becomes that of the creator who proved the mailbox.
create function claim_invitation(p_id uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update representations r set creator_org = app_org()
    where r.id = p_id and r.state = 'invited' and r.creator_org is null and app_kind() = 'creator' and app_org() is not null
      and r.invited_email = (select lower(p.email) from profiles p where p.id = app_user() and p.email_verified_at is not null)
$$;

-- Whether one person is a member of both orgs; for one of the two.
create function share_a_person(p_one uuid, p_other uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select app_org() in (p_one, p_other) and exists (
    select from org_members a join org_members b on b.user_id = a.user_id where a.org_id = p_one and b.org_id = p_other)
$$;

-- Whether a creator has an agency now; the agency's name stays between the two.
create function is_represented(p_creator uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select app_kind() in ('agency', 'creator') and exists (
    select from representations r where r.creator_org = p_creator and r.state in ('active', 'ending'))
$$;
