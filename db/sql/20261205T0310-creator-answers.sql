-- How creators answered the offers sent to them in a window, from all orgs: numbers only. Offers that are still open do not count.
create function creator_answers(p_orgs uuid[], p_from timestamptz, p_until timestamptz)
  returns table (org_id uuid, asked int, accepted int, answer_seconds float)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.creator_org, count(*)::int, count(*) filter (where f.state = 'accepted')::int,
      percentile_cont(.5) within group (order by extract(epoch from f.updated_at - f.created_at))
        filter (where f.state in ('accepted', 'declined'))
    from offers f
    where f.creator_org = any(p_orgs) and f.state in ('accepted', 'declined', 'expired')
      and f.created_at >= p_from and f.created_at < p_until
    group by 1
$$;
