import type { OrgRole, StaffRole } from '../../server/context.ts';
import type { Locale } from '../../server/core/locale.ts';
import type { CreatorInput } from '../../server/features/creators/schema.ts';
import type { NicheKey } from '../../server/features/niches/rules.ts';

/** Password of every demo account. */
export const DEMO_PASSWORD = 'harbour-lantern-27';

export interface DemoAccount {
  role: string;
  email: string;
  /** Portal this account signs in at. */
  path: string;
}

/** The accounts worth trying first, for the table that a start ends with and the hints under the sign-in form. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'Brand owner', email: 'nadia@lumen.example', path: '/business-auth' },
  { role: 'Brand finance', email: 'theo@lumen.example', path: '/business-auth' },
  { role: 'Brand reviewer', email: 'ines@lumen.example', path: '/business-auth' },
  { role: 'Brand manager', email: 'karim@lumen.example', path: '/business-auth' },
  { role: 'Brand admin', email: 'margaux@lumen.example', path: '/business-auth' },
  { role: 'Brand viewer', email: 'paul@lumen.example', path: '/business-auth' },
  { role: 'Two organizations', email: 'claire@meridian.example', path: '/business-auth' },
  { role: 'Creator', email: 'maya@maya.example', path: '/influencer-auth' },
  { role: 'Creator, Arabic', email: 'yusuf@yusuf.example', path: '/influencer-auth' },
  { role: 'Creator, invited by an agency', email: 'ana@ana.example', path: '/influencer-auth' },
  { role: 'Agent', email: 'elena@vidal.example', path: '/influencer-auth' },
  { role: 'Operator', email: 'sam@sponsio.example', path: '/admin' },
  { role: 'Operator, Trust', email: 'ruth@sponsio.example', path: '/admin' },
  { role: 'Operator, Finance', email: 'diego@sponsio.example', path: '/admin' },
];

export interface BrandSeed {
  key: string;
  name: string;
  city: string;
  country: string;
  legalName: string;
  taxId: string | null;
  address: string;
  people: readonly { key: string; name: string; role: OrgRole; locale?: Locale }[];
}

export const BRANDS: readonly BrandSeed[] = [
  {
    key: 'lumen',
    name: 'Café Lumen',
    city: 'Lyon',
    country: 'FR',
    legalName: 'Café Lumen SARL',
    taxId: 'FR43812345684',
    address: '14 rue des Capucins, 69001 Lyon',
    people: [
      { key: 'nadia', name: 'Nadia Benali', role: 'owner' },
      { key: 'theo', name: 'Théo Martin', role: 'finance' },
      { key: 'ines', name: 'Inès Costa', role: 'reviewer' },
      { key: 'karim', name: 'Karim Haddad', role: 'manager' },
      { key: 'margaux', name: 'Margaux Petitjean', role: 'admin', locale: 'fr' },
      { key: 'paul', name: 'Paul Mercier', role: 'viewer', locale: 'fr' },
    ],
  },
  {
    key: 'bask',
    name: 'Bask',
    city: 'Barcelona',
    country: 'ES',
    legalName: 'Bask Cosmética S.L.',
    taxId: 'ESB66123456',
    address: 'Carrer de Verdi 40, 08012 Barcelona',
    people: [{ key: 'laia', name: 'Laia Ferrer', role: 'owner', locale: 'es' }],
  },
  {
    key: 'forno',
    name: 'Forno Rosso',
    city: 'Milan',
    country: 'IT',
    legalName: 'Forno Rosso S.r.l.',
    taxId: 'IT09876540973',
    address: 'Via Paolo Sarpi 21, 20154 Milano',
    people: [{ key: 'paolo', name: 'Paolo Ricci', role: 'owner', locale: 'it' }],
  },
  {
    key: 'northlight',
    name: 'Northlight Yoga',
    city: 'London',
    country: 'GB',
    legalName: 'Northlight Yoga Ltd',
    taxId: 'GB287654354',
    address: '9 Wilton Way, London E8 1BH',
    people: [{ key: 'harriet', name: 'Harriet Cole', role: 'owner' }],
  },
  {
    key: 'trailhead',
    name: 'Trailhead Outfitters',
    city: 'Austin',
    country: 'US',
    legalName: 'Trailhead Outfitters LLC',
    taxId: null,
    address: '1200 South Lamar Blvd, Austin, TX 78704',
    people: [{ key: 'dana', name: 'Dana Whitfield', role: 'owner' }],
  },
  {
    key: 'meridian',
    name: 'Meridian Group',
    city: 'London',
    country: 'GB',
    legalName: 'Meridian Group plc',
    taxId: 'GB112233473',
    address: '3 Finsbury Avenue, London EC2M 2PF',
    people: [
      { key: 'claire', name: 'Claire Osei', role: 'owner' },
      { key: 'rohan', name: 'Rohan Desai', role: 'finance' },
      { key: 'farah', name: 'Farah Nasser', role: 'manager' },
    ],
  },
  {
    key: 'orge',
    name: 'Maison Orge',
    city: 'Lyon',
    country: 'FR',
    legalName: 'Maison Orge SAS',
    taxId: 'FR15901234567',
    address: '52 rue Mercière, 69002 Lyon',
    people: [{ key: 'lucie', name: 'Lucie Perret', role: 'owner', locale: 'fr' }],
  },
  {
    key: 'velours',
    name: 'Velours Thé',
    city: 'Lyon',
    country: 'FR',
    legalName: 'Velours Thé SAS',
    taxId: 'FR72823456785',
    address: '7 place Sathonay, 69001 Lyon',
    people: [{ key: 'anton', name: 'Anton Lemaire', role: 'owner', locale: 'fr' }],
  },
];

/** People of one org who belong to another one besides, joined this many days ago. */
export const GUESTS: readonly { key: string; org: string; role: OrgRole; joined: number }[] = [
  { key: 'claire', org: 'northlight', role: 'admin', joined: 90 },
];

