import pg from 'pg';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';
import { LOCALES, type Locale } from '../../server/core/locale.ts';
import { NICHE_KEYS } from '../../server/features/niches/rules.ts';
import { nicheWords } from '../../server/features/niches/synonyms.ts';
import { placeName, resolvePlace } from '../../server/features/places/gazetteer.ts';

/** Cities with the language that most of their creators write in. */
const CITIES: readonly (readonly [name: string, language: Locale])[] = [
  ...[
    'London',
    'Manchester',
    'Dublin',
    'New York City',
    'Los Angeles',
    'Chicago',
    'Toronto',
    'Sydney',
    'Melbourne',
    'Austin',
    'Seattle',
    'Glasgow',
  ].map((c) => [c, 'en'] as const),
  ...['Paris', 'Lyon', 'Marseille', 'Bordeaux', 'Nantes', 'Lille', 'Toulouse', 'Montreal', 'Brussels', 'Geneva'].map(
    (c) => [c, 'fr'] as const,
  ),
  ...[
    'Madrid',
    'Barcelona',
    'Valencia',
    'Sevilla',
    'Mexico City',
    'Bogota',
    'Buenos Aires',
    'Lima',
    'Santiago',
    'Guadalajara',
  ].map((c) => [c, 'es'] as const),
  ...['Rome', 'Milan', 'Naples', 'Turin', 'Bologna', 'Florence', 'Palermo', 'Genoa'].map((c) => [c, 'it'] as const),
  ...['Lisbon', 'Porto', 'Rio de Janeiro', 'Curitiba', 'Recife', 'Salvador', 'Braga', 'Belo Horizonte'].map(
    (c) => [c, 'pt'] as const,
  ),
  ...['Shanghai', 'Beijing', 'Shenzhen', 'Guangzhou', 'Chengdu', 'Hangzhou', 'Taipei', 'Singapore'].map(
    (c) => [c, 'zh'] as const,
  ),
  ...['Moscow', 'Saint Petersburg', 'Kazan', 'Novosibirsk', 'Yekaterinburg', 'Almaty', 'Samara', 'Omsk'].map(
    (c) => [c, 'ru'] as const,
  ),
  ...['Dubai', 'Cairo', 'Riyadh', 'Casablanca', 'Amman', 'Beirut', 'Kuwait City', 'Doha'].map(
    (c) => [c, 'ar'] as const,
  ),
];

/** Sentences around the words of a niche, per language: a headline and the beginning of a text about oneself. */
const SENTENCES: Record<Locale, readonly [headline: string, bio: string][]> = {
  en: [
    ['Honest {w} from {c}', 'I film {w} and {x} every week and show what is behind it.'],
    ['{w} for busy people', 'Short clips on {x}, long ones on {w}. No staged shots.'],
  ],
  fr: [
    ['{w} à {c}, sans filtre', 'Je filme {w} et {x} chaque semaine, et ceux qui les font.'],
    ['Le meilleur de {w}', 'Des vidéos courtes sur {x}, des longues sur {w}.'],
  ],
  es: [
    ['{w} en {c} sin postureo', 'Grabo {w} y {x} cada semana y enseño cómo se hace.'],
    ['Todo sobre {w}', 'Vídeos cortos de {x} y largos de {w}.'],
  ],
  it: [
    ['{w} a {c}, davvero', 'Racconto {w} e {x} ogni settimana, con chi li fa.'],
    ['Il bello di {w}', 'Video brevi su {x}, lunghi su {w}.'],
  ],
  pt: [
    ['{w} em {c} sem filtros', 'Filmo {w} e {x} todas as semanas e mostro quem faz.'],
    ['Tudo sobre {w}', 'Vídeos curtos de {x} e longos de {w}.'],
  ],
  zh: [
    ['{c}的{w}日常', '每周拍摄{w}和{x}，记录背后的故事。'],
    ['认真聊{w}', '短视频讲{x}，长视频讲{w}。'],
  ],
  ru: [
    ['{w} в городе {c} без прикрас', 'Каждую неделю снимаю {w} и {x} и тех, кто за этим стоит.'],
    ['Всё про {w}', 'Короткие ролики про {x}, длинные про {w}.'],
  ],
  ar: [
    ['{w} في {c} بلا تجميل', 'أصور {w} و{x} كل أسبوع وأعرض ما وراء الكواليس.'],
    ['كل شيء عن {w}', 'مقاطع قصيرة عن {x} وطويلة عن {w}.'],
  ],
};

