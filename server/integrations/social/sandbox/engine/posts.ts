import { ANCHOR_DAY, attentiveFollowers, DAY_MS, dayOf, type Account } from './accounts.ts';
import { between, chance, oneOf } from './random.ts';

export interface Post {
  index: number;
  id: string;
  at: number;
  kind: 'image' | 'carousel' | 'video';
  seconds: number;
  text: string;
  likes: number;
  comments: number;
  views: number;
  reach: number;
  saves: number;
  shares: number;
}

export interface Comment {
  id: string;
  at: number;
  username: string;
  text: string;
  likes: number;
}

const TOPICS = [
  'morning coffee',
  'a walk by the water',
  'new bread',
  'studio day',
  'three easy dinners',
  'packing light',
];
const BRANDS = ['cafelumen', 'northwind', 'casaverde', 'petitbateau', 'lumen'];
const WORDS = [
  'love this',
  'where is that?',
  'so good',
  'need the recipe',
  'beautiful',
  'trying this today',
  'haha yes',
];
/** Readers who write a sentence of their own: what they say of which part of the post, and what they add. */
const REMARKS = [
  'I could watch',
  'I keep coming back to',
  'my sister sent me',
  'what I like most is',
  'never seen anything like',
  'this made me miss',
  'so calm,',
  'finally someone shows',
  'saving this for',
  'you always find',
  'how long did it take to get',
  'where did you find',
  'who took',
  'is it normal to want',
] as const;
const SUBJECTS = [
  'the light in the first shot',
  'that little table by the window',
  'the part with the steam',
  'the walk at the end',
  'the sound of the cups',
  'the colors of the second picture',
  'the quiet street',
  'the first bite',
  'the old sign over the door',
  'that blue bowl',
  'the view from up there',
  'the way you cut it',
  'the last ten seconds',
  'the hands in the dough',
  'the morning fog',
  'the dog in the corner',
] as const;
const ADDITIONS = [
  '',
  ', thank you',
  ' again and again',
  ' on a Monday',
  ' before work',
  ', honestly',
  ' with my mother',
  ' this weekend',
  ' in this weather',
  ' next time I am in town',
  ', even in the rain',
  ' for our anniversary',
] as const;
const OPENINGS = [
  '',
  'ok, ',
  'ha, ',
  'wow, ',
  'oh, ',
  'look, ',
  'well, ',
  'sorry, ',
  'hello from Lyon, ',
  'late to this, ',
  'second time today, ',
  'not my usual, ',
] as const;
const POD_WORDS = ['amazing 🔥', 'great post!', 'wow 😍', 'love it ❤️'];

const keyOf = (account: Account): string => `${account.network}:${account.handle}`;
const intervalOf = (account: Account): number => between(0.9, 4, keyOf(account), 'interval') * DAY_MS;
/** A dormant account posted last half a year before the anchor. */
const endOf = (account: Account, now: number): number =>
  account.character === 'dormant' ? Math.min(now, (ANCHOR_DAY - 180) * DAY_MS) : now;

function timeOf(account: Account, index: number): number {
  const interval = intervalOf(account);
  const jitter = 0.4 * interval * chance(keyOf(account), index, 'time');
  return Math.floor((account.createdDay * DAY_MS + index * interval + jitter) / 1000) * 1000;
}

function postIdOf(account: Account, index: number): string {
  const part = String(index).padStart(6, '0');
  if (account.network === 'youtube') return `${account.id.slice(2, 9)}${index.toString(36).padStart(4, '0')}`;
  return `${account.network === 'instagram' ? '18' : '7'}${account.number}${part}`;
}

/** Number of posts up to a moment. */
export function postCount(account: Account, now: number): number {
  const end = endOf(account, now);
  let count = Math.max(0, Math.floor((end - account.createdDay * DAY_MS) / intervalOf(account)));
  while (timeOf(account, count) <= end) count += 1;
  while (count > 0 && timeOf(account, count - 1) > end) count -= 1;
  return count;
}

const TIERS = [
  [5_000, 0.052],
  [20_000, 0.034],
  [100_000, 0.021],
  [1_000_000, 0.015],
] as const;

/** Likes and comments for each attentive follower. */
function rateOf(account: Account, index: number): number {
  const tier = TIERS.find(([below]) => account.followers < below)?.[1] ?? 0.011;
  const own = between(0.7, 1.4, keyOf(account), 'rate');
  const luck = between(0.55, 1.25, keyOf(account), index, 'luck') ** 2;
  return tier * own * luck * (account.character === 'pod' ? 2.6 : 1);
}

