import type { Platform } from '../terms/schema.ts';
import type { EngagementFormula } from './schema.ts';

/** Most followers that a profile may state. */
export const MAX_FOLLOWERS = 1_000_000_000;
export const MAX_LINK_LENGTH = 200;
/** Prices on a rate card. */
export const MAX_RATES = 12;
/** A share of fewer comments says nothing. */
export const MIN_COMMENTS = 30;

/** Instagram gives likes and comments by follower; the other networks are measured by views. */
export const formulaOf = (platform: Platform): EngagementFormula => (platform === 'instagram' ? 'er_f' : 'er_v');

/** Where the stored picture of an account is read. */
export const accountPictureUrl = (accountId: string, at: Date): string =>
  `/files/accounts/${accountId}?v=${at.getTime().toString(36)}`;
/** The stored file of an account's picture. */
export const accountPictureKey = (accountId: string): string => `account-pictures/${accountId}`;

/** Days of daily figures that a page shows: thirteen months, so that a month stands beside the one a year before. */
export const HISTORY_DAYS = 396;
/** Where a creator works: around the city of the profile, anywhere, or without being at a place. */
export const SERVICES = ['area', 'anywhere', 'online'] as const;
export type Service = (typeof SERVICES)[number];
export const MAX_SERVICE_KM = 500;
/** A draft of the form with all its texts takes far less. */
export const MAX_DRAFT_LENGTH = 60_000;
/** A creator who is free again within so many days is proposed for campaigns. */
const FREE_WITHIN_DAYS = 30;

interface Availability {
  available: boolean;
  /** 2026-12-01; null: now. */
  freeFrom: string | null;
}
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first day on which the creator takes new work, if that is not yet. */
export const freeLater = ({ available, freeFrom }: Availability, now: Date): string | null =>
  available && freeFrom !== null && freeFrom > dayOf(now) ? freeFrom : null;
export const isFreeNow = (of: Availability, now: Date): boolean => of.available && freeLater(of, now) === null;
/** Whether campaigns of now may have the creator proposed. */
export const isFreeSoon = (of: Availability, now: Date): boolean =>
  of.available && (freeLater(of, now) ?? '') <= dayOf(new Date(now.getTime() + FREE_WITHIN_DAYS * 86_400_000));

/** How far a place is beyond what the creator comes to; null where that is not known. `distanceKm`: from the creator's city. */
export function beyondKm(
  { service, serviceKm }: { service: Service | null; serviceKm: number | null },
  distanceKm: number | null,
): number | null {
  if (service === 'anywhere') return 0;
  if (service === 'online') return Number.POSITIVE_INFINITY;
  return distanceKm === null ? null : Math.max(0, distanceKm - (service === 'area' ? (serviceKm ?? 0) : 0));
}

/** A measured figure that is older than this is shown as stale. */
export const STALE_AFTER_MS = 48 * 3_600_000;

/** What people put behind a number, in the languages of the screens: 12k, 1.2M, 12 mil, 1,2 mln, 12 тыс., 3万, 5 ألف. */
const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  к: 1e3,
  К: 1e3,
  mil: 1e3,
  mille: 1e3,
  mila: 1e3,
  тыс: 1e3,
  ألف: 1e3,
  آلاف: 1e3,
  千: 1e3,
  w: 1e4,
  W: 1e4,
  万: 1e4,
  萬: 1e4,
  m: 1e6,
  M: 1e6,
  м: 1e6,
  М: 1e6,
  mi: 1e6,
  mio: 1e6,
  mln: 1e6,
  млн: 1e6,
  مليون: 1e6,
  ملايين: 1e6,
  亿: 1e8,
  億: 1e8,
};

/** ASCII digits and marks for those of other scripts. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/gu, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/gu, '.')
    .replace(/[٬،]/gu, ',')
    .replace(/[\u200e\u200f\u061c]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** "12 000", "12.000", "1’234’567": groups of three, all with one mark. */
