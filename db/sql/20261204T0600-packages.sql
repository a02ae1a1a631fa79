-- For each creator: open offers and deals, how many it takes at the same time (null: not set), and when one of its members last
-- used a session.
create function creators_at_work(p_orgs uuid[])
  returns table (org_id uuid, open_work int, capacity int, active_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.id,
      (select count(*) from offers f where f.creator_org = o.id and f.state in ('sent', 'countered'))::int
        + (select count(*) from contracts c where c.creator_org = o.id and c.state in ('sent', 'partially_signed', 'active'))::int,
      (select k.orders from package_capacity k where k.org_id = o.id),
      (select max(s."updatedAt") from org_members m join auth."session" s on s."userId" = m.user_id where m.org_id = o.id)
    from orgs o where o.id = any(p_orgs) and o.kind = 'creator'
$$;
