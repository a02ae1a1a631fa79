import * as z from 'zod';
import { CURRENCY_CODES } from '../../core/money.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { NICHE_KEYS } from '../niches/rules.ts';
import { FORMATS, PLATFORMS } from '../terms/rules.ts';
import type { Platform } from '../terms/schema.ts';

export const handle = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9._]{1,28}[a-z0-9])$/);
export const platformProfile = z.strictObject({
  platform: z.enum(PLATFORMS),
  url: z.url({ protocol: /^https$/ }).max(200),
  followers: z.number().int().min(0).max(1_000_000_000),
  /** Basis points: 560 is 5.6 %. */
  engagementBps: z.number().int().min(0).max(10_000),
});
export const rate = z.strictObject({
  platform: z.enum(PLATFORMS),
  format: z.enum(FORMATS),
  currency: z.enum(CURRENCY_CODES),
  /** Minor units. */
  amount: z.number().int(),
});
export const creatorInput = z.strictObject({
  handle,
  headline: z.string().trim().max(120),
  bio: z.string().trim().max(1500),
  city: z.string().trim().max(80).nullable(),
  country: z.string().length(2).nullable(),
  niches: z.array(z.enum(NICHE_KEYS)).max(5),
  languages: z.array(z.string().max(5)).max(8),
  platforms: z.array(platformProfile).max(6),
  rates: z.array(rate).max(12),
});
export type CreatorInput = z.infer<typeof creatorInput>;
export const byHandleInput = z.strictObject({ handle: z.string().max(40) });

export interface CreatorProfile extends CreatorInput {
  orgId: string;
  name: string;
  publishedAt: Date | null;
  /** Texts that others do not read yet: staff look at them first. */
  held: ('headline' | 'bio')[];
}
export type AccountState = 'manual' | 'connected' | 'disconnected';
/** Where a figure is from: the network itself, a file the network gave the creator, what the creator entered, or an estimate. */
export type FigureSource = 'api' | 'creator_file' | 'manual' | 'estimate';
/**
 * `er_f`: median over the last 30 posts of (likes + comments) ÷ followers. `er_v`: (likes + comments + shares + saves) ÷ views over
 * the posts that have views.
 */
export type EngagementFormula = 'er_f' | 'er_v';

/** A figure with where it is from, its time, and of how many posts it was taken. */
export interface Figure {
  value: number;
  source: FigureSource;
  asOf: Date;
  n: number | null;
  /** Of an engagement rate; null where the creator entered it, or for another figure. */
  formula: EngagementFormula | null;
}

/** An account on a network with its figures. */
export interface AccountFigures {
  id: string;
  platform: Platform;
  handle: string;
  url: string;
  state: AccountState;
  followers: Figure;
  engagement: Figure | null;
  growth: Figure | null;
  views: Figure | null;
}

export interface PublicCreator {
  party: PartyDto;
  profile: CreatorInput;
  accounts: AccountFigures[];
  completedDeals: number;
  inviteable: true | string;
}

/** What a network counted on one day; null where it gave no figure. */
export interface AccountDay {
  /** 2026-11-24, in UTC. */
  day: string;
  followers: number | null;
  views: number | null;
  /** Accounts that saw a post on that day. */
  reach: number | null;
  /** Likes and comments. */
  reactions: number | null;
}

/** The daily figures of an account, oldest first. A day without figures is missing. */
export interface AccountHistory {
  accountId: string;
  days: AccountDay[];
}

/** Figures that a network gave; one that is undefined was not given and stays. */
export interface MeasuredFigures {
  handle: string;
  followers?: number;
  engagement?: { bps: number; formula: EngagementFormula } | null;
  growthBps?: number | null;
  views?: number | null;
  postsCounted?: number;
  lastPostAt?: Date | null;
  asOf?: Date;
  /** Of engagement and views. */
  postsAsOf?: Date;
  audienceAsOf?: Date;
}
/** Figures of one day in UTC; null where the network gave none. */
export interface DayFigures {
  day: string;
  followers: number | null;
  views: number | null;
  likes: number | null;
  comments: number | null;
  posts: number | null;
  reach: number | null;
  newFollowers: number | null;
}
export interface AudienceShare {
  kind: 'age' | 'country' | 'gender';
  value: string;
  shareBps: number;
}