const FIRST = [
  'Maya',
  'Nora',
  'Leo',
  'Ines',
  'Hugo',
  'Zoé',
  'Luca',
  'Aya',
  'Omar',
  'Ivan',
  'Olga',
  'Lin',
  'Wei',
  'Ana',
  'Rui',
  'Sofia',
  'Karim',
  'Nina',
  'Tom',
  'Ella',
];
const LAST = [
  'Laurent',
  'Rossi',
  'García',
  'Silva',
  'Petrov',
  'Chen',
  'Haddad',
  'Brown',
  'Moreau',
  'Costa',
  'Ivanova',
  'Wang',
  'Nasser',
  'Martin',
  'Bianchi',
  'López',
  'Novak',
  'Jones',
  'Dubois',
  'Farah',
];

/** Half of what may be found about a niche in one language, with the words mixed; `{c}` is left for the city. */
function phrasesOf(language: Locale): { niche: string; k: number; headline: string; bio: string }[] {
  return NICHE_KEYS.flatMap((niche) => {
    const words = nicheWords(niche, language);
    return Array.from({ length: 6 }, (_, k) => {
      const [headline, bio] = SENTENCES[language][k % 2]!;
      const fill = (text: string) =>
        text.replaceAll('{w}', words[k % words.length]!).replaceAll('{x}', words[(k * 3 + 1) % words.length]!);
      return { niche, k, headline: fill(headline), bio: fill(bio) };
    });
  });
}

/** The same number for the same creator and purpose, from 0 to `below` - 1. */
const roll = (purpose: number, below: string | number): string =>
  `((hashint8extended(n, ${purpose}) & 9223372036854775807) % ${below})::int`;
const pick = (values: readonly string[], purpose: number): string =>
  `(array[${values.map((v) => pg.escapeLiteral(v)).join(', ')}])[1 + ${roll(purpose, values.length)}]`;

