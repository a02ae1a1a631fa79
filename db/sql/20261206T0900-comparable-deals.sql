-- Signed deals since a day whose work is one format on one network, by creators with so many followers there now: how many
-- milestones, and the median price of one piece in millionths of a euro. No median from fewer than p_deals, or from fewer than
-- p_parties brands or creators, so that it shows no single price; the newest 2,000 contracts count.
create function comparable_deals(
  p_platform text, p_format text, p_from int, p_below int, p_since timestamptz, p_deals int, p_parties int
) returns table (n int, micros float)
  language sql stable security definer set search_path = public, pg_temp as $$
  with rate as materialized (
    select distinct on (currency) currency, per_eur * case currency when 'JPY' then 1 when 'KWD' then 1000 else 100 end / 1000000 as divisor
      from fx_rates order by currency, day desc
  ), signed as materialized (
    select c.id, c.brand_org, c.creator_org, c.currency, c.terms from contracts c
      where c.signed_at >= p_since and c.state in ('active', 'completed')
        and c.terms->'deliverables' @> jsonb_build_array(jsonb_build_object('platform', p_platform, 'format', p_format))
        and exists (select from social_accounts a
          where a.org_id = c.creator_org and a.platform = p_platform and a.followers >= p_from and a.followers < p_below)
      order by c.signed_at desc limit 2000
  ), piece as (
    select s.brand_org, s.creator_org, m.amount / w.pieces / r.divisor as micros
      from signed s
      join rate r on r.currency = s.currency
      join milestones m on m.contract_id = s.id
      cross join lateral (select coalesce(s.terms->'milestones'->(m.seq - 1)->'deliverableIds', '[]') as ids) i
      cross join lateral (
        select sum((d->>'count')::int) as pieces, bool_and(d->>'platform' = p_platform and d->>'format' = p_format) as same
          from jsonb_array_elements(s.terms->'deliverables') d
          where jsonb_array_length(i.ids) = 0 or i.ids ? (d->>'id')) w
      -- A milestone that names no work is the price of all of it only where it is the only one.
      where w.same and (jsonb_array_length(i.ids) > 0 or jsonb_array_length(s.terms->'milestones') = 1)
  )
  select count(*)::int, case when count(*) >= greatest(p_deals, 10)
      and count(distinct brand_org) >= greatest(p_parties, 3) and count(distinct creator_org) >= greatest(p_parties, 3)
    then percentile_cont(.5) within group (order by micros) end
    from piece
$$;
