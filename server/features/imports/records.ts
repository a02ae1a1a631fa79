import { LOCALES, matchLocale, type Locale } from '../../core/locale.ts';
import { storable } from '../../core/text.ts';
import { COUNTRY_CODES, countryOfKey } from '../places/countries.ts';
import { fold } from '../places/fold.ts';
import type { Platform } from '../terms/schema.ts';
import { isFormula, isNothing, readCount, readRate, type Read } from './cells.ts';
import { FIELDS, MAX_CELL, namesPercent, type Field } from './rules.ts';
import type { ImportedRecord, Mapping, RowCode, RowRefusal } from './schema.ts';

export interface RowSettings {
  locale: Locale;
  platform: Platform | null;
  /** The heading of the engagement column names a percent sign. */
  percent: boolean;
}

export const settingsOf = (of: {
  locale: Locale;
  platform: Platform | null;
  mapping: Mapping;
  headings: readonly string[];
}): RowSettings => ({
  locale: of.locale,
  platform: of.platform,
  percent: of.mapping.engagement !== undefined && namesPercent(of.headings[of.mapping.engagement]),
});

export type Cells = Partial<Record<Field, string>>;

/** The texts of the mapped columns. */
export function cellsOf(row: readonly string[], mapping: Mapping): Cells {
  const cells: Cells = {};
  for (const field of FIELDS) {
    const column = mapping[field];
    if (column !== undefined) cells[field] = storable((row[column] ?? '').slice(0, MAX_CELL + 1));
  }
  return cells;
}

const PLATFORM_NAMES: Readonly<Record<string, Platform>> = Object.fromEntries(
  (
    [
      ['instagram', 'instagram ig insta инстаграм инстаграмм инста انستغرام انستقرام انستجرام'],
      ['tiktok', 'tiktok tik-tok tt douyin тикток тик-ток 抖音 تيكتوك تيك-توك'],
      ['youtube', 'youtube yt you-tube ютуб ютьюб 油管 يوتيوب'],
      ['blog', 'blog website блог 博客 مدونه مدونة'],
      ['ugc', 'ugc'],
    ] as const
  ).flatMap(([platform, names]) => names.split(' ').map((name) => [name, platform])),
);

const HOSTS: readonly [RegExp, Platform][] = [
  [/^(?:[\w-]+\.)*instagram\.com$/u, 'instagram'],
  [/^(?:[\w-]+\.)*tiktok\.com$/u, 'tiktok'],
  [/^(?:[\w-]+\.)*youtube\.com$/u, 'youtube'],
];