/** Ids follow from the number, so that rows refer to each other without a query. */
const ORG = `('00000bbb-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const ACCOUNT = `('00000bbc-0000-7000-8000-' || lpad(to_hex(n * 8 + i), 12, '0'))::uuid`;
/** From 500 followers to two million, few of them large. */
const FOLLOWERS = `(500 * exp(8.3 * power(${roll(21, 10_000)} / 10000.0, 1.7)) / (1 + i))::int`;

const SEARCH_INDEXES = [
  'create index creator_search_filters on creator_search using gin (facets, tags)',
  'create index creator_search_words on creator_search using gin (words)',
];

/**
 * Loads that many published creators, the same ones each time: profiles in eight languages, one to three accounts with figures
 * as an API gives them or as entered by hand, one to three rates. In bulk as sponsio_maintenance, without triggers; the
 * search table is made at the end. The people have no sign-in.
 */
export async function loadManyCreators(
  ownerUrl: string,
  count: number,
  { onStep = () => {} }: { onStep?: (what: string) => void } = {},
): Promise<void> {
  const pool = new pg.Pool({ connectionString: asMaintenance(ownerUrl), max: 1 });
  pool.on('error', () => {});
  const client = await pool.connect();
  let begun = performance.now();
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work();
    onStep(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    begun = performance.now();
  };
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set work_mem = '256MB';
      set maintenance_work_mem = '512MB'; set session_replication_role = replica; set synchronous_commit = off`);
    const { rows: loaded } = await client.query(`select from orgs where slug like 'many.%' limit 1`);
    if (loaded.length > 0) throw new Error('The scenario "million-creators" is loaded already.');
    await client.query(
      'create temp table phrase (language text, niche text, k int, headline text, bio text, primary key (language, niche, k))',
    );
    for (const language of LOCALES)
      await client.query(
        `insert into phrase select $1, r.niche, r.k, r.headline, r.bio from jsonb_to_recordset($2) as r(niche text, k int, headline text, bio text)`,
        [language, JSON.stringify(phrasesOf(language))],
      );
    await client.query(
      'create temp table town (i int primary key, id int, name text, country text, lat float, lon float, language text)',
    );
    const towns = CITIES.map(([name, language], i) => {
      const place = resolvePlace(name, { language: 'en' });
      if (!place) throw new Error(`no place is called ${name}`);
      return {
        i,
        language,
        name: placeName(place.id, language),
        id: place.id,
        country: place.country,
        lat: place.lat,
        lon: place.lon,
      };
    });
    await client.query(
      `insert into town select r.i, r.id, r.name, r.country, r.lat, r.lon, r.language
        from jsonb_to_recordset($1) as r(i int, id int, name text, country text, lat float, lon float, language text)`,
      [JSON.stringify(towns)],
    );
    await client.query('analyze phrase; analyze town');
    const each = `generate_series(1, ${count}::bigint) n`;
    await step('orgs', () =>
      client.query(`insert into orgs(id, kind, name, slug, country, city, created_by, created_at, place_id, lat, lon)
        select ${ORG}, 'creator', ${pick(FIRST, 1)} || ' ' || ${pick(LAST, 2)}, 'many.' || n, t.country, t.name, 'many-' || n,
            now() - interval '1 hour' * ${roll(3, 9_000)}, t.id, t.lat, t.lon
          from ${each} join town t on t.i = ${roll(4, towns.length)}`),
    );
    const niche = (purpose: number) => pick(NICHE_KEYS, purpose);
    await step('profiles', () =>
      client.query(`insert into creator_profiles(org_id, handle, headline, bio, niches, languages, birth_year, adult_confirmed_at,
            published_at, updated_at, gender, shows_age, available)
        select ${ORG}, lower(${pick(
          FIRST.map((f) => f.normalize('NFD').replaceAll(/\p{M}/gu, '')),
          1,
        )}) || '.' || n,
            replace(a.headline, '{c}', t.name), replace(a.bio, '{c}', t.name) || ' ' || replace(b.bio, '{c}', t.name),
            array(select distinct x from unnest(array[w.first, w.second]) x), array(select distinct x from unnest(array[t.language, w.other]) x),
            1960 + ${roll(5, 46)}, now(), now(), now(), case when ${roll(6, 10)} < 8 then ${pick(['female', 'male', 'female', 'male', 'nonbinary'], 7)} end,
            ${roll(8, 3)} > 0, ${roll(9, 10)} < 6
          from ${each}
          join town t on t.i = ${roll(4, towns.length)}
          cross join lateral (select ${niche(10)} as first, ${niche(11)} as second, ${pick(LOCALES, 12)} as other) w
          join phrase a on a.language = t.language and a.niche = w.first and a.k = ${roll(13, 6)}
          join phrase b on b.language = t.language and b.niche = w.second and b.k = ${roll(14, 6)}`),
    );
    await step('accounts', () =>
      client.query(`insert into social_accounts(id, org_id, platform, handle, url, position, state, followers, engagement_bps,
            engagement_formula, growth_bps, views, views_counted, posts_counted, last_post_at, source, as_of)
        select ${ACCOUNT}, ${ORG}, p.platform, 'many.' || n, 'https://' || p.platform || '.example/many.' || n, i,
            case when m.measured then 'connected' else 'manual' end, ${FOLLOWERS}, 40 + ${roll(22, 1_200)},
            case when m.measured then case when p.platform = 'instagram' then 'er_f' else 'er_v' end end,
            case when m.measured then ${roll(23, 1_600)} - 400 end, case when m.measured then (${FOLLOWERS} * (20 + ${roll(24, 120)}) / 100.0)::int end,
            case when m.measured then 30 end, case when m.measured then 30 end, case when m.measured then now() - interval '1 hour' * ${roll(25, 2_500)} end,
            case when m.measured then 'api' else 'manual' end, now()
          from ${each}
          cross join generate_series(0, 2) i
          cross join lateral (select (array['instagram', 'tiktok', 'youtube', 'blog', 'ugc'])[1 + (${roll(26, 5)} * (${roll(27, 2)}) + i) % 5] as platform) p
          cross join lateral (select ${roll(28, 10)} < 7 as measured) m
          where i <= ${roll(29, 3)}`),
    );
    await step('rates', () =>
      client.query(`insert into creator_rates(org_id, position, platform, format, currency, amount)
        select ${ORG}, i, 'instagram', (array['reel', 'story', 'post', 'video', 'short', 'photos', 'article'])[1 + (${roll(30, 7)} + i) % 7], c.currency,
            (4000 + ${roll(31, 90_000)} * (1 + i)) / case c.currency when 'JPY' then 1 else 10 end * case c.currency when 'KWD' then 10 else 1 end
          from ${each}
          cross join generate_series(0, 2) i
          cross join lateral (select ${pick(['EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP', 'CAD', 'JPY', 'KWD', 'EUR'], 32)} as currency) c
          where i <= ${roll(33, 4)} - 1`),
    );
    await step('audience', () =>
      client.query(`insert into account_audience(account_id, kind, value, share_bps)
        select ${ACCOUNT}, x.kind, x.value, x.share
          from ${each}
          join (select id, i as town, country from town) t on t.town = ${roll(4, towns.length)}
          cross join (select 0 as i) first
          cross join lateral (values ('country', t.country, 2500 + ${roll(40, 6_000)}), ('gender', 'female', 2000 + ${roll(41, 6_000)}),
            ('age', '18-24', 1000 + ${roll(42, 4_000)}), ('age', '25-34', 1000 + ${roll(43, 4_000)})) x(kind, value, share)
          where n % 4 = 0`),
    );
    await asOwner(client, () =>
      client.query(
        'drop index creator_search_filters; drop index creator_search_words; analyze orgs; analyze creator_profiles; analyze social_accounts; analyze creator_rates; analyze account_audience',
      ),
    );
    await step('search rows', () => makeSearchRows(ownerUrl, count));
    await asOwner(client, async () => {
      for (const index of SEARCH_INDEXES) await step(index.split(' ')[2]!, () => client.query(index));
      await step('vacuum', () => client.query('vacuum analyze creator_search'));
    });
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Creators whose rows one statement makes. */
const CHUNK = 5_000;
const LANES = 2;

async function makeSearchRows(ownerUrl: string, count: number): Promise<void> {
  let next = 1;
  const lane = async (): Promise<void> => {
    const pool = new pg.Pool({ connectionString: asMaintenance(ownerUrl), max: 1 });
    pool.on('error', () => {});
    const client = await pool.connect();
    try {
      await client.query(`set statement_timeout = 0; set synchronous_commit = off`);
      for (let from = next; from <= count; from = next) {
        next = from + CHUNK;
        await client.query(
          `select refresh_creator_search(array(select ${ORG} from generate_series($1::bigint, $2::bigint) n))`,
          [from, Math.min(next - 1, count)],
        );
      }
    } finally {
      client.release(true);
      await pool.end();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function asOwner(client: pg.PoolClient, work: () => Promise<unknown>): Promise<void> {
  await client.query('set role none');
  await work();
  await client.query('set role sponsio_maintenance');
}
