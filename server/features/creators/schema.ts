import * as z from 'zod';
import { reportReason } from '../../core/inputs.ts';
import { CURRENCY_CODES } from '../../core/money.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { NICHE_KEYS } from '../niches/rules.ts';
import { FORMATS, PLATFORMS } from '../terms/rules.ts';
import type { Benchmark, Cell } from './benchmarks/rules.ts';
import type { PaidShare } from './posts/rules.ts';
import type { Platform } from '../terms/schema.ts';
import { CATEGORY_KEYS, type CategoryKey } from './categories/rules.ts';
import { MAX_DRAFT_LENGTH, MAX_RATES, MAX_SERVICE_KM, SERVICES } from './rules.ts';

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
/** How the creator works. */
const creatorDetails = z
  .strictObject({
    available: z.boolean(),
    /** The first day with time for new work; null: now. */
    freeFrom: z.iso.date().nullable(),
    service: z.enum(SERVICES).nullable(),
    /** Around the city; for the service `area` alone. */
    serviceKm: z.number().int().min(1).max(MAX_SERVICE_KM).nullable(),
    /** Beside those of the rates. */
    formats: z.array(z.enum(FORMATS)).max(FORMATS.length),
    /** What the creator does not advertise. */
    refused: z.array(z.enum(CATEGORY_KEYS)).max(CATEGORY_KEYS.length),
    hidesRates: z.boolean(),
  })
  .refine(({ service, serviceKm }) => service !== 'area' || serviceKm !== null, { path: ['serviceKm'] });
export type CreatorDetails = z.infer<typeof creatorDetails>;
export const creatorInput = z.strictObject({
  handle,
  headline: z.string().trim().max(120),
  bio: z.string().trim().max(1500),
  city: z.string().trim().max(80).nullable(),
  country: z.string().length(2).nullable(),
  niches: z.array(z.enum(NICHE_KEYS)).max(5),
  languages: z.array(z.string().max(5)).max(8),
  platforms: z.array(platformProfile).max(6),
  rates: z.array(rate).max(MAX_RATES),
  /** Left out: they stay as they are. */
  details: creatorDetails.optional(),
});
export type CreatorInput = z.infer<typeof creatorInput>;
/** `version`: of the profile as the form has it; a later one is refused. Left out: whatever the version is. */
/** As large as its column. */
const version = z.number().int().min(0).max(2_147_483_647);
export const saveInput = creatorInput.extend({ version: version.optional() });
/** The form as it is typed, valid or not. */
const draftContent = z
  .record(z.string().max(40), z.json())
  .refine((content: Record<string, unknown>) => JSON.stringify(content).length <= MAX_DRAFT_LENGTH);
export const saveDraftInput = z.strictObject({ version, content: draftContent });
export const versionInput = z.strictObject({ version });
export const byHandleInput = z.strictObject({ handle: z.string().max(40) });
/** The groups of a page of results: of each network at most its sizes. */
export const tiersInput = z.strictObject({
  tiers: z
    .array(
      z.strictObject({
        platform: z.enum(PLATFORMS),
        formula: z.enum(['er_f', 'er_v']),
        followers: z.number().int().min(0).max(1_000_000_000),
      }),
    )
    .min(1)
    .max(25),
});
export const reportProfileInput = byHandleInput.extend({ reason: reportReason });
/** `preview`: the own page with its draft, as another org would see it. */
export const pageInput = byHandleInput.extend({ preview: z.boolean().optional() });

export interface ProfileDraft {
  version: number;
  savedAt: Date;
}
export interface CreatorProfile extends CreatorInput {
  details: CreatorDetails;
  /** Raised by each save of the profile or its draft. */
  version: number;
  /** What was typed and not saved to the profile. */
  draft: { content: Record<string, unknown>; savedAt: Date } | null;
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

/** A rate of engagement by one formula. Rates of two formulas are not compared: the types refuse it. */
export interface Engagement<F extends EngagementFormula = EngagementFormula> {
  formula: F;
  bps: number;
}

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
  /** Shares of a sample of the comments of ninety days; null where the sample is small. */
  comments: { questions: Figure; repeats: Figure } | null;
  /** When a code of the owner stood in the account's description; null for another proof, or none. */
  provenAt: Date | null;
  /** The account's picture at its network, as it is kept here. */
  pictureUrl: string | null;
}

export interface PublicCreator {
  party: PartyDto;
  profile: CreatorInput & { details: CreatorDetails };
  /** What the creator refuses of what the reading brand advertises. */
  conflicts: CategoryKey[];
  accounts: AccountFigures[];
  completedDeals: number;
  inviteable: true | string;
}

/** What engagement is usual in a cell; rates in basis points. */
export interface EngagementTier {
  cell: Cell;
  /** The middle half of the accounts here, or what a published source calls average. */
  from: number;
  to: number;
  /** Of the accounts here; null: published. */
  n: number | null;
  source: string | null;
}

/** An engagement rate among those of its cell; rates in basis points. */
export interface EngagementComparison {
  accountId: string;
  cell: Cell;
  value: number;
  /** `own`: quartiles of the accounts here, and the percent of them below the value · `start`: published rates, until there are enough of them. */
  among:
    | { kind: 'own'; n: number; low: number; median: number; high: number; percentile: number }
    | ({ kind: 'start'; source: string; asOf: Date } & Benchmark);
}
export interface CreatorPost {
  id: string;
  accountId: string;
  at: Date;
  url: string;
  text: string;
  isVideo: boolean;
  likes: number;
  comments: number;
  views: number | null;
  /** Its text carries a label of paid work. */
  paid: boolean;
}
/** What stands behind a creator's figures. */
export interface CreatorEvidence {
  comparisons: EngagementComparison[];
  audience: {
    accountId: string;
    asOf: Date | null;
    shares: { kind: 'country' | 'gender' | 'age'; value: string; bps: number }[];
  }[];
  /** Views of the last thirty posts of each account, of those that have any. */
  views: { accountId: string; values: number[] }[];
  /** The newest ones. */
  posts: CreatorPost[];
  /** Likes and comments of the middle post, over the posts since a day. */
  paid: PaidShare & { since: Date | null };
  brands: {
    /** With a review after a completed deal here. */
    confirmed: { party: PartyDto; deals: number }[];
    /** Named in posts with a label. */
    found: { name: string; posts: number }[];
  };
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
  engagement?: Engagement | null;
  growthBps?: number | null;
  /** Middle of the last posts that have views, how many these are, and when the last of them was read. */
  views?: { value: number; counted: number; asOf: Date | null } | null;
  postsCounted?: number;
  lastPostAt?: Date | null;
  asOf?: Date;
  /** Of engagement. */
  postsAsOf?: Date;
  audienceAsOf?: Date;
  comments?: { counted: number; questionsBps: number; repeatsBps: number; asOf: Date };
  pictureAt?: Date;
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
