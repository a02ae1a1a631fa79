import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';
import { down as withoutMarketPage, up as firstMarketPage } from './20261126T0870-page-the-market.ts';

const MARKET_PAGE =
  'market_page(text, numeric, uuid, int, timestamptz, text, text, text, text, text, bigint, boolean, boolean)';
const PAYMENT_FACTS = 'brand_payment_facts(uuid[])';

const FILTERS = ['platforms', 'niches', 'words', 'city'].map((name) => `campaigns_open_${name}`);
const DEADLINE = `coalesce(c.application_deadline, 'infinity'::timestamptz)`;
const PAY = `coalesce((c.pay->>'max')::bigint, 0)`;

/**
 * A page of the market. Its rows come from the index of the order, each looked at once: the first 250, then, where those
 * promise a full page within 3,000, so many. Where the filters match less, what matches is looked up in the indexes of the
 * filters and sorted; it is little then. One index for all filters, so that filters that match much alone
 * and little together are joined in the index and not row by row.
 *
 * The facts about a brand are read from indexes alone, and how fast it approves from its newest 200 approvals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const name of FILTERS) await run(`drop index if exists ${name}`);
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  // Without the extension words and cities are searched row by row.
  const trigrams =
    rows.length > 0 ? [`(title || E'\\n' || summary || E'\\n' || product) gin_trgm_ops`, 'city gin_trgm_ops'] : [];
  await run(
    `create index campaigns_open_filters on campaigns using gin (${[`(terms->'deliverables') jsonb_path_ops`, `(wanted->'niches')`, ...trigrams].join(', ')}) where state = 'live'`,
  );
  await run(
    `create index campaigns_open_currency on campaigns (currency, (coalesce((pay->>'max')::bigint, 0)) desc, id desc) where state = 'live'`,
  );
  await run('create index milestones_payment_facts on milestones (brand_org) include (funded_at, released_at)');
  await run(
    'create index milestones_approvals on milestones (brand_org, approved_at desc) include (submitted_at) where approved_at is not null',
  );

  await run('set local check_function_bodies = off');
  await run(`drop function ${PAYMENT_FACTS}`);
  await run(`
    create function ${PAYMENT_FACTS.replace('uuid[]', 'p_brands uuid[]')} returns table (brand_org uuid, funded int, released int, median_seconds float8)
      language sql stable security definer set search_path = public, pg_temp as $$
      select brand, counted.funded, counted.released, latest.median_seconds
        from unnest(p_brands) brand
        cross join lateral (select count(m.funded_at)::int as funded, count(m.released_at)::int as released from milestones m where m.brand_org = brand) counted
        cross join lateral (
          select case when count(*) >= 3 then percentile_cont(0.5) within group (order by extract(epoch from approved_at - submitted_at)) end as median_seconds
            from (select m.approved_at, m.submitted_at from milestones m where m.brand_org = brand and m.approved_at is not null order by m.approved_at desc limit 200) newest) latest $$`);
  await secureFunction(db, PAYMENT_FACTS, ['sponsio_app', 'sponsio_worker']);

  await run(`drop function ${MARKET_PAGE}`);
  await run(`
    -- A null parameter filters nothing; patterns come escaped. p_key and p_id: the last row seen.
    create function market_page(p_sort text, p_key numeric, p_id uuid, p_limit int, p_now timestamptz, p_words text, p_platform text, p_niche text, p_city text,
                                p_currency text, p_pay_min bigint, p_saved boolean, p_not_applied boolean) returns table (id uuid, sort_key text)
      language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      org uuid := app_org();
      -- A cursor is the reader's input: it may be anything a number can be.
      key_pay bigint := least(greatest(p_key, -9e18), 9e18)::bigint;
      key_at timestamptz := case when p_key > 9e12 then 'infinity'::timestamptz else to_timestamp(greatest(p_key, -2e11)::float8) end;
      place text := case p_sort when 'pay' then $k$${PAY}$k$ when 'deadline' then $k$${DEADLINE}$k$ else 'c.published_at' end;
      shown text := case p_sort when 'pay' then 'place::text' else 'extract(epoch from place)::text' end;
      ordered text := case p_sort when 'deadline' then ' order by place, id' else ' order by place desc, id desc' end;
      live text := format($q$select c.*, %s as place from campaigns c where c.state = 'live' and ${DEADLINE} > $1$q$, place);
      wanted text := 'not exists (select from orgs o where o.id = c.brand_org and o.suspended_at is not null)';
      ids uuid[];
      places text[];
      depth int;
    begin
      -- Whom the policy on campaigns shows what is live.
      if app_kind() not in ('brand', 'creator', 'agency', 'newcomer') then return; end if;
      if p_id is not null then
        -- The first comparison is for the index, which knows no seconds; the second is exact.
        live := live || case p_sort
          when 'pay' then $q$ and (${PAY}, c.id) < ($12, $10)$q$
          when 'deadline' then $q$ and ${DEADLINE} >= $13 - interval '1 millisecond' and (extract(epoch from ${DEADLINE}), c.id) > ($9, $10)$q$
          else $q$ and c.published_at <= $13 + interval '1 millisecond' and (extract(epoch from c.published_at), c.id) < ($9, $10)$q$ end;
      end if;
      if p_currency is not null then wanted := wanted || ' and c.currency = $2'; end if;
      if p_pay_min is not null then wanted := wanted || $q$ and ${PAY} >= $3$q$; end if;
      if p_city is not null then wanted := wanted || ' and c.city ilike $4'; end if;
      if p_niche is not null then wanted := wanted || $q$ and c.wanted->'niches' ? $5$q$; end if;
      if p_platform is not null then wanted := wanted || $q$ and c.terms->'deliverables' @> jsonb_build_array(jsonb_build_object('platform', $6))$q$; end if;
      if p_words is not null then wanted := wanted || $q$ and (c.title || E'\\n' || c.summary || E'\\n' || c.product) ilike $7$q$; end if;
      if p_not_applied then wanted := wanted || ' and not exists (select from applications a where a.campaign_id = c.id and a.creator_org = $8)'; end if;

      if not p_saved then
        foreach depth in array array[250, 3000] loop
          -- By what the shorter walk has found, the longer one would not fill the page either.
          exit when depth > 250 and cardinality(ids) * depth / 250 < p_limit;
          -- The inner limit keeps the planner on the index of the order.
          execute format('select coalesce(array_agg(id), ''{}''), coalesce(array_agg(place), ''{}'') from (select id, %s as place from (%s limit %s) c where %s %s limit $11) page', shown, live || ordered, depth, wanted, ordered)
            into ids, places using p_now, p_currency, p_pay_min, p_city, p_niche, p_platform, p_words, org, p_key, p_id, p_limit, key_pay, key_at;
          if cardinality(ids) >= p_limit then return query select * from unnest(ids, places); return; end if;
        end loop;
      end if;
      -- What somebody has saved is little, and so is what the filters leave now: looked up, then sorted.
      if p_saved then wanted := wanted || ' and c.id in (select s.campaign_id from saved_campaigns s where s.org_id = $8)'; end if;
      return query execute format('with found as materialized (select id, place from (%s) c where %s) select id, %s from found %s limit $11', live, wanted, shown, ordered)
        using p_now, p_currency, p_pay_min, p_city, p_niche, p_platform, p_words, org, p_key, p_id, p_limit, key_pay, key_at;
    end $$`);
  await secureFunction(db, MARKET_PAGE, ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of [
    'campaigns_open_filters',
    'campaigns_open_currency',
    'milestones_payment_facts',
    'milestones_approvals',
  ])
    await sql.raw(`drop index ${name}`).execute(db);
  await withoutMarketPage(db);
  await firstMarketPage(db);
  await sql.raw('set local check_function_bodies = off').execute(db);
  await sql.raw(`drop function ${PAYMENT_FACTS}`).execute(db);
  await sql
    .raw(`
    create function ${PAYMENT_FACTS.replace('uuid[]', 'p_brands uuid[]')} returns table (brand_org uuid, funded int, released int, median_seconds float8)
      language sql stable security definer set search_path = public, pg_temp as $$
      select m.brand_org, count(m.funded_at)::int, count(m.released_at)::int,
             case when count(m.approved_at) >= 3
               then percentile_cont(0.5) within group (order by extract(epoch from m.approved_at - m.submitted_at)) filter (where m.approved_at is not null) end
        from milestones m where m.brand_org = any(p_brands) group by m.brand_org $$`)
    .execute(db);
  await secureFunction(db, PAYMENT_FACTS, ['sponsio_app', 'sponsio_worker']);
}
