import { sql, type Kysely } from 'kysely';
import { all, asMaintenance, MEMBER, mayUpdate, reads, secureTable, withoutForce } from '../secure-table.ts';
import { runSqlFile } from '../sql-file.ts';

/**
 * Accounts on networks, their days and rates become rows; creator_profiles held accounts and rates as JSON. A figure has
 * a source, a time and the number of posts that it was measured on; what a creator entered has the source `manual`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table social_accounts (
      id uuid primary key,
      org_id uuid not null references orgs,
      platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'blog', 'ugc')),
      handle text not null,
      url text not null,
      -- Place in the creator's own list.
      position smallint not null,
      state text not null default 'manual' check (state in ('manual', 'connected', 'disconnected')),
      followers int not null check (followers >= 0),
      -- Basis points: 560 is 5.6 %.
      engagement_bps int check (engagement_bps >= 0),
      -- What the rate was computed by; null for one that the creator entered.
      engagement_formula text check (engagement_formula in ('er_f', 'er_v')),
      -- Change of followers within 28 days.
      growth_bps int,
      -- Median of the last posts.
      views int check (views >= 0),
      -- Posts that engagement and views were measured on.
      posts_counted int check (posts_counted >= 0),
      last_post_at timestamptz,
      source text not null default 'manual' check (source in ('api', 'creator_file', 'manual', 'estimate')),
      as_of timestamptz not null,
      created_at timestamptz not null default now(),
      -- A network has one formula, so that figures within a network can be compared.
      constraint social_accounts_formula check (engagement_formula is null
        or engagement_formula = case when platform = 'instagram' then 'er_f' else 'er_v' end),
      constraint social_accounts_measured check (engagement_formula is null or engagement_bps is not null)
    );
    create index social_accounts_org on social_accounts (org_id, position);
    create index social_accounts_handle on social_accounts (platform, lower(handle))`.execute(db);
  await secureTable(db, 'social_accounts', {
    // A request writes figures that were entered by hand; measured ones come from the worker.
    policies: {
      own: all("org_id = app_org() and state = 'manual' and source = 'manual' and engagement_formula is null"),
      members_read: reads(MEMBER),
    },
    app: {
      insert: true,
      update: ['platform', 'handle', 'url', 'position', 'followers', 'engagement_bps', 'as_of'],
      delete: true,
    },
    worker: ['select', 'insert', 'update', 'delete'],
  });

  // A plain row a day: a repeated page of a sync writes the same row again, and a missing day is a missing row.
  await sql`
    create table account_days (
      account_id uuid not null references social_accounts on delete cascade,
      day date not null,
      followers int check (followers >= 0),
      views bigint check (views >= 0),
      likes int check (likes >= 0),
      comments int check (comments >= 0),
      posts smallint check (posts >= 0),
      primary key (account_id, day)
    )`.execute(db);
  await secureTable(db, 'account_days', {
    policies: { members_read: reads(MEMBER) },
    app: {},
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    -- Shares of an account's followers by country, gender and age, as the network gives them.
    create table account_audience (
      account_id uuid not null references social_accounts on delete cascade,
      kind text not null check (kind in ('country', 'gender', 'age')),
      value text not null,
      share_bps int not null check (share_bps between 0 and 10000),
      primary key (account_id, kind, value)
    )`.execute(db);
  await secureTable(db, 'account_audience', {
    policies: { members_read: reads(MEMBER) },
    app: {},
    worker: ['select', 'insert', 'update', 'delete'],
  });

  await sql`
    create table creator_rates (
      org_id uuid not null references orgs,
      position smallint not null,
      platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'blog', 'ugc')),
      format text not null check (format in ('reel', 'story', 'post', 'video', 'short', 'photos', 'article')),
      currency text not null,
      amount bigint not null,
      primary key (org_id, position)
    )`.execute(db);
  await secureTable(db, 'creator_rates', {
    policies: { own: all('org_id = app_org()'), members_read: reads(MEMBER) },
    app: { insert: true, delete: true },
    worker: ['select', 'insert', 'delete'],
  });

  await withoutForce(db, ['social_accounts', 'creator_rates', 'orgs'], () =>
    asMaintenance(db, () =>
      sql`
      insert into social_accounts(id, org_id, platform, handle, url, position, followers, engagement_bps, as_of, created_at)
      select gen_random_uuid(), p.org_id, a.value->>'platform',
          coalesce(nullif(ltrim(substring(a.value->>'url' from '^https?://[^/]+/(?:(?:channel|c|user)/)?([^/?#]+)'), '@'), ''),
            substring(a.value->>'url' from '^https?://(?:www\\.)?([^/?#]+)')),
          a.value->>'url', a.ordinality - 1, (a.value->>'followers')::int, (a.value->>'engagementBps')::int,
          p.updated_at, p.updated_at
        from creator_profiles p cross join jsonb_array_elements(p.platforms) with ordinality as a;
      insert into creator_rates(org_id, position, platform, format, currency, amount)
      select p.org_id, r.ordinality - 1, r.value->>'platform', r.value->>'format', r.value->>'currency', (r.value->>'amount')::bigint
        from creator_profiles p cross join jsonb_array_elements(p.rates) with ordinality as r`.execute(db),
    ),
  );
  await sql`
    alter table creator_profiles drop column platforms, drop column rates,
      -- Self-declared; null: not stated.
      add column gender text check (gender in ('female', 'male', 'nonbinary')),
      -- Whether others see the age, which follows from birth_year.
      add column shows_age boolean not null default false,
      add column available boolean not null default false`.execute(db);
  await mayUpdate(db, 'creator_profiles', ['gender', 'shows_age', 'available']);
  await runSqlFile(db, '20261202T0100-erase-creators.sql');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table creator_profiles drop column gender, drop column shows_age, drop column available,
      add column platforms jsonb not null default '[]', add column rates jsonb not null default '[]'`.execute(db);
  await mayUpdate(db, 'creator_profiles', ['platforms', 'rates']);
  await asMaintenance(db, () =>
    sql`
    update creator_profiles p set
      platforms = coalesce((select jsonb_agg(jsonb_build_object('platform', a.platform, 'url', a.url, 'followers', a.followers,
          'engagementBps', coalesce(a.engagement_bps, 0)) order by a.position, a.id)
        from social_accounts a where a.org_id = p.org_id), '[]'),
      rates = coalesce((select jsonb_agg(jsonb_build_object('platform', r.platform, 'format', r.format, 'currency', r.currency,
          'amount', r.amount) order by r.position)
        from creator_rates r where r.org_id = p.org_id), '[]')`.execute(db),
  );
  await runSqlFile(db, '20261202T0100-erase-creators-down.sql');
  await sql`drop table account_audience; drop table account_days; drop table social_accounts; drop table creator_rates`.execute(
    db,
  );
}
