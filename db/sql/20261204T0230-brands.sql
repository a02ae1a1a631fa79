-- How fast brands answer applications: median seconds from an application of the last year to its first answer, by brand.
-- Readers see the figure and no application.
create function brand_reply_times(p_brands uuid[])
  returns table (brand_org uuid, answered int, median_seconds double precision)
  language sql stable security definer set search_path = public, pg_temp as $$
  select a.brand_org, count(*)::int,
      percentile_cont(0.5) within group (order by extract(epoch from coalesce(o.at, a.updated_at) - a.created_at))
    from applications a
    left join lateral (select min(f.created_at) as at from offers f where f.application_id = a.id) o on true
    where a.brand_org = any(p_brands) and a.state in ('offered', 'accepted', 'declined')
      and a.created_at > now() - interval '365 days' and session_user in ('sponsio_app')
    group by a.brand_org
$$;
