-- As before, with the mean of the stars that others may read, in tenths. A rating may become visible in the transaction that asks, after its
-- beginning.
create or replace function creator_search_rows(p_orgs uuid[]) returns setof creator_search
  language sql stable security definer set search_path = public, pg_temp as $$
  with rate as (
    select distinct on (currency) currency, per_eur * case currency when 'JPY' then 1 when 'KWD' then 1000 else 100 end / 1000000 as divisor
      from fx_rates order by currency, day desc
  ), account as (
    select distinct on (s.org_id, s.platform) s.* from social_accounts s
      where (p_orgs is null or s.org_id = any(p_orgs)) and s.state <> 'disconnected'
      order by s.org_id, s.platform, s.followers desc, s.id
  ), networks as (
    select a.org_id, array_agg(a.platform order by a.platform) as platforms,
        coalesce(array_agg(a.platform order by a.platform) filter (where a.source in ('api', 'creator_file')), '{}') as verified,
        array_agg(a.platform || ':' || follower_step(a.followers) order by a.platform) as steps,
        max(a.followers) as followers, max(a.last_post_at) as last_post_at,
        (array_agg(a.id order by a.followers desc, a.id))[1] as largest,
        (array_agg(a.engagement_bps order by a.followers desc, a.id) filter (where a.platform <> 'instagram' and a.engagement_bps is not null))[1] as engagement_v,
        max(a.followers) filter (where a.platform = 'instagram') as instagram_followers,
        max(a.engagement_bps) filter (where a.platform = 'instagram') as instagram_engagement,
        max(a.growth_bps) filter (where a.platform = 'instagram') as instagram_growth,
        max(a.views) filter (where a.platform = 'instagram') as instagram_views,
        max(a.followers) filter (where a.platform = 'tiktok') as tiktok_followers,
        max(a.engagement_bps) filter (where a.platform = 'tiktok') as tiktok_engagement,
        max(a.growth_bps) filter (where a.platform = 'tiktok') as tiktok_growth,
        max(a.views) filter (where a.platform = 'tiktok') as tiktok_views,
        max(a.followers) filter (where a.platform = 'youtube') as youtube_followers,
        max(a.engagement_bps) filter (where a.platform = 'youtube') as youtube_engagement,
        max(a.growth_bps) filter (where a.platform = 'youtube') as youtube_growth,
        max(a.views) filter (where a.platform = 'youtube') as youtube_views,
        max(a.followers) filter (where a.platform = 'blog') as blog_followers,
        max(a.engagement_bps) filter (where a.platform = 'blog') as blog_engagement,
        max(a.growth_bps) filter (where a.platform = 'blog') as blog_growth,
        max(a.views) filter (where a.platform = 'blog') as blog_views,
        max(a.followers) filter (where a.platform = 'ugc') as ugc_followers,
        max(a.engagement_bps) filter (where a.platform = 'ugc') as ugc_engagement,
        max(a.growth_bps) filter (where a.platform = 'ugc') as ugc_growth,
        max(a.views) filter (where a.platform = 'ugc') as ugc_views
      from account a group by a.org_id
  ), priced as (
    select c.org_id, c.format, c.currency, c.amount, round(c.amount / r.divisor)::bigint as micros
      from creator_rates c left join rate r on r.currency = c.currency
      where p_orgs is null or c.org_id = any(p_orgs)
  ), prices as (
    select org_id, array_agg(distinct format order by format) as formats, min(micros) as price,
        array[min(micros) filter (where format = 'reel'), min(micros) filter (where format = 'story'),
          min(micros) filter (where format = 'post'), min(micros) filter (where format = 'video'),
          min(micros) filter (where format = 'short'), min(micros) filter (where format = 'photos'),
          min(micros) filter (where format = 'article')] as prices,
        (array_agg(amount order by micros nulls last, amount))[1] as price_amount,
        (array_agg(currency order by micros nulls last, amount))[1] as price_currency,
        (array_agg(currency order by amount) filter (where micros is null))[1] as unconverted_currency,
        min(amount) filter (where micros is null) as unconverted_amount
      from priced group by org_id
  ), audience as (
    select n.org_id, jsonb_object_agg(d.kind || ':' || d.value, d.share_bps) as shares
      from networks n join account_audience d on d.account_id = n.largest group by n.org_id
  ), rated as (
    select r.creator_org, round(avg(r.stars) * 10)::int as rating from ratings r
      where (p_orgs is null or r.creator_org = any(p_orgs)) and r.author_side = 'brand' and r.removed_at is null and r.visible_at <= clock_timestamp()
      group by r.creator_org
  )
  select p.org_id, p.handle,
      array(select 'n:' || x from unnest(p.niches) x) || array(select 'l:' || x from unnest(p.languages) x)
        || array(select 'p:' || x from unnest(n.platforms) x)
        || array(select 'f:' || x from (select unnest(p.formats) union select unnest(s.formats)) offered(x))
        || case when o.country is null then '{}' else array['c:' || o.country] end
        || case when p.gender is null then '{}' else array['g:' || p.gender] end
        || array['t:' || case when n.followers is null then 'none' when n.followers < 10000 then 'nano' when n.followers < 50000 then 'micro'
             when n.followers < 500000 then 'mid' when n.followers < 1000000 then 'macro' else 'mega' end],
      coalesce(n.steps, '{}') || array(select x || ':v' from unnest(n.verified) x)
        || case when p.available then array['available'] else '{}' end
        || case when o.place_id is null then '{}' else array['at:' || o.place_id] end
        || case when o.lat is null then '{}' else array['cell:' || floor(o.lat) || ':' || floor(o.lon)] end,
      w.words, length(w.words), 1 + cardinality(array(select x from unnest(p.languages) x where x in ('en', 'fr', 'es', 'it', 'pt', 'ru', 'ar'))),
      p.niches, o.country, o.place_id, o.lat, o.lon, coalesce(n.verified, '{}'), coalesce(n.followers, 0),
      n.instagram_followers, n.instagram_engagement, n.instagram_growth, n.instagram_views,
      n.tiktok_followers, n.tiktok_engagement, n.tiktok_growth, n.tiktok_views,
      n.youtube_followers, n.youtube_engagement, n.youtube_growth, n.youtube_views,
      n.blog_followers, n.blog_engagement, n.blog_growth, n.blog_views,
      n.ugc_followers, n.ugc_engagement, n.ugc_growth, n.ugc_views,
      n.engagement_v, s.price, coalesce(s.prices, '{}'), s.price_amount, s.price_currency, s.unconverted_amount, s.unconverted_currency,
      case when p.shows_age then p.birth_year end, p.available, g.rating, coalesce(u.shares, '{}'), n.last_post_at,
      p.free_from, p.service, p.service_km, p.hides_rates, p.refused
    from creator_profiles p
    join orgs o on o.id = p.org_id
    left join networks n on n.org_id = p.org_id
    left join prices s on s.org_id = p.org_id and not p.hides_rates
    left join audience u on u.org_id = p.org_id
    left join rated g on g.creator_org = p.org_id
    cross join lateral (select
      setweight(to_tsvector('simple', search_fold(o.name || ' ' || translate(p.handle, '._', '  '))), 'A')
        || setweight(search_vector(p.headline, p.languages), 'B') || setweight(search_vector(p.bio, p.languages), 'C')
        || setweight(to_tsvector('simple', search_fold(array_to_string(p.niches, ' ') || ' ' || coalesce(o.city, ''))), 'D') as words offset 0) w
    where (p_orgs is null or p.org_id = any(p_orgs))
      and o.kind = 'creator' and p.published_at is not null and p.hidden_at is null and o.suspended_at is null and o.closed_at is null
$$;

-- Makes the rows again of creators whose visible ratings have another mean by now: a rating becomes visible when the time to rate is over,
-- with no change of its row. Looks at those of the last 30 days; returns how many rows it made.
create function refresh_due_ratings() returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due uuid[] := array(
    select s.org_id from creator_search s
      join lateral (select round(avg(r.stars) * 10)::int as rating from ratings r
        where r.creator_org = s.org_id and r.author_side = 'brand' and r.removed_at is null and r.visible_at <= now()) g on true
      where s.org_id in (select d.creator_org from ratings d where d.author_side = 'brand' and d.removed_at is null
          and d.visible_at > now() - interval '30 days' and d.visible_at <= now())
        and s.rating is distinct from g.rating);
begin
  if cardinality(due) > 0 then perform refresh_creator_search(due); end if;
  return cardinality(due);
end;
$$;
