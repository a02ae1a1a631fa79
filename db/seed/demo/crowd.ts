import { nicheWords } from '../../../server/features/niches/synonyms.ts';
import { NICHE_KEYS, NICHE_PARENT, type NicheKey } from '../../../server/features/niches/rules.ts';
import type { Currency } from '../../../server/core/money.ts';
import { sharesOf } from '../../../server/features/connections/rules.ts';
import { placeById, placeName } from '../../../server/features/places/gazetteer.ts';
import { accountOf } from '../../../server/integrations/social/sandbox/engine/accounts.ts';
import { demographics } from '../../../server/integrations/social/sandbox/engine/posts.ts';
import { DEMO_CITIES } from '../demo-cities.ts';
import { fixedRandom } from '../stage/fixed-random.ts';
import { BIOS, HEADLINES, NAMES, type CrowdLanguage } from './crowd-texts.ts';

type Network = 'instagram' | 'tiktok' | 'youtube';

export interface CrowdAccount {
  platform: Network;
  followers: number;
  engagementBps: number;
  /** Of followers in 28 days. */
  growthBps: number;
  /** Median of the last 30 posts. */
  views: number;
  daysSincePost: number;
}

export interface CrowdCreator {
  name: string;
  handle: string;
  headline: string;
  bio: string;
  placeId: number;
  city: string;
  country: string;
  lat: number;
  lon: number;
  niches: NicheKey[];
  languages: string[];
  available: boolean;
  joinedDaysAgo: number;
  accounts: CrowdAccount[];
  rates: { platform: Network; format: 'reel' | 'story' | 'video'; currency: Currency; amount: number }[];
}

const SEED = 4217;
export const CROWD_SIZE = 2_400;
const IN_LYON = 180;

interface Land {
  names: keyof typeof NAMES;
  /** Languages of the texts, the city's own first. */
  texts: readonly CrowdLanguage[];
  /** A language that people there speak beside the one they write in. */
  spoken: readonly string[];
  currency: Currency;
}

const LANDS: Readonly<Record<(typeof DEMO_CITIES)[number]['country'], Land>> = {
  FR: { names: 'fr', texts: ['fr'], spoken: ['fr', 'en'], currency: 'EUR' },
  ES: { names: 'es', texts: ['es'], spoken: ['es', 'en'], currency: 'EUR' },
  IT: { names: 'it', texts: ['it'], spoken: ['it', 'en'], currency: 'EUR' },
  GB: { names: 'en', texts: ['en'], spoken: ['en'], currency: 'GBP' },
  DE: { names: 'de', texts: ['en'], spoken: ['de'], currency: 'EUR' },
  NL: { names: 'nl', texts: ['en'], spoken: ['nl'], currency: 'EUR' },
  BE: { names: 'fr', texts: ['fr', 'fr', 'en'], spoken: ['fr', 'nl'], currency: 'EUR' },
  PT: { names: 'pt', texts: ['pt'], spoken: ['pt', 'en'], currency: 'EUR' },
  US: { names: 'en', texts: ['en', 'en', 'en', 'es'], spoken: ['en'], currency: 'USD' },
  CA: { names: 'en', texts: ['en'], spoken: ['en', 'fr'], currency: 'CAD' },
  JP: { names: 'ja', texts: ['en'], spoken: ['ja'], currency: 'JPY' },
  KW: { names: 'ar', texts: ['ar', 'ar', 'en'], spoken: ['ar', 'en'], currency: 'KWD' },
  AE: { names: 'ar', texts: ['ar', 'en'], spoken: ['ar', 'en'], currency: 'USD' },
  BR: { names: 'pt', texts: ['pt'], spoken: ['pt'], currency: 'USD' },
};
/** Minor units for a US dollar, and what prices are rounded to. */
const DOLLAR: Readonly<Record<Currency, readonly [minor: number, step: number]>> = {
  EUR: [88, 500],
  GBP: [75, 500],
  USD: [100, 500],
  CAD: [140, 500],
  JPY: [157, 500],
  KWD: [310, 1_000],
};