const GROUPED = /^\d{1,3}(?:([ .,'’])\d{3})(?:\1\d{3})*$/u;

/**
 * A count of followers as people write it. Followers are whole, so three digits behind a mark are thousands in every
 * language; only a number with a multiple behind it has decimals. NaN for what is no such count, null for an empty field.
 */
export function followerCount(text: string): number | null {
  const plain = plainDigits(text);
  if (plain === '') return null;
  const parts = /^(\d[\d .,'’]*?) ?([\p{L}]*)\.?$/u.exec(plain);
  if (!parts) return Number.NaN;
  const [, digits = '', word = ''] = parts;
  if (word === '')
    return bounded(
      /^\d+$/u.test(digits) ? Number(digits) : GROUPED.test(digits) ? Number(digits.replace(/\D/gu, '')) : Number.NaN,
    );
  const multiple = Object.hasOwn(MULTIPLES, word) ? MULTIPLES[word]! : Number.NaN;
  const value = /^\d+([.,]\d{1,3})?$/u.test(digits)
    ? Number(digits.replace(',', '.'))
    : GROUPED.test(digits)
      ? Number(digits.replace(/\D/gu, ''))
      : Number.NaN;
  // 1.2 × 1,000 is not quite 1,200 in binary.
  const count = Math.round(value * multiple);
  return bounded(Math.abs(count - value * multiple) < 1e-6 * multiple ? count : Number.NaN);
}

const bounded = (count: number): number =>
  Number.isSafeInteger(count) && count >= 0 && count <= MAX_FOLLOWERS ? count : Number.NaN;

/** Where a platform's profiles are, and the hosts that its links are known by. */
const HOMES: Partial<Record<Platform, { base: string; hosts: readonly string[] }>> = {
  instagram: { base: 'https://www.instagram.com/', hosts: ['instagram.com'] },
  tiktok: { base: 'https://www.tiktok.com/@', hosts: ['tiktok.com'] },
  youtube: { base: 'https://www.youtube.com/@', hosts: ['youtube.com', 'youtu.be'] },
};
/** Whether people have a name on this platform that leads to their profile. */
export const hasHandles = (platform: Platform): boolean => HOMES[platform] !== undefined;

const HANDLE = /^[\p{L}\p{N}._-]{1,64}$/u;

/**
 * Address of a profile from an @handle or a link as people copy it, with or without "https://"; always https, null for what
 * is neither. A handle needs a platform that has one; blogs have addresses only.
 */
export function profileLink(platform: Platform, text: string): string | null {
  const typed = text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u061c\ufeff]/gu, '')
    .trim();
  const home = HOMES[platform];
  const isHandle =
    typed.startsWith('@') ||
    (home !== undefined &&
      !typed.includes('/') &&
      !home.hosts.some((host) => typed.toLowerCase() === host || typed.toLowerCase().endsWith(`.${host}`)) &&
      !/^www\./iu.test(typed));
  if (isHandle) {
    const name = typed.replace(/^@/u, '');
    return home && HANDLE.test(name) ? normalized(`${home.base}${encodeURIComponent(name)}`) : null;
  }
  return normalized(
    /^https?:\/\//iu.test(typed)
      ? typed.replace(/^https?/iu, 'https')
      : /^[a-z][a-z\d+.-]*:/iu.test(typed)
        ? ''
        : `https://${typed.replace(/^\/\//u, '')}`,
  );
}

/** The address if it is one of a public web page. */
function normalized(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (
    url.protocol !== 'https:' ||
    url.username ||
    url.password ||
    url.port ||
    !/^[^.]+(\.[^.]+)+$/u.test(url.hostname) ||
    /^[\d.]+$/u.test(url.hostname)
  )
    return null;
  const href = url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : url.href;
  return href.length <= MAX_LINK_LENGTH ? href : null;
}

/** The name in the address of a profile; of a page without one, its host. */
export function handleOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const [first = '', second = ''] = pathname.split('/').filter(Boolean);
  const name = /^(?:channel|c|user)$/u.test(first) && second !== '' ? second : first;
  return decoded(name).replace(/^@/u, '') || hostname.replace(/^www\./u, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
