import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, mayUpdate, reads, secureFunction, secureTable } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

const NETWORKS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'];
/** What a row is made from: the table, the column with the creator, when. */
const SOURCES = [
  ['creator_profiles', 'org_id', 'insert or update or delete', ''],
  ['social_accounts', 'org_id', 'insert or update or delete', ''],
  ['account_audience', 'account_id', 'insert or update or delete', ''],
  ['creator_rates', 'org_id', 'insert or update or delete', ''],
  [
    'orgs',
    'id',
    'update of name, city, country, place_id, lat, lon, suspended_at, closed_at',
    `when (new.kind = 'creator')`,
  ],
] as const;

/**
 * The table that creators are searched in, and the reference rates by which their prices are compared: euro reference
 * rates of the European Central Bank, units per euro.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orgs add column if not exists place_id int, add column lat double precision, add column lon double precision,
      add constraint orgs_point check ((lat is null) = (lon is null))`.execute(db);
  await mayUpdate(db, 'orgs', ['place_id', 'lat', 'lon']);

  await sql`
    create table fx_rates (
      currency text not null,
      day date not null,
      per_eur numeric not null check (per_eur > 0),
      source text not null,
      primary key (currency, day)
    )`.execute(db);
  await secureTable(db, 'fx_rates', {
    policies: { everyone: reads('true') },
    staffReads: false,
    app: {},
    worker: ['select', 'insert'],
  });
  await asMaintenance(db, () =>
    sql`
    insert into fx_rates(currency, day, per_eur, source)
    select currency, '2026-09-30', per_eur, 'ecb'
      from (values ('EUR', 1), ('USD', 1.1355), ('JPY', 178.27), ('GBP', 0.85463), ('CAD', 1.6105)) as r(currency, per_eur)`.execute(
      db,
    ),
  );

  await sql`
    create table org_blocks (
      org_id uuid not null references orgs,
      blocked_org uuid not null references orgs,
      created_at timestamptz not null default now(),
      primary key (org_id, blocked_org)
    );
    create index org_blocks_blocked on org_blocks (blocked_org)`.execute(db);
  await secureTable(db, 'org_blocks', {
    policies: { own: all('org_id = app_org()') },
    app: { insert: true, delete: true },
    worker: ['select', 'delete'],
  });

  const figures = NETWORKS.flatMap((network) =>
    ['followers', 'engagement', 'growth', 'views'].map((figure) => `${network}_${figure} int`),
  );
  await sql
    .raw(
      `create table creator_search (
      org_id uuid primary key references orgs,
      handle text not null,
      -- What results are counted by, and further values for the index: follower steps, places, cells of one degree.
      facets text[] not null,
      tags text[] not null,
      words tsvector not null,
      words_length int not null,
      -- How many times a word stands in "words": as it is and by each stemmer.
      words_forms int not null,
      niches text[] not null,
      country text,
      place_id int,
      lat double precision,
      lon double precision,
      verified text[] not null,
      followers int not null,
      ${figures.join(',\n      ')},
      -- Of the largest account that is measured by views.
      engagement_v int,
      -- Lowest rate, and the lowest of each format, in millionths of a euro; null without a reference rate.
      price bigint,
      prices bigint[] not null,
      price_amount bigint,
      price_currency text,
      unconverted_amount bigint,
      unconverted_currency text,
      birth_year int,
      available boolean not null,
      rating int,
      audience jsonb not null,
      last_post_at timestamptz
    );
    create index creator_search_filters on creator_search using gin (facets, tags);
    create index creator_search_words on creator_search using gin (words);
    create index creator_search_followers on creator_search (followers desc, org_id);
    create index creator_search_recent on creator_search ((coalesce(last_post_at, '-infinity'::timestamptz)) desc, org_id);
    create index creator_search_price on creator_search ((coalesce(price, 9000000000000000)), org_id);
    create index creator_search_engagement_f on creator_search ((coalesce(instagram_engagement, -1)) desc, org_id);
    create index creator_search_engagement_v on creator_search ((coalesce(engagement_v, -1)) desc, org_id);
    create index creator_search_handle on creator_search (handle)`,
    )
    .execute(db);
  await secureTable(db, 'creator_search', {
    policies: { everyone: reads('true') },
    staffReads: false,
    app: {},
    worker: ['select'],
  });

  await runSqlFile(db, '20261203T0100-creator-search.sql');
  await secureFunction(db, 'fx_micros(bigint, text)', ['sponsio_app', 'sponsio_worker']);
  await secureFunction(db, 'creator_search_rows(uuid[])', []);
  await secureFunction(db, 'refresh_creator_search(uuid[])', ['sponsio_worker']);
  await secureFunction(db, 'refresh_changed_creator()', []);
  await secureFunction(db, 'orgs_blocked()', ['sponsio_app']);
  await sql`grant execute on function refresh_creator_search(uuid[]) to sponsio_maintenance`.execute(db);
  for (const [table, column, events, when] of SOURCES)
    await sql
      .raw(
        `create constraint trigger ${table}_searched after ${events} on ${table} deferrable initially deferred
        for each row ${when} execute function refresh_changed_creator('${column}')`,
      )
      .execute(db);
  await asMaintenance(db, () => sql`select refresh_creator_search(null)`.execute(db));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table] of SOURCES) await sql.raw(`drop trigger ${table}_searched on ${table}`).execute(db);
  await sql`
    drop function refresh_changed_creator(); drop function refresh_creator_search(uuid[]);
    drop function creator_search_rows(uuid[]); drop function fx_micros(bigint, text); drop function orgs_blocked();
    drop function search_vector(text, text[]); drop function search_lexemes(text); drop function search_bigrams(text);
    drop function search_fold(text); drop function follower_step(int);
    drop function distance_km(double precision, double precision, double precision, double precision);
    drop table creator_search; drop table org_blocks; drop table fx_rates;
    alter table orgs drop column lat, drop column lon`.execute(db);
}
