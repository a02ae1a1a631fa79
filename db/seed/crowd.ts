import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';
import { bulkLoad } from './bulk.ts';
import { audienceOf, crowd, daysOf } from './demo/crowd.ts';

const DAYS = 90;
/** Of ids of orgs, accounts and packages; the scenario "large" has 1, 2 and those from 100. */
const ORG = 30;
const ACCOUNT = 31;
const PACKAGE = 32;
const idOf = (kind: number, n: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const SITES = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
} as const;

/** Title and description of a package, by what the creator says of itself. */
const packageTexts = (headline: string, format: string): [title: string, description: string] => [
  `${headline} · ${format}`.slice(0, 80),
  headline.slice(0, 1000),
];

/**
 * Loads the creators that live in the demo's cities beside its cast, with 90 days of figures: in bulk, since they have no
 * deals and no sign-in.
 */
export async function loadCrowd(ownerUrl: string, anchor: Date): Promise<void> {
  const pool = new pg.Pool({ connectionString: asMaintenance(ownerUrl), max: 1 });
  try {
    await bulkLoad(pool, async (client) => {
      const { rowCount } = await client.query('select from orgs where id = $1', [idOf(ORG, 0)]);
      if (rowCount) throw new Error('The scenario "creators" is loaded already.');
      await insertAll(client, anchor);
    });
    // By the statistics that were taken after the load; without them it takes many times as long.
    await pool.query('select refresh_creator_search($1::uuid[])', [crowd().map((_, n) => idOf(ORG, n))]);
  } finally {
    await pool.end();
  }
}

async function insertAll(client: pg.PoolClient, anchor: Date): Promise<void> {
  const people = crowd();
  const ago = (days: number): string => new Date(anchor.getTime() - days * 86_400_000).toISOString();
  const orgs = people.map((one, n) => ({
    ...one,
    id: idOf(ORG, n),
    user: `crowd-${n}`,
    slug: `crowd-${one.handle.replaceAll('.', '-')}`,
    email: `${one.handle}@crowd.example`,
    joined: ago(one.joinedDaysAgo),
  }));
  const accounts = orgs.flatMap((org, n) =>
    org.accounts.map((one, position) => ({
      ...one,
      id: idOf(ACCOUNT, n * 8 + position),
      key: n * 8 + position,
      org: org.id,
      handle: org.handle,
      url: `${SITES[one.platform]}${org.handle}`,
      position,
      formula: one.platform === 'instagram' ? 'er_f' : 'er_v',
      posted: ago(one.daysSincePost),
      joined: org.joined,
      audience: audienceOf(one, org),
    })),
  );
  const rates = orgs.flatMap((org) => org.rates.map((one, position) => ({ ...one, org: org.id, position })));
  // One package of each, at the creator's first rate.
  const packages = orgs.flatMap((org, n) => {
    const [first] = org.rates;
    if (!first) return [];
    const { platform, format, currency, amount } = first;
    const [title, description] = packageTexts(org.headline, format);
    return [
      {
        id: idOf(PACKAGE, n),
        org: org.id,
        title,
        description,
        platform,
        currency,
        amount,
        deliverables: [{ platform, format, count: 1 }],
        days: 5 + (n % 10),
        at: org.joined,
      },
    ];
  });
  const list = JSON.stringify(orgs);
  const statements: [string, unknown[]][] = [
    [
      `insert into profiles(id, display_name, user_type, email, email_verified_at, created_at)
        select r.user, r.name, 'influencer', r.email, r.joined, r.joined
          from jsonb_to_recordset($1::jsonb) as r("user" text, name text, email text, joined timestamptz)`,
      [list],
    ],
    [
      `insert into orgs(id, kind, name, slug, country, city, place_id, lat, lon, created_by, created_at)
        select r.id, 'creator', r.name, r.slug, r.country, r.city, r."placeId", r.lat, r.lon, r.user, r.joined
          from jsonb_to_recordset($1::jsonb) as r(id uuid, name text, slug text, country text, city text, "placeId" int, lat float,
            lon float, "user" text, joined timestamptz)`,
      [list],
    ],
    [
      `insert into org_members(org_id, user_id, role, created_at) select r.id, r.user, 'owner', r.joined
          from jsonb_to_recordset($1::jsonb) as r(id uuid, "user" text, joined timestamptz)`,
      [list],
    ],
    [
      `insert into creator_profiles(org_id, handle, headline, bio, niches, languages, published_at, updated_at, available)
        select r.id, r.handle, r.headline, r.bio, r.niches, r.languages, r.joined, r.joined, r.available
          from jsonb_to_recordset($1::jsonb) as r(id uuid, handle text, headline text, bio text, niches text[], languages text[],
            joined timestamptz, available boolean)`,
      [list],
    ],
    [
      `insert into social_accounts(id, org_id, platform, handle, url, position, state, followers, engagement_bps, engagement_formula,
          growth_bps, views, views_counted, posts_counted, last_post_at, source, as_of, audience_as_of, created_at)
        select r.id, r.org, r.platform, r.handle, r.url, r.position, 'connected', r.followers, r."engagementBps", r.formula,
            r."growthBps", r.views, 30, 30, r.posted, 'api', $2::timestamptz,
            case when r.audience <> '[]' then $2::timestamptz end, r.joined
          from jsonb_to_recordset($1::jsonb) as r(id uuid, org uuid, platform text, handle text, url text, position smallint, followers int,
            "engagementBps" int, formula text, "growthBps" int, views int, posted timestamptz, joined timestamptz, audience jsonb)`,
      [JSON.stringify(accounts), anchor],
    ],
    [
      `insert into account_audience(account_id, kind, value, share_bps)
        select r.id, s.kind, s.value, s."shareBps"
          from jsonb_to_recordset($1::jsonb) as r(id uuid, audience jsonb),
            jsonb_to_recordset(r.audience) as s(kind text, value text, "shareBps" int)`,
      [JSON.stringify(accounts.map(({ id, audience }) => ({ id, audience })))],
    ],
    [
      `insert into creator_rates(org_id, position, platform, format, currency, amount)
        select r.org, r.position, r.platform, r.format, r.currency, r.amount
          from jsonb_to_recordset($1::jsonb) as r(org uuid, position smallint, platform text, format text, currency text, amount bigint)`,
      [JSON.stringify(rates)],
    ],
    [
      `insert into packages(id, org_id, state, title, description, deliverables, platforms, currency, price, delivery_days, rights_use,
          rights_days, rounds, created_at, updated_at)
        select r.id, r.org, 'active', r.title, r.description, r.deliverables, array[r.platform], r.currency, r.amount, r.days, 'organic', 90, 1,
            r.at, r.at
          from jsonb_to_recordset($1::jsonb) as r(id uuid, org uuid, title text, description text, platform text, currency text, amount bigint,
            deliverables jsonb, days int, at timestamptz)`,
      [JSON.stringify(packages)],
    ],
  ];
  for (const [statement, values] of statements) await client.query(statement, values);
  const lines = function* (): Generator<string> {
    for (const one of accounts)
      yield daysOf(one, one.key, DAYS)
        .map(
          (day) =>
            `${one.id}\t${ago(day.daysAgo).slice(0, 10)}\t${day.followers}\t${day.views}\t${day.likes}\t${day.comments}\t${day.posts}\n`,
        )
        .join('');
  };
  await pipeline(
    Readable.from(lines()),
    client.query(copyFrom('copy account_days(account_id, day, followers, views, likes, comments, posts) from stdin')),
  );
}
