import { sql, type Kysely } from 'kysely';
import { secureFunction } from '../secure-table.ts';

const SIGNATURE =
  'market_page(text, numeric, uuid, int, timestamptz, text, text, text, text, text, bigint, boolean, boolean)';

/** Live campaigns in each order of the market, and by what it is filtered. */
const INDEXES: Record<string, string> = {
  campaigns_open: `campaigns (published_at desc, id desc) where state = 'live'`,
  campaigns_open_pay: `campaigns ((coalesce((pay->>'max')::bigint, 0)) desc, id desc) where state = 'live'`,
  campaigns_open_deadline: `campaigns ((coalesce(application_deadline, 'infinity'::timestamptz)), id) where state = 'live'`,
  campaigns_open_platforms: `campaigns using gin ((terms->'deliverables') jsonb_path_ops) where state = 'live'`,
  campaigns_open_niches: `campaigns using gin ((wanted->'niches')) where state = 'live'`,
  orgs_suspended: 'orgs (id) where suspended_at is not null',
  cases_contract: 'cases (contract_id) where contract_id is not null',
  cases_payment: 'cases (payment_id) where payment_id is not null',
};
/** Parts of words; where the extension is not at hand the market is searched row by row. */
const TRIGRAMS: Record<string, string> = {
  campaigns_open_words: `campaigns using gin ((title || E'\\n' || summary || E'\\n' || product) gin_trgm_ops) where state = 'live'`,
  campaigns_open_city: `campaigns using gin (city gin_trgm_ops) where state = 'live'`,
};

/**
 * The market is read page by page from an index in its order. Under row security the planner cannot: what a policy asks is
 * unknown to it, so it reads and sorts every live campaign. The function answers ids alone; the rows themselves are read
 * under row security.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('drop index campaigns_open');
  for (const [name, on] of Object.entries(INDEXES)) await run(`create index ${name} on ${on}`);
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  if (rows.length > 0) {
    await run('create extension if not exists pg_trgm');
    for (const [name, on] of Object.entries(TRIGRAMS)) await run(`create index ${name} on ${on}`);
  }
  await run(`
    -- A null parameter filters nothing; patterns come escaped. p_key and p_id: the last row seen.
    create function market_page(p_sort text, p_key numeric, p_id uuid, p_limit int, p_now timestamptz, p_words text, p_platform text, p_niche text, p_city text,
                                p_currency text, p_pay_min bigint, p_saved boolean, p_not_applied boolean) returns table (id uuid, sort_key text)
      language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      org uuid := app_org();
      deadline constant text := $d$coalesce(c.application_deadline, 'infinity'::timestamptz)$d$;
      pay constant text := $d$coalesce((c.pay->>'max')::bigint, 0)$d$;
      -- A cursor is the reader's input: it may be anything a number can be.
      key_pay bigint := least(greatest(p_key, -9e18), 9e18)::bigint;
      key_at timestamptz := case when p_key > 9e12 then 'infinity'::timestamptz else to_timestamp(greatest(p_key, -2e11)::float8) end;
      q text;
    begin
      -- Whom the policy on campaigns shows what is live.
      if app_kind() not in ('brand', 'creator', 'agency', 'newcomer') then return; end if;
      q := case p_sort
          when 'pay' then format('select c.id, (%s)::text from campaigns c', pay)
          when 'deadline' then format('select c.id, extract(epoch from %s)::text from campaigns c', deadline)
          else 'select c.id, extract(epoch from c.published_at)::text from campaigns c' end
        || format($q$ where c.state = 'live' and %s > $1 and c.brand_org <> all(array(select o.id from orgs o where o.suspended_at is not null))$q$, deadline);
      if p_currency is not null then q := q || ' and c.currency = $2'; end if;
      if p_pay_min is not null then q := q || format(' and %s >= $3', pay); end if;
      if p_city is not null then q := q || ' and c.city ilike $4'; end if;
      if p_niche is not null then q := q || $q$ and c.wanted->'niches' ? $5$q$; end if;
      if p_platform is not null then q := q || $q$ and c.terms->'deliverables' @> jsonb_build_array(jsonb_build_object('platform', $6))$q$; end if;
      if p_words is not null then q := q || $q$ and (c.title || E'\\n' || c.summary || E'\\n' || c.product) ilike $7$q$; end if;
      if p_saved then q := q || ' and exists (select from saved_campaigns s where s.campaign_id = c.id and s.org_id = $8)'; end if;
      if p_not_applied then q := q || ' and not exists (select from applications a where a.campaign_id = c.id and a.creator_org = $8)'; end if;
      if p_id is not null then
        -- The first comparison is for the index, which knows no seconds; the second is exact.
        q := q || case p_sort
          when 'pay' then format(' and (%s, c.id) < ($12, $10)', pay)
          when 'deadline' then format($q$ and %1$s >= $13 - interval '1 millisecond' and (extract(epoch from %1$s), c.id) > ($9, $10)$q$, deadline)
          else $q$ and c.published_at <= $13 + interval '1 millisecond' and (extract(epoch from c.published_at), c.id) < ($9, $10)$q$ end;
      end if;
      q := q || case p_sort
          when 'pay' then format(' order by %s desc, c.id desc', pay)
          when 'deadline' then format(' order by %s, c.id', deadline)
          else ' order by c.published_at desc, c.id desc' end || ' limit $11';
      return query execute q using p_now, p_currency, p_pay_min, p_city, p_niche, p_platform, p_words, org, p_key, p_id, p_limit, key_pay, key_at;
    end $$`);
  await secureFunction(db, SIGNATURE, ['sponsio_app']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`drop function ${SIGNATURE}`);
  for (const name of [...Object.keys(INDEXES), ...Object.keys(TRIGRAMS)]) await run(`drop index if exists ${name}`);
  await run(`create index campaigns_open on campaigns(published_at desc, id) where state = 'live'`);
}
