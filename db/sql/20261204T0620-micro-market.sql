-- What creators did since a day, with all orgs: completed deals, stars that others may read, and their answers to offers.
create function creator_records(p_orgs uuid[], p_since timestamptz)
  returns table (org_id uuid, completed int, ratings int, stars int, asked int, accepted int, answered int, answer_seconds float)
  language sql stable security definer set search_path = public, pg_temp as $$
  with deal as (
    select c.creator_org as id, count(*)::int as n from contracts c
      where c.creator_org = any(p_orgs) and c.state = 'completed' and c.completed_at >= p_since group by 1
  ), rated as (
    select r.creator_org as id, count(*)::int as n, sum(r.stars)::int as stars from ratings r
      where r.creator_org = any(p_orgs) and r.author_side = 'brand' and r.removed_at is null and r.visible_at <= now()
        and r.created_at >= p_since group by 1
  ), offer as (
    select f.creator_org as id, count(*)::int as asked, count(*) filter (where f.state = 'accepted')::int as accepted,
        count(*) filter (where f.state in ('accepted', 'declined'))::int as answered,
        percentile_cont(.5) within group (order by extract(epoch from f.updated_at - f.created_at))
          filter (where f.state in ('accepted', 'declined')) as seconds
      from offers f
      where f.creator_org = any(p_orgs) and f.state in ('accepted', 'declined', 'expired') and f.created_at >= p_since group by 1
  )
  select o, coalesce(deal.n, 0), coalesce(rated.n, 0), coalesce(rated.stars, 0), coalesce(offer.asked, 0), coalesce(offer.accepted, 0),
      coalesce(offer.answered, 0), offer.seconds
    from unnest(p_orgs) o
    left join deal on deal.id = o left join rated on rated.id = o left join offer on offer.id = o
    where deal.n is not null or rated.n is not null or offer.asked is not null
$$;

-- As before; a member is active by a session or by an act.
create or replace function creators_at_work(p_orgs uuid[])
  returns table (org_id uuid, open_work int, capacity int, active_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.id,
      (select count(*) from offers f where f.creator_org = o.id and f.state in ('sent', 'countered'))::int
        + (select count(*) from contracts c where c.creator_org = o.id and c.state in ('sent', 'partially_signed', 'active'))::int,
      (select k.orders from package_capacity k where k.org_id = o.id),
      greatest(
        (select max(s."updatedAt") from org_members m join auth."session" s on s."userId" = m.user_id where m.org_id = o.id),
        (select a.at from audit_log a where a.org_id = o.id order by a.id desc limit 1))
    from orgs o where o.id = any(p_orgs) and o.kind = 'creator'
$$;