/** A post as it stands at a moment: its figures grow for about a week. */
export function postAt(account: Account, index: number, now: number): Post {
  const key = keyOf(account);
  const at = timeOf(account, index);
  const grown = 1 - Math.exp(-Math.max(0, now - at) / (1.5 * DAY_MS));
  const people = attentiveFollowers(account, dayOf(at));
  const isVideo = account.network !== 'instagram' || chance(key, index, 'kind') < 0.45;
  const likes = people * rateOf(account, index) * (account.network === 'tiktok' ? 1.8 : 1);
  const reach = people * between(0.25, 0.8, key, index, 'reach') + likes;
  const views = account.network === 'instagram' ? reach * 1.25 : likes / between(0.04, 0.11, key, index, 'views');
  const grow = (value: number): number => Math.floor(value * grown);
  const paid = chance(key, index, 'paid') < 0.08 ? `#ad @${oneOf(BRANDS, key, index, 'brand')}` : '';
  return {
    index,
    id: postIdOf(account, index),
    at,
    kind: isVideo ? 'video' : chance(key, index, 'carousel') < 0.35 ? 'carousel' : 'image',
    seconds: Math.round(between(8, account.network === 'youtube' ? 900 : 75, key, index, 'seconds')),
    text: `${oneOf(TOPICS, key, index, 'topic')} ${paid}`.trim(),
    likes: grow(likes * 0.96),
    comments: grow(likes * between(0.015, 0.06, key, index, 'comments')),
    views: grow(views),
    reach: grow(reach),
    saves: grow(likes * 0.07),
    shares: grow(likes * 0.05),
  };
}

/** Posts newest first: `limit` of them below the index `before`. */
export function postsBefore(account: Account, before: number, limit: number, now: number): Post[] {
  const indexes = Array.from({ length: Math.max(0, Math.min(limit, before)) }, (_, step) => before - 1 - step);
  return indexes.map((index) => postAt(account, index, now));
}

export function commentsOf(account: Account, post: Post): Comment[] {
  const key = `${keyOf(account)}:${post.index}`;
  const isPod = account.character === 'pod';
  return Array.from({ length: Math.min(post.comments, 80) }, (_, n) => ({
    id: `${post.id}${String(n).padStart(3, '0')}`,
    at: post.at + Math.floor((isPod ? 3_600_000 : 3 * DAY_MS) * chance(key, n, 'comment-time')),
    username: isPod ? `pod_member_${n % 12}` : `reader_${Math.floor(chance(key, n, 'reader') * 40_000)}`,
    text: isPod ? oneOf(POD_WORDS, key, n, 'words') : wordsOf(key, n),
    likes: Math.floor(4 * chance(key, n, 'likes')),
  }));
}

/** One reader in eight writes what others write as well. */
function wordsOf(key: string, n: number): string {
  if (chance(key, n, 'usual') < 0.125) return oneOf(WORDS, key, n, 'words');
  const remark = oneOf(REMARKS, key, n, 'remark');
  const asks = /^(how|where|who|is) /u.test(remark);
  return `${oneOf(OPENINGS, key, n, 'opening')}${remark} ${oneOf(SUBJECTS, key, n, 'subject')}${oneOf(ADDITIONS, key, n, 'addition')}${asks ? '?' : ''}`;
}

/** Accounts reached on a day. */
export const reachOn = (account: Account, day: number): number =>
  Math.round(attentiveFollowers(account, day) * between(0.12, 0.45, keyOf(account), day, 'day-reach'));

export type Demographic = 'age' | 'city' | 'country' | 'gender';

/** Followers by a trait; the sums are the same as at the network: a little below the number of followers. */
export function demographics(account: Account, by: Demographic, followers: number): { key: string; value: number }[] {
  const key = keyOf(account);
  const weights: Record<Demographic, [string, number][]> = {
    age: ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'].map((band, n) => [
      band,
      [0.06, 0.3, 0.34, 0.16, 0.08, 0.04, 0.02][n]! * between(0.6, 1.4, key, band),
    ]),
    gender: [
      ['F', between(0.35, 0.7, key, 'F')],
      ['M', between(0.3, 0.55, key, 'M')],
      ['U', 0.03],
    ],
    country: [
      [account.country, between(0.8, 2.4, key, 'home')],
      ...['US', 'BR', 'FR', 'GB', 'IN', 'ES', 'MX', 'IT']
        .filter((code) => code !== account.country)
        .map((code): [string, number] => [code, between(0.02, 0.25, key, code)]),
    ],
    city: ['Lyon, France', 'Paris, France', 'Madrid, Spain', 'London, England', 'São Paulo, Brazil'].map((city) => [
      city,
      between(0.05, 0.4, key, city),
    ]),
  };
  const entries = weights[by];
  const sum = entries.reduce((total, [, weight]) => total + weight, 0) / 0.97;
  return entries.map(([trait, weight]) => ({ key: trait, value: Math.floor((followers * weight) / sum) }));
}