/** Network and handle of a profile's address: "https://www.tiktok.com/@maya?lang=ru". */
function profileOf(text: string): { platform: Platform; handle: string } | null {
  const match = /^(?:https?:\/\/)?([^/?#\s]+\.[a-z]{2,})\/([^?#\s]*)/iu.exec(text.trim());
  const host = match?.[1]?.toLowerCase() ?? '';
  const platform = HOSTS.find(([pattern]) => pattern.test(host))?.[1];
  const [first = '', second = ''] = (match?.[2] ?? '').split('/').filter((part) => part !== '');
  if (!platform || first === '') return null;
  const handle = platform === 'youtube' && /^(?:c|user|channel)$/u.test(first) ? second : first;
  if (handle === '' || /^(?:p|reel|reels|tv|explore|watch|shorts|video)$/u.test(handle)) return null;
  return { platform, handle: decodeURIComponent(handle) };
}

const HANDLES: Readonly<Record<Platform, RegExp>> = {
  instagram: /^[a-z0-9._]{1,30}$/u,
  tiktok: /^[a-z0-9._]{2,24}$/u,
  youtube: /^[\p{L}\p{N}._·-]{3,30}$/u,
  blog: /^[a-z0-9.-]{3,80}$/u,
  ugc: /^[\p{L}\p{N}._-]{2,40}$/u,
};

const EMAIL = /^[^\s@<>,;"']{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}$/u;

const languageCodes = new Map<string, string>();
/** The code of a language, by code or by its name in one of the eight languages. */
function languageOf(text: string): string | null {
  if (languageCodes.size === 0) {
    const codes = [
      ...LOCALES,
      'de',
      'nl',
      'pl',
      'tr',
      'uk',
      'ja',
      'ko',
      'hi',
      'id',
      'sv',
      'da',
      'no',
      'fi',
      'el',
      'he',
    ];
    for (const locale of LOCALES) {
      const names = new Intl.DisplayNames(locale, { type: 'language' });
      for (const code of codes) languageCodes.set(fold(names.of(code) ?? code), code);
    }
    for (const code of codes) languageCodes.set(code, code);
  }
  const [first = ''] = text.split(/[,;/|]/u);
  return (
    languageCodes.get(fold(first)) ?? matchLocale(/^[a-z]{2}[-_][a-z]{2}$/iu.test(first.trim()) ? first.trim() : null)
  );
}

const countries = new Map<string, string | null>();
const CODES = new Set(COUNTRY_CODES);
function countryOf(text: string): string | null {
  const key = text.trim();
  let code = countries.get(key);
  if (code === undefined) {
    code = CODES.has(key.toUpperCase()) && key.length === 2 ? key.toUpperCase() : (countryOfKey(fold(key)) ?? null);
    if (countries.size < 5_000) countries.set(key, code);
  }
  return code;
}

class Refused extends Error {
  readonly refusal: RowRefusal;
  constructor(field: Field, code: RowCode) {
    super(code);
    this.refusal = { field, code };
  }
}

function valueOf<T>(field: Field, read: Read<T>): T | null {
  if ('code' in read) throw new Refused(field, read.code);
  return read.value;
}

function textOf(cells: Cells, field: Field, max: number): string | null {
  const text = (cells[field] ?? '').normalize('NFC').trim();
  if (isNothing(text)) return null;
  if (isFormula(text)) throw new Refused(field, 'formula');
  // The replacement character, and control characters: the encoding is another one.
  if (/[\ufffd\u0000-\u0008\u000e-\u001f]/u.test(text)) throw new Refused(field, 'unreadable');
  if (text.length > max) throw new Refused(field, 'too_long');
  return text;
}

function accountOf(cells: Cells, settings: RowSettings): { platform: Platform; handle: string } {
  const given = textOf(cells, 'handle', 200);
  const url = textOf(cells, 'url', 500);
  const fromHandle = given ? profileOf(given) : null;
  const fromUrl = url ? profileOf(url) : null;
  const named = textOf(cells, 'platform', 40);
  const platformGiven = named ? PLATFORM_NAMES[named.toLowerCase().replace(/\s+/gu, '-')] : undefined;
  if (named && !platformGiven) throw new Refused('platform', 'unknown');
  const platform = fromHandle?.platform ?? fromUrl?.platform ?? platformGiven ?? settings.platform;
  const raw = fromHandle?.handle ?? (given && !fromHandle ? given : fromUrl?.handle);
  if (!raw) throw new Refused(given === null && url !== null ? 'url' : 'handle', url ? 'invalid' : 'missing');
  if (!platform) throw new Refused('platform', 'missing');
  const handle = raw.replace(/^@/u, '').trim().toLowerCase();
  if (!HANDLES[platform].test(handle)) throw new Refused('handle', 'invalid');
  return { platform, handle };
}

/** What a row says of a person, or its first value that cannot be read. Values are read or refused, never guessed. */
export function readRecord(cells: Cells, settings: RowSettings): ImportedRecord | RowRefusal {
  try {
    const account = accountOf(cells, settings);
    const email = textOf(cells, 'email', 254)?.toLowerCase() ?? null;
    if (email !== null && !EMAIL.test(email)) throw new Refused('email', 'invalid');
    const count = textOf(cells, 'followers', 60);
    const rate = textOf(cells, 'engagement', 60);
    const country = textOf(cells, 'country', 80);
    const countryCode = country ? countryOf(country) : null;
    if (country && !countryCode) throw new Refused('country', 'unknown');
    const language = textOf(cells, 'language', 80);
    const languageCode = language ? languageOf(language) : null;
    if (language && !languageCode) throw new Refused('language', 'unknown');
    return {
      ...account,
      name: textOf(cells, 'name', 120),
      email,
      followers: count === null ? null : valueOf('followers', readCount(count, settings.locale)),
      engagementBps: rate === null ? null : valueOf('engagement', readRate(rate, settings.locale, settings.percent)),
      country: countryCode,
      city: textOf(cells, 'city', 80),
      language: languageCode,
      note: textOf(cells, 'note', 500),
    };
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    // decodeURIComponent on a broken address.
    if (error instanceof URIError) return { field: 'url', code: 'invalid' };
    throw error;
  }
}

export const isRefusal = (read: ImportedRecord | RowRefusal): read is RowRefusal => 'code' in read;

const MERGED = ['name', 'email', 'followers', 'engagementBps', 'country', 'city', 'language', 'note'] as const;

/** The person after a merge: what the newer row says, and the older values where it says nothing. */
export function merged(before: ImportedRecord, incoming: ImportedRecord): ImportedRecord {
  const after = { ...before };
  for (const key of MERGED) if (incoming[key] !== null) Object.assign(after, { [key]: incoming[key] });
  return after;
}
