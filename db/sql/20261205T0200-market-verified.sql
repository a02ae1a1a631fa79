-- A page of the market: ids alone, the rows are then read under row security. Under it the planner cannot use the index of the order,
-- since the policy's condition is unknown to it, and would read and sort every live campaign.
-- Rows come from the index of the order, each visited once: the first 250, then, where those promise a full page within 3,000, so many.
-- Where the filters match fewer, the matches are looked up in the index of the filters and sorted; they are few then.
-- A null parameter filters nothing; patterns come escaped. p_niches: one of them is wanted. p_key and p_id: the last row seen.
-- p_verified: of brands that have proven the domain of their site.
create function market_page(
    p_sort text, p_key numeric, p_id uuid, p_limit int, p_now timestamptz, p_words text, p_platform text,
    p_niches text[], p_city text, p_currency text, p_pay_min bigint, p_saved boolean, p_not_applied boolean,
    p_verified boolean default false
) returns table (id uuid, sort_key text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  org uuid := app_org();
  -- A cursor is the reader's input: it may be anything a number can be.
  key_pay bigint := least(greatest(p_key, -9e18), 9e18)::bigint;
  key_at timestamptz := case when p_key > 9e12 then 'infinity'::timestamptz else to_timestamp(greatest(p_key, -2e11)::float8) end;
  place text := case p_sort
    when 'pay' then $k$coalesce((c.pay->>'max')::bigint, 0)$k$
    when 'deadline' then $k$coalesce(c.application_deadline, 'infinity'::timestamptz)$k$
    else 'c.published_at' end;
  shown text := case p_sort when 'pay' then 'place::text' else 'extract(epoch from place)::text' end;
  ordered text := case p_sort when 'deadline' then ' order by place, id' else ' order by place desc, id desc' end;
  live text := format(
    $q$select c.*, %s as place from campaigns c where c.state = 'live' and coalesce(c.application_deadline, 'infinity'::timestamptz) > $1$q$,
    place);
  wanted text := 'not exists (select from orgs o where o.id = c.brand_org and o.suspended_at is not null)';
  ids uuid[];
  places text[];
  depth int;
begin
  -- The same readers as in the policy members_read_published of campaigns.
  if app_kind() not in ('brand', 'creator', 'agency', 'newcomer') then return; end if;
  if p_id is not null then
    -- The first comparison is for the index, which has no fractions of seconds; the second is exact.
    live := live || case p_sort
      when 'pay' then $q$ and (coalesce((c.pay->>'max')::bigint, 0), c.id) < ($12, $10)$q$
      when 'deadline' then $q$ and coalesce(c.application_deadline, 'infinity'::timestamptz) >= $13 - interval '1 millisecond'
        and (extract(epoch from coalesce(c.application_deadline, 'infinity'::timestamptz)), c.id) > ($9, $10)$q$
      else $q$ and c.published_at <= $13 + interval '1 millisecond' and (extract(epoch from c.published_at), c.id) < ($9, $10)$q$ end;
  end if;
  if p_currency is not null then wanted := wanted || ' and c.currency = $2'; end if;
  if p_pay_min is not null then wanted := wanted || $q$ and coalesce((c.pay->>'max')::bigint, 0) >= $3$q$; end if;
  if p_city is not null then wanted := wanted || ' and c.city ilike $4'; end if;
  if p_niches is not null then wanted := wanted || $q$ and c.wanted->'niches' ?| $5$q$; end if;
  if p_platform is not null then
    wanted := wanted || $q$ and c.terms->'deliverables' @> jsonb_build_array(jsonb_build_object('platform', $6))$q$;
  end if;
  if p_words is not null then wanted := wanted || $q$ and (c.title || E'\n' || c.summary || E'\n' || c.product) ilike $7$q$; end if;
  if p_verified then
    wanted := wanted || $q$ and exists (select from brand_verifications v where v.org_id = c.brand_org and v.state = 'verified')$q$;
  end if;
  if p_not_applied then
    wanted := wanted || ' and not exists (select from applications a where a.campaign_id = c.id and a.creator_org = $8)';
  end if;

  if not p_saved then
    foreach depth in array array[250, 3000] loop
      -- By the matches of the shorter read, the longer one would not fill the page either.
      exit when depth > 250 and cardinality(ids) * depth / 250 < p_limit;
      -- The inner limit keeps the planner on the index of the order.
      execute format($q$select coalesce(array_agg(id), '{}'), coalesce(array_agg(place), '{}')
            from (select id, %s as place from (%s limit %s) c where %s %s limit $11) page$q$,
          shown, live || ordered, depth, wanted, ordered)
        into ids, places using p_now, p_currency, p_pay_min, p_city, p_niches, p_platform, p_words, org, p_key, p_id, p_limit, key_pay, key_at;
      if cardinality(ids) >= p_limit then return query select * from unnest(ids, places); return; end if;
    end loop;
  end if;
  -- Saved campaigns are few, and so are the rows that the filters leave now: looked up, then sorted.
  if p_saved then wanted := wanted || ' and c.id in (select s.campaign_id from saved_campaigns s where s.org_id = $8)'; end if;
  return query execute format('with found as materialized (select id, place from (%s) c where %s) select id, %s from found %s limit $11',
      live, wanted, shown, ordered)
    using p_now, p_currency, p_pay_min, p_city, p_niches, p_platform, p_words, org, p_key, p_id, p_limit, key_pay, key_at;
end;
$$;