export interface CreatorSeed {
  key: string;
  name: string;
  locale?: Locale;
  /** Joined this many days ago. */
  joined: number;
  /** Country of the bank that gets paid; absent: no payout account yet. */
  bank?: string;
  birthYear: number;
  profile: CreatorInput;
}

type Figures = [platform: CreatorInput['platforms'][number]['platform'], followers: number, engagementBps: number];
type RateSeed = [
  platform: CreatorInput['rates'][number]['platform'],
  format: CreatorInput['rates'][number]['format'],
  amount: number,
];

interface Short extends Omit<CreatorSeed, 'profile'> {
  handle: string;
  headline: string;
  bio: string;
  city: string;
  country: string;
  currency: CreatorInput['rates'][number]['currency'];
  niches: NicheKey[];
  languages: string[];
  figures: Figures[];
  rates: RateSeed[];
}

const SITES = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  blog: 'https://',
  ugc: 'https://',
} as const;

function creator({
  handle,
  headline,
  bio,
  city,
  country,
  currency,
  niches,
  languages,
  figures,
  rates,
  ...rest
}: Short): CreatorSeed {
  return {
    ...rest,
    profile: {
      handle,
      headline,
      bio,
      city,
      country,
      niches,
      languages,
      platforms: figures.map(([platform, followers, engagementBps]) => ({
        platform,
        url: `${SITES[platform]}${handle}`,
        followers,
        engagementBps,
      })),
      rates: rates.map(([platform, format, amount]) => ({ platform, format, currency, amount })),
    },
  };
}

