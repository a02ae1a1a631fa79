-- Sign-in accounts. Their tables are in schema auth, where the worker has no rights.

-- The account and rights behind a session token, in one statement with which every request begins. It bypasses row security, since the
-- actor is known only afterwards; without the token, which only its owner's cookie holds, it returns nothing.
create function signed_in(p_token text) returns table (
    session_id text, signed_in_at timestamptz, expires_at timestamptz, user_id text, account_email text,
    two_factor boolean, display_name text, email text, email_verified_at timestamptz, org_id uuid, org_kind text,
    suspended_at timestamptz, role text, staff_name text, staff_role text
)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s."id", s."createdAt", s."expiresAt", u."id", u."email", coalesce(u."twoFactorEnabled", false),
      p.display_name, p.email, p.email_verified_at, o.id, o.kind, o.suspended_at, m.role, t.display_name, t.role
    from auth."session" s
    join auth."user" u on u."id" = s."userId"
    left join profiles p on p.id = u."id"
    left join org_members m on m.user_id = p.id
    left join orgs o on o.id = m.org_id
    left join staff t on t.user_id = u."id"
    where s."token" = p_token and s."expiresAt" > now()
    order by m.created_at
$$;

-- The account that has an email address.
create function account_of_mailbox(p_email text) returns table (user_id text, verified boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u."id", u."emailVerified" from auth."user" u where u."email" = lower(p_email)
$$;

-- Where mails to staff go.
create function staff_mailboxes(p_roles text[]) returns table (user_id text, email text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select s.user_id, u."email" from staff s join auth."user" u on u."id" = s.user_id where s.role = any(p_roles);
end;
$$;

-- Queued mails of the calling user, of these templates, follow a change of the email address.
create function redirect_mails(p_to text, p_templates text[]) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with moved as (
    update mails set to_address = p_to
      where user_id = app_user() and app_user() <> '' and state = 'queued' and template = any(p_templates)
      returning 1
  ) select count(*) from moved
$$;

-- What the worker may change about sign-in accounts: remove the very factor whose removal is due.
create function remove_factor(p_removal uuid) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare r factor_removals%rowtype;
begin
  update factor_removals set state = 'removed', updated_at = now(), ended_at = now()
    where id = p_removal and state = 'planned' and due_at <= now() returning * into r;
  if not found then return null; end if;
  if r.passkey_id is null then
    delete from auth."twoFactor" where "userId" = r.user_id;
    update auth."user" set "twoFactorEnabled" = false where "id" = r.user_id;
  else
    delete from auth."passkey" where "id" = r.passkey_id and "userId" = r.user_id;
  end if;
  return r.user_id;
end;
$$;

-- Accounts made before p_before whose mailbox was never verified and which hold nothing: no deal or part of one, no money, no document,
-- no team, no suspension. Locked until commit, so that a verification meanwhile waits and finds the result. All of them, or p_user alone.
create function unverified_accounts(p_before timestamptz, p_user text) returns setof text
  language sql security definer set search_path = public, pg_temp as $$
  select u."id" from auth."user" u
   where not u."emailVerified" and u."createdAt" < p_before and (p_user is null or u."id" = p_user)
     and not exists (select from profiles p where p.id = u."id" and p.email_verified_at is not null)
     and not exists (select from staff s where s.user_id = u."id")
     and not exists (select from deletion_requests d where d.user_id = u."id" and d.state in ('checking','blocked','planned'))
     and not exists (
       select from org_members m join orgs g on g.id = m.org_id where m.user_id = u."id" and (
         g.suspended_at is not null
         or exists (select from org_members o where o.org_id = m.org_id and o.user_id <> m.user_id)
         or exists (select from representations r where m.org_id in (r.agency_org, r.creator_org))
         or exists (select from campaigns c where c.brand_org = m.org_id and c.state <> 'draft')
         or exists (select from applications a where m.org_id in (a.brand_org, a.creator_org))
         or exists (select from offers o where m.org_id in (o.brand_org, o.creator_org, o.agency_org))
         or exists (select from contracts c where m.org_id in (c.brand_org, c.creator_org, c.agency_org))
         or exists (select from payments p where p.brand_org = m.org_id)
         or exists (select from payout_accounts p where p.org_id = m.org_id)
         or exists (select from payouts p where p.org_id = m.org_id)
         or exists (select from documents d where d.org_id = m.org_id)
         or exists (select from ledger_accounts l where l.org_id = m.org_id)))
   order by u."createdAt" limit 100 for update of u skip locked
$$;

-- Sessions that ended, with the address they came from.
create function clear_ended_sessions(p_before timestamptz, p_limit int) returns int
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from auth."session"
      where "id" in (select "id" from auth."session" where "expiresAt" < p_before limit p_limit)
      returning 1
  ) select count(*)::int from gone
$$;
