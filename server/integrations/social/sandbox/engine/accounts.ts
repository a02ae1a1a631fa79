import { createHash } from 'node:crypto';
import { between, chance, oneOf } from './random.ts';

export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const;
export type Network = (typeof NETWORKS)[number];

/**
 * How an account behaves. `bought`: a step of followers in one day without more engagement · `drip`: the same number
 * every day for two months · `pod`: much engagement from the same few accounts · `churn`: follows and unfollows in
 * waves · `dormant`: no posts for months · `private`: hidden from everybody but itself · `personal`: not a professional
 * account · `converted`: a professional one since `CONVERTED_DAY`; its earlier posts have no insights.
 */
export const CHARACTERS = [
  'organic',
  'bought',
  'drip',
  'pod',
  'churn',
  'dormant',
  'private',
  'personal',
  'converted',
] as const;
export type Character = (typeof CHARACTERS)[number];

export interface Account {
  network: Network;
  handle: string;
  /** The account's id at the network. */
  id: string;
  /** Nine digits in the ids of its posts. */
  number: string;
  name: string;
  bio: string;
  country: string;
  character: Character;
  /** Followers on the anchor day. */
  followers: number;
  createdDay: number;
}

/** What a command fixes of an account; the rest follows from the seed. */
export type AccountSettings = Partial<Pick<Account, 'bio' | 'character' | 'country' | 'followers' | 'name'>>;

export const DAY_MS = 86_400_000;
/** The day on which each account has its nominal number of followers. */
export const ANCHOR_DAY = Date.UTC(2026, 10, 1) / DAY_MS;
export const CONVERTED_DAY = ANCHOR_DAY - 20;
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
export const isHandle = (text: string): boolean => /^[a-z0-9][a-z0-9._-]{0,29}$/.test(text);

const COUNTRIES = ['US', 'GB', 'FR', 'ES', 'IT', 'BR', 'DE', 'MX', 'RU', 'CN', 'AE', 'EG'] as const;

function idOf(seed: string, network: Network, handle: string): { id: string; number: string } {
  const digest = createHash('sha256').update(`${seed}\n${network}\n${handle}`).digest();
  const number = String(digest.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0');
  switch (network) {
    case 'instagram':
      return { id: `17841${digest.readUIntBE(6, 6) % 1_000}${number}`.padEnd(17, '0'), number };
    case 'tiktok':
      return { id: `-000${digest.toString('hex', 0, 16)}`, number };
    case 'youtube':
      return { id: `UC${digest.toString('base64url').slice(0, 22)}`, number };
  }
}

/** One in ten accounts misbehaves in some way; a handle that ends in `.bought`, `.private` … says which way. */
function characterOf(seed: string, network: Network, handle: string): Character {
  const named = CHARACTERS.find((character) => handle.endsWith(`.${character}`));
  if (named) return named;
  return chance(seed, network, handle, 'odd') < 0.1
    ? oneOf(['bought', 'drip', 'pod', 'churn', 'dormant'], seed, network, handle, 'character')
    : 'organic';
}

/** The account with a handle: every valid handle is one, but those that begin with `missing`. */
export function accountOf(
  seed: string,
  network: Network,
  handle: string,
  settings: AccountSettings = {},
): Account | null {
  if (!isHandle(handle) || handle.startsWith('missing')) return null;
  const followers = Math.round(10 ** between(3.1, 5.4, seed, network, handle, 'followers'));
  const name = handle
    .split(/[._-]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
  return {
    network,
    handle,
    ...idOf(seed, network, handle),
    name,
    bio: `${name} on ${network}`,
    country: oneOf(COUNTRIES, seed, handle, 'country'),
    character: characterOf(seed, network, handle),
    followers,
    createdDay: ANCHOR_DAY - 400 - Math.floor(600 * chance(seed, network, handle, 'age')),
    ...settings,
  };
}

const STEP_DAY = ANCHOR_DAY - 45;
const STEP = 0.35;
const DRIP_FROM = ANCHOR_DAY - 70;
const DRIP_TO = ANCHOR_DAY - 10;

/** Followers at the end of a day. Any day may be asked, also one to come. */
export function followersOn(account: Account, day: number): number {
  const { character, followers, handle, network } = account;
  const key = `${network}:${handle}`;
  const since = day - ANCHOR_DAY;
  const noise = 1 + 0.0012 * (chance(key, day, 'noise') - 0.5);
  const rate = between(0.0002, 0.0018, key, 'growth');
  const organic = (share: number): number => followers * share * (1 + rate) ** since * noise;
  switch (character) {
    case 'bought':
      // What was bought falls off slowly.
      return Math.round(
        organic(1 - STEP) + (day >= STEP_DAY ? followers * STEP * 0.999 ** Math.max(0, day - STEP_DAY) : 0),
      );
    case 'drip': {
      const each = Math.round(followers * 0.005);
      const bought = each * Math.min(DRIP_TO - DRIP_FROM, Math.max(0, day - DRIP_FROM));
      return Math.round(followers - each * (DRIP_TO - DRIP_FROM) + bought + 0.2 * rate * followers * since);
    }
    case 'churn':
      return Math.round(followers * (1 + 0.03 * Math.sin((2 * Math.PI * day) / 9)) * noise);
    case 'dormant':
      return Math.round(followers * 0.9998 ** since);
    default:
      return Math.round(organic(1));
  }
}

/** Followers that look at what the account posts. */
export const attentiveFollowers = (account: Account, day: number): number =>
  account.character === 'bought' || account.character === 'drip'
    ? followersOn({ ...account, character: 'organic', followers: account.followers * (1 - STEP) }, day)
    : followersOn(account, day);
