/*
 * What the text of a post says of who paid for it. Only what the creator wrote counts: a label, and the accounts named
 * beside it.
 */

/** Labels of paid work in the languages of the screens, as whole words. */
const LABELS = [
  'ad',
  'advert',
  'sponsored',
  'paidpartnership',
  'paid partnership',
  'publicité',
  'pub',
  'sponsorisé',
  'collaboration commerciale',
  'partenariat rémunéré',
  'publicidad',
  'patrocinado',
  'colaboración pagada',
  'pubblicità',
  'adv',
  'sponsorizzato',
  'publi',
  'publipost',
  'parceria paga',
  'werbung',
  'anzeige',
  'реклама',
  '广告',
  '合作推广',
  'إعلان',
  'إعلان مدفوع',
];
/** A single word counts behind "#" only, since "ad" and "pub" are words as well. */
const PAID = new RegExp(
  `(?:${LABELS.map((label) => (label.includes(' ') ? `(?<![\\p{L}\\p{N}])${label}` : `#${label}`)).join('|')})(?![\\p{L}\\p{N}_])`,
  'iu',
);

export const isPaidPost = (text: string): boolean => PAID.test(text.normalize('NFKC'));

/** Accounts that a paid post names, in small letters, each once, without the creator's own. */
export function namedAccounts(text: string, own: string): string[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}_.])@([\p{L}\p{N}_][\p{L}\p{N}_.]{1,29})/gu)].map(([, name = '']) =>
    name.replace(/\.+$/u, '').toLowerCase(),
  );
  return [...new Set(found)].filter((name) => name !== own.toLowerCase());
}

export interface SortedPost {
  text: string;
  likes: number;
  comments: number;
}

/** Fewer paid posts say nothing about how they do. */
export const MIN_PAID = 3;

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2);
}

export interface PaidShare {
  paid: { n: number; median: number | null };
  organic: { n: number; median: number | null };
}

/** Likes and comments of the middle paid and the middle other post; null of fewer than {@link MIN_PAID}. */
export function paidAgainstOrganic(posts: readonly SortedPost[]): PaidShare {
  const of = (some: readonly SortedPost[]) => ({
    n: some.length,
    median: some.length < MIN_PAID ? null : median(some.map(({ likes, comments }) => likes + comments)),
  });
  return {
    paid: of(posts.filter(({ text }) => isPaidPost(text))),
    organic: of(posts.filter(({ text }) => !isPaidPost(text))),
  };
}