export const CREATORS: readonly CreatorSeed[] = [
  creator({
    key: 'maya',
    name: 'Maya Laurent',
    joined: 380,
    bank: 'FR',
    birthYear: 1996,
    handle: 'maya.eats.lyon',
    headline: 'Where Lyon eats this week',
    city: 'Lyon',
    country: 'FR',
    currency: 'EUR',
    bio: 'I film small kitchens and the people behind them: bakeries at five in the morning, counter lunches, the first terrace of the year. Natural light, no stock music.',
    niches: ['food', 'coffee'],
    languages: ['fr', 'en'],
    figures: [
      ['instagram', 12_400, 560],
      ['tiktok', 8_900, 610],
    ],
    rates: [
      ['instagram', 'reel', 45_000],
      ['instagram', 'photos', 15_000],
      ['instagram', 'story', 9_000],
      ['tiktok', 'video', 38_000],
    ],
  }),
  creator({
    key: 'hugo',
    name: 'Hugo Petit',
    joined: 210,
    bank: 'FR',
    birthYear: 1993,
    handle: 'hugo.brunch',
    headline: 'Brunch, honestly reviewed',
    city: 'Lyon',
    country: 'FR',
    currency: 'EUR',
    bio: 'Sunday plates in Lyon and around. I say what I like and what I would skip.',
    niches: ['food'],
    languages: ['fr'],
    figures: [['instagram', 9_800, 470]],
    rates: [
      ['instagram', 'reel', 38_000],
      ['instagram', 'story', 7_000],
    ],
  }),
  creator({
    key: 'jade',
    name: 'Jade Nguyen',
    joined: 160,
    bank: 'FR',
    birthYear: 1999,
    handle: 'jade.petitdej',
    headline: 'Breakfast and ceramics',
    city: 'Lyon',
    country: 'FR',
    currency: 'EUR',
    bio: 'Slow mornings, handmade cups, and what goes into them.',
    niches: ['food', 'home'],
    languages: ['fr', 'en'],
    figures: [['instagram', 7_300, 520]],
    rates: [
      ['instagram', 'reel', 30_000],
      ['instagram', 'photos', 14_000],
    ],
  }),
  creator({
    key: 'romain',
    name: 'Romain Faure',
    joined: 240,
    bank: 'FR',
    birthYear: 1990,
    handle: 'romain.alyon',
    headline: 'Openings and evenings in Lyon',
    city: 'Lyon',
    country: 'FR',
    currency: 'EUR',
    bio: 'If it opens in Lyon, I am there on the first evening.',
    niches: ['food', 'music'],
    languages: ['fr'],
    figures: [
      ['instagram', 15_600, 390],
      ['tiktok', 21_000, 450],
    ],
    rates: [
      ['instagram', 'reel', 36_000],
      ['tiktok', 'video', 34_000],
    ],
  }),
  creator({
    key: 'bastien',
    name: 'Bastien Roy',
    joined: 130,
    bank: 'FR',
    birthYear: 1997,
    handle: 'bastien.cuisine',
    headline: 'Home cook with a camera',
    city: 'Lyon',
    country: 'FR',
    currency: 'EUR',
    bio: 'Recipes from the market, filmed in a very small kitchen.',
    niches: ['food'],
    languages: ['fr'],
    figures: [['instagram', 5_200, 430]],
    rates: [['instagram', 'reel', 25_000]],
  }),
  creator({
    key: 'camille',
    name: 'Camille Moreau',
    joined: 190,
    bank: 'FR',
    birthYear: 1994,
    handle: 'camille.ugc',
    headline: 'Films for your own channels',
    city: 'Grenoble',
    country: 'FR',
    currency: 'EUR',
    bio: 'I make clips that brands post themselves. No audience of mine, full rights for you.',
    niches: ['food', 'beauty', 'home'],
    languages: ['fr', 'en'],
    figures: [['ugc', 0, 0]],
    rates: [
      ['ugc', 'video', 26_000],
      ['ugc', 'photos', 12_000],
    ],
  }),
  creator({
    key: 'sofia',
    name: 'Sofia Conti',
    locale: 'it',
    joined: 150,
    bank: 'IT',
    birthYear: 1995,
    handle: 'sofia.mangia',
    headline: 'Milano a tavola',
    city: 'Milan',
    country: 'IT',
    currency: 'EUR',
    bio: 'Pizza, panini e trattorie di quartiere.',
    niches: ['food'],
    languages: ['it', 'en'],
    figures: [['instagram', 11_200, 510]],
    rates: [
      ['instagram', 'reel', 32_000],
      ['instagram', 'story', 8_000],
    ],
  }),
  creator({
    key: 'priya',
    name: 'Priya Shah',
    joined: 170,
    bank: 'GB',
    birthYear: 1992,
    handle: 'priya.runs',
    headline: 'Running London before work',
    city: 'London',
    country: 'GB',
    currency: 'GBP',
    bio: 'Marathons, coffee afterwards, honest kit notes.',
    niches: ['fitness', 'outdoors'],
    languages: ['en'],
    figures: [
      ['instagram', 18_300, 480],
      ['youtube', 6_100, 390],
    ],
    rates: [['instagram', 'reel', 50_000]],
  }),
  creator({
    key: 'marcus',
    name: 'Marcus Reed',
    joined: 200,
    bank: 'US',
    birthYear: 1989,
    handle: 'marcus.outside',
    headline: 'Trails around Austin',
    city: 'Austin',
    country: 'US',
    currency: 'USD',
    bio: 'Greenbelt mornings, desert weekends, gear that lasts.',
    niches: ['outdoors', 'travel'],
    languages: ['en'],
    figures: [
      ['youtube', 34_000, 420],
      ['instagram', 22_500, 380],
    ],
    rates: [
      ['youtube', 'video', 90_000],
      ['instagram', 'reel', 45_000],
    ],
  }),
  creator({
    key: 'mei',
    name: 'Mei Lin',
    joined: 120,
    bank: 'CA',
    birthYear: 1998,
    handle: 'mei.makes',
    headline: 'Wool, clay and patience',
    city: 'Toronto',
    country: 'CA',
    currency: 'CAD',
    bio: 'Crafts you can finish in an evening.',
    niches: ['home', 'art'],
    languages: ['en', 'zh'],
    figures: [['tiktok', 41_000, 620]],
    rates: [['tiktok', 'video', 70_000]],
  }),
  creator({
    key: 'ivan',
    name: 'Ivan Petrov',
    joined: 260,
    bank: 'DE',
    birthYear: 1987,
    handle: 'ivan.licht',
    headline: 'Photography, mostly before sunrise',
    city: 'Berlin',
    country: 'DE',
    currency: 'EUR',
    bio: 'Still pictures for people who still look at them.',
    niches: ['art', 'travel'],
    languages: ['de', 'ru', 'en'],
    figures: [['instagram', 27_800, 350]],
    rates: [['instagram', 'photos', 35_000]],
  }),
  creator({
    key: 'yusuf',
    name: 'Yusuf Al-Amin',
    locale: 'ar',
    joined: 140,
    bank: 'GB',
    birthYear: 1991,
    handle: 'yusuf.tech',
    headline: 'Technology, explained in Arabic',
    city: 'London',
    country: 'GB',
    currency: 'GBP',
    bio: 'مراجعات تقنية واضحة بالعربية، من لندن.',
    niches: ['tech'],
    languages: ['ar', 'en'],
    figures: [
      ['youtube', 48_000, 540],
      ['tiktok', 30_500, 590],
    ],
    rates: [['youtube', 'video', 200_000]],
  }),
  creator({
    key: 'tom',
    name: 'Tom Becker',
    joined: 90,
    birthYear: 1990,
    handle: 'tom.lifts',
    headline: 'Strength for people with jobs',
    city: 'Cologne',
    country: 'DE',
    currency: 'EUR',
    bio: 'Forty minutes, three times a week.',
    niches: ['fitness'],
    languages: ['de', 'en'],
    figures: [['instagram', 61_000, 310]],
    rates: [['instagram', 'reel', 80_000]],
  }),
  creator({
    key: 'ana',
    name: 'Ana Ribeiro',
    locale: 'pt',
    joined: 4,
    birthYear: 2001,
    handle: 'ana.lisboa',
    headline: 'New here: Lisbon in small plates',
    city: 'Lisbon',
    country: 'PT',
    currency: 'EUR',
    bio: 'Petiscos, miradouros e música.',
    niches: ['food', 'travel'],
    languages: ['pt', 'en'],
    figures: [['instagram', 1_900, 680]],
    rates: [['instagram', 'reel', 12_000]],
  }),
  creator({
    key: 'leo',
    name: 'Leo Duarte',
    joined: 220,
    bank: 'ES',
    birthYear: 1995,
    handle: 'leo.piel',
    headline: 'Skin care for men who forget',
    city: 'Barcelona',
    country: 'ES',
    currency: 'EUR',
    bio: 'Three products, two minutes.',
    niches: ['beauty', 'fashion'],
    languages: ['es', 'en'],
    figures: [
      ['tiktok', 88_000, 640],
      ['instagram', 31_000, 450],
    ],
    rates: [['tiktok', 'video', 90_000]],
  }),
  creator({
    key: 'aicha',
    name: 'Aïcha Diallo',
    locale: 'fr',
    joined: 210,
    bank: 'FR',
    birthYear: 1997,
    handle: 'aicha.lumiere',
    headline: 'Beauty with the light on',
    city: 'Paris',
    country: 'FR',
    currency: 'EUR',
    bio: 'Peaux noires et métisses, textures vraies, pas de filtre.',
    niches: ['beauty'],
    languages: ['fr', 'en'],
    figures: [
      ['instagram', 72_000, 430],
      ['youtube', 19_000, 400],
    ],
    rates: [['instagram', 'reel', 140_000]],
  }),
];

