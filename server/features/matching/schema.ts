import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import type { OpenCampaignItem } from '../campaigns/schema.ts';
import type { CategoryKey } from '../creators/categories/rules.ts';
import type { AudienceShares, AudienceTarget } from './audience/rules.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import type { Currency, Money } from '../../core/money.ts';
import {
  FIT_PARTS,
  VOTE_REASONS,
  type Condition,
  type FitPart,
  type Gate,
  type Parts,
  type Reason,
  type VoteReason,
  type Weights,
} from './rules.ts';

const weight = z.number().int().min(0).max(100);
/** What each part counts, against the sum of all; at least one is more than zero. */
export const weights = z
  .strictObject(Object.fromEntries(FIT_PARTS.map((part) => [part, weight])) as Record<FitPart, typeof weight>)
  .refine((own: Record<FitPart, number>) => FIT_PARTS.some((part) => own[part] > 0), { path: ['topic'] });

export const ofCampaignInput = z.strictObject({
  campaignId: uuid,
  weights: weights.optional(),
  limit: z.number().int().min(1).max(50).default(20),
  /** False while the weights are being moved: that ranking is not stored. */
  stored: z.boolean().default(true),
});

export const freshnessInput = z.strictObject({ campaignId: uuid, madeAt: z.date() });

const about = { campaignId: uuid, creatorOrg: uuid };
export const voteInput = z
  .strictObject({ ...about, isUp: z.boolean(), reason: z.enum(VOTE_REASONS).nullable() })
  .refine(({ isUp, reason }) => isUp || reason !== null, { path: ['reason'] });
export const unvoteInput = z.strictObject(about);

export const bestSetInput = z.strictObject({
  campaignId: uuid,
  weights: weights.optional(),
  /** Minor units of the campaign's currency. */
  budget: z.number().int().min(1).max(1_000_000_000_000),
});

export const forCreatorInput = z.strictObject({
  limit: z.number().int().min(1).max(50).default(20),
  /** False for a part of another screen. */
  stored: z.boolean().default(true),
});
export const campaignRef = z.strictObject({ campaignId: uuid });
export type CampaignRef = z.infer<typeof campaignRef>;
export const showInput = z.strictObject({ campaignId: uuid.nullable() });

export const similarInput = z.strictObject({
  handles: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9._]{0,29}$/))
    .min(1)
    .max(5),
  limit: z.number().int().min(1).max(20).default(5),
});

export interface SimilarCreator {
  creator: FoundCreator;
  /** Of the topics, from 0 to 100. */
  likeness: number;
}

/** What a brand said about a creator for a campaign; no to a creator always has a reason. */
export interface Vote {
  isUp: boolean;
  reason: VoteReason | null;
}

/** How far a creator has come in the campaign. */
export type Relation = 'applied' | 'offered' | 'deal';

export interface MatchedCreator {
  creator: FoundCreator;
  /** From 0 to 100, in tenths. */
  fit: number;
  parts: Parts;
  audience: AudienceShares;
  reasonsFor: Reason[];
  reasonAgainst: Reason | null;
  /** Stands here by the share of places for creators with few deals. */
  isNewcomer: boolean;
  /** Completed deals. */
  deals: number;
  /** For all deliverables of the campaign, by the creator's rates; null where a rate is missing. */
  price: Money | null;
  vote: Vote | null;
  relation: Relation | null;
}

export interface CampaignMatches {
  /** The stored ranking; null for one that was not stored. */
  run: string | null;
  madeAt: Date;
  items: MatchedCreator[];
  /** Creators who meet the conditions of the campaign, before the gates. */
  considered: number;
  gated: { gate: Gate; count: number }[];
  /** What the campaign or its brand advertises and a creator refuses. */
  refused: CategoryKey[];
  /** Without a result: how many creators each condition alone leaves out, most first. */
  leftOut: { condition: Condition; count: number }[];
  /** Shares of one, as used. */
  weights: Weights;
  /** Whom the campaign is to reach. */
  audience: AudienceTarget;
  /** Parts that are known of at least one creator. */
  partsInUse: FitPart[];
  /** Answers of the brand that changed the weights. */
  answers: number;
  /** Creators whom the brand rejected for this campaign, the last one first. */
  rejected: { orgId: string; name: string; handle: string; reason: VoteReason | null }[];
  /** What the campaign may pay all its creators together. */
  budget: Money;
}

/** A change of the profile that raises the fit, and by how much on average in the campaigns where it does. */
export interface Raise {
  kind: 'available' | 'rate' | 'niche' | 'language' | 'place' | 'account';
  /** The format, niche or language. */
  value: string | null;
  points: number;
  campaigns: number;
  /** The most that it may bring: the rest depends on what is not known before the change. */
  isMost: boolean;
}

export interface MatchedCampaign {
  campaign: OpenCampaignItem;
  /** From 0 to 100, in tenths. */
  fit: number;
  parts: Parts;
  /** Whom the campaign is to reach, and the share of the creator's audience that it is. */
  target: AudienceTarget;
  audience: AudienceShares;
  partsInUse: FitPart[];
  reasonsFor: Reason[];
  reasonAgainst: Reason | null;
  /** Conditions of the campaign that the creator does not meet: the brand's ranking leaves the creator out. */
  unmet: Condition[];
}

export interface CreatorMatches {
  /** False: brands do not see the creator yet. */
  isPublished: boolean;
  items: MatchedCampaign[];
  /** Open campaigns that the creator has not applied to. */
  considered: number;
  hidden: number;
  /** Left out because of exclusivity that the creator owes another brand. */
  bound: number;
  /** Left out because they or their brands advertise what the creator refuses. */
  refused: { campaigns: number; categories: CategoryKey[] };
  /** Those that bring most first. */
  raises: Raise[];
  madeAt: Date;
}

/** `stale`: the campaign or its brand has changed since the ranking was made. */
export interface MatchFreshness {
  state: 'ready' | 'stale';
}

/** Creators whom the newest ranking proposes, each with the part that lifts the fit most. */
export interface ProposedCreators {
  campaign: { id: string; title: string };
  creators: {
    orgId: string;
    name: string;
    handle: string;
    avatarUrl: string | null;
    city: string | null;
    fit: number;
    reason: FitPart | null;
  }[];
}

export interface BestSet {
  currency: Currency;
  budget: number;
  price: number;
  left: number;
  /** People reached at least once, in `country` where the campaign has one. */
  reach: number;
  country: string | null;
  /** `byRate`: at the creator's rates, otherwise at what the campaign pays. */
  items: { creator: FoundCreator; price: number; byRate: boolean; reach: number; fit: number }[];
  /** Of the best fits: how many were compared, how many of them without rates, and how many were not for want of views. */
  compared: number;
  unpriced: number;
  unmeasured: number;
}
