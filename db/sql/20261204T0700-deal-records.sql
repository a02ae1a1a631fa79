-- Deals that each creator completed, and in how many of them all released work was first delivered by its due date; for any reader.
-- Creators without a completed deal have no row.
create function deal_records(p_creators uuid[]) returns table (creator_org uuid, deals int, on_time int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.creator_org, count(*)::int,
      (count(*) filter (where not exists (
        select from milestones m
          where m.contract_id = c.id and m.state = 'released' and m.due_at < coalesce(
            (select min(s.submitted_at) from submissions s where s.milestone_id = m.id and s.state not in ('draft', 'withdrawn')),
            m.submitted_at))))::int
    from contracts c where c.creator_org = any(p_creators) and c.state = 'completed'
    group by c.creator_org
$$;

-- Which of these creators owe another brand exclusivity in one of the categories (lower case) now; the other brand and the end are not returned.
create function creators_bound(p_creators uuid[], p_categories text[], p_brand uuid, p_now timestamptz) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.creator_org
    from contracts c
    where c.creator_org = any(p_creators) and c.brand_org <> p_brand and c.state in ('active', 'completed')
      and (c.terms->'exclusivity'->>'days')::int > 0
      and lower(btrim(c.terms->'exclusivity'->>'category')) = any(p_categories)
      and (c.state = 'active' or c.completed_at + make_interval(days => (c.terms->'exclusivity'->>'days')::int) > p_now)
$$;

-- Orgs that this org blocked, and those that blocked it; for that org alone and the worker.
create function orgs_blocked_with(p_org uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select o from (
    select blocked_org as o from org_blocks where org_id = p_org
    union select org_id from org_blocks where blocked_org = p_org) blocked
    where session_user in ('sponsio_worker') or app_org() = p_org
$$;