export const AGENCY = {
  key: 'vidal',
  name: 'Vidal Talent',
  city: 'Barcelona',
  country: 'ES',
  joined: 300,
  bank: 'ES',
  agent: { key: 'elena', name: 'Elena Vidal' },
  commissionBps: 1500,
  represents: ['leo', 'aicha'],
  /** Has not answered yet. */
  invites: 'ana',
  reviews: [
    { by: 'leo', stars: 5, body: 'Elena reads every clause before I do. My pay arrives split, and I see both shares.' },
    { by: 'aicha', stars: 4, body: 'Clear, quick, and never pushes. I would like fewer messages on Sundays.' },
  ],
  reply: 'Noted, Aïcha: nothing from us on Sundays any more.',
  billing: {
    legalName: 'Vidal Talent S.L.',
    country: 'ES',
    taxId: 'ESB12345674',
    address: 'Carrer de Mallorca 210, 08008 Barcelona',
  },
  page: {
    about:
      'We look after a handful of beauty and food creators in Barcelona, Paris and Lyon. We negotiate and deliver; the creator confirms and signs.',
    website: null,
    contactEmail: 'hola@vidal.example',
    licence: '',
    niches: ['beauty', 'food'],
    commissionMinBps: 1000,
    commissionMaxBps: 1500,
  },
} as const;

export const STAFF: readonly { key: string; name: string; role: StaffRole }[] = [
  { key: 'sam', name: 'Sam Keller', role: 'super' },
  { key: 'ruth', name: 'Ruth Adeyemi', role: 'trust' },
  { key: 'diego', name: 'Diego Navarro', role: 'finance' },
  { key: 'nora', name: 'Nora Lindqvist', role: 'finance' },
];