/**
 * By followers up to the first column: median engagement, basis points, as Modash publishes it for Instagram (likes and
 * comments by followers) and TikTok and YouTube (engagements by views), and the cost of a thousand views in US dollars.
 */
const TIERS: readonly [
  upTo: number,
  er: Readonly<Record<Network, number>>,
  cpm: readonly [low: number, high: number],
][] = [
  [5_000, { instagram: 390, tiktok: 1_305, youtube: 175 }, [5, 12]],
  [10_000, { instagram: 144, tiktok: 1_117, youtube: 71 }, [5, 12]],
  [50_000, { instagram: 98, tiktok: 888, youtube: 44 }, [10, 20]],
  [100_000, { instagram: 88, tiktok: 763, youtube: 28 }, [10, 20]],
  [500_000, { instagram: 101, tiktok: 703, youtube: 23 }, [15, 30]],
  [Infinity, { instagram: 101, tiktok: 652, youtube: 20 }, [15, 30]],
];
/** Median views of a post by followers, and what is paid for a thousand of them relative to Instagram. */
const VIEWS: Readonly<Record<Network, readonly [views: number, price: number]>> = {
  instagram: [0.32, 1],
  tiktok: [0.45, 0.8],
  youtube: [0.22, 1.7],
};

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');

/** The same creators each time: who is in the cities of the demo beside its cast. */
export function crowd(): CrowdCreator[] {
  const next = fixedRandom(SEED);
  const unit = (): number => (next() + 0.5) / 2 ** 32;
  const below = (count: number): number => Math.floor(unit() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const normal = (): number => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
  const handles = new Set<string>();

  const account = (platform: Network, size: number): CrowdAccount => {
    const followers = Math.round(Math.min(Math.max(size, 800), 900_000));
    const [, er] = tierOf(followers);
    const spread = platform === 'instagram' ? 0.75 : 0.2;
    return {
      platform,
      followers,
      engagementBps: Math.round(Math.min(er[platform] * Math.exp(spread * normal()), 2_600)),
      growthBps: Math.round(120 + 160 * normal()),
      views: Math.max(Math.round(followers * VIEWS[platform][0] * Math.exp(0.45 * normal())), 60),
      daysSincePost: Math.min(Math.floor(-3 * Math.log(unit())), 60),
    };
  };

  const creator = (city: (typeof DEMO_CITIES)[number]): CrowdCreator => {
    const place = placeById(city.id);
    if (!place) throw new Error(`no place has the id ${city.id}`);
    const land =
      city.name === 'Montreal' ? { ...LANDS.CA, names: 'fr' as const, texts: ['fr'] as const } : LANDS[city.country];
    const language = pick<CrowdLanguage>(land.texts);
    const [firsts, lasts] = NAMES[land.names];
    const first = pick(firsts!.split(' '));
    const last = pick(lasts!.split(' '));
    const main = pick(NICHE_KEYS);
    const second = pick(
      NICHE_KEYS.filter((key) => key !== main && (NICHE_PARENT[key] ?? key) === (NICHE_PARENT[main] ?? main)),
    );
    const niches = second && unit() < 0.7 ? [main, second] : [main];
    const topic = (niche: NicheKey): string => nicheWords(niche, language)[0]!;
    const cityName = placeName(city.id, language);
    const fill = (text: string): string =>
      text
        .replaceAll('{c}', cityName)
        .replaceAll('{n}', topic(main))
        .replaceAll('{N}', topic(main).charAt(0).toUpperCase() + topic(main).slice(1))
        .replaceAll('{t}', niches.map(topic).join(', '));
    const [begins, goesOn] = BIOS[language];
    const base = `${plain(first)}.${plain(last).slice(0, 9)}.${plain(city.name).slice(0, 6)}`;
    let handle = base;
    for (let again = 2; handles.has(handle); again += 1) handle = `${base}${again}`;
    handles.add(handle);
    // Most are small: four in five have fewer than 10,000 followers.
    const size = Math.exp(Math.log(4_500) + 1.05 * normal());
    const networks: Network[] = pick([
      ['instagram'],
      ['instagram'],
      ['instagram'],
      ['instagram', 'tiktok'],
      ['instagram', 'youtube'],
      ['tiktok'],
      ['instagram', 'tiktok', 'youtube'],
    ]);
    const accounts = networks.map((platform, i) => account(platform, i === 0 ? size : size * (0.2 + 0.5 * unit())));
    const [minor, step] = DOLLAR[land.currency];
    const priceOf = ({ platform, followers, views }: CrowdAccount, share: number): number => {
      const [, , [low, high]] = tierOf(followers);
      const dollars = ((low + (high - low) * unit()) * VIEWS[platform][1] * views * share) / 1000;
      return Math.max(Math.round((Math.max(dollars, 10) * minor) / step), 1) * step;
    };
    return {
      name: `${first} ${last}`,
      handle,
      headline: fill(pick(HEADLINES[language])),
      bio: fill(`${pick(begins)} ${pick(goesOn)} ${pick(goesOn)}`.replace(/(\S[^.]*\.) \1$/u, '$1')),
      placeId: city.id,
      city: cityName,
      country: city.country,
      lat: place.lat,
      lon: place.lon,
      niches,
      languages: [...new Set<string>([language, pick(land.spoken)])],
      available: unit() < 0.7,
      joinedDaysAgo: 95 + below(280),
      accounts,
      rates: accounts.flatMap((one): CrowdCreator['rates'] =>
        one.platform === 'instagram'
          ? [
              { platform: one.platform, format: 'reel' as const, currency: land.currency, amount: priceOf(one, 1.2) },
              { platform: one.platform, format: 'story' as const, currency: land.currency, amount: priceOf(one, 0.5) },
            ]
          : [{ platform: one.platform, format: 'video' as const, currency: land.currency, amount: priceOf(one, 1) }],
      ),
    };
  };

  const [lyon, ...others] = DEMO_CITIES;
  return Array.from({ length: CROWD_SIZE }, (_, i) =>
    creator(i < IN_LYON ? lyon : others[(i - IN_LYON) % others.length]!),
  );
}

const tierOf = (followers: number) => TIERS.find(([upTo]) => followers <= upTo)!;

export interface CrowdDay {
  /** 0 is the last day. */
  daysAgo: number;
  followers: number;
  views: number;
  likes: number;
  comments: number;
  posts: number;
}

/** The daily figures of an account that lead to what it has today, the oldest first. */
export function daysOf(account: CrowdAccount, key: number, days: number): CrowdDay[] {
  const next = fixedRandom(SEED ^ (key + 1));
  const unit = (): number => (next() + 0.5) / 2 ** 32;
  const perDay = account.growthBps / 10_000 / 28;
  const base = account.platform === 'instagram' ? account.followers : account.views;
  return Array.from({ length: days }, (_, i) => {
    const daysAgo = days - 1 - i;
    const posts = daysAgo < account.daysSincePost ? 0 : daysAgo === account.daysSincePost || unit() < 0.4 ? 1 : 0;
    const reactions = posts * base * (account.engagementBps / 10_000) * (0.7 + 0.6 * unit());
    const wobble = daysAgo === 0 ? 1 : 1 + (unit() - 0.5) * 0.002;
    return {
      daysAgo,
      followers: Math.round((account.followers / (1 + perDay) ** daysAgo) * wobble),
      views: Math.round(account.views * (posts * (0.6 + 0.8 * unit()) + 0.08 * unit())),
      likes: Math.round(reactions * 0.94),
      comments: Math.round(reactions * 0.06),
      posts,
    };
  });
}

/** Who follows an account, as the social sandbox says; the other networks share no such figures. */
export function audienceOf({ platform, followers }: CrowdAccount, { handle, country }: CrowdCreator) {
  if (platform !== 'instagram') return [];
  const account = accountOf('demo', platform, handle, { country })!;
  return (['country', 'gender', 'age'] as const).flatMap((trait) =>
    sharesOf(
      trait,
      demographics(account, trait, followers).map(({ key, value }) => ({ value: key, count: value })),
    ),
  );
}
