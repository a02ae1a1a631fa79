import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import { FIT_PARTS, type FitPart, type Gate, type Parts, type Reason } from './rules.ts';

const weight = z.number().int().min(0).max(100);
/** What each part counts, against the sum of all; at least one is more than zero. */
export const weights = z
  .strictObject(Object.fromEntries(FIT_PARTS.map((part) => [part, weight])) as Record<FitPart, typeof weight>)
  .refine((own: Record<FitPart, number>) => FIT_PARTS.some((part) => own[part] > 0), { path: ['topic'] });

export const ofCampaignInput = z.strictObject({
  campaignId: uuid,
  weights: weights.optional(),
  limit: z.number().int().min(1).max(50).default(20),
});

export interface MatchedCreator {
  creator: FoundCreator;
  /** From 0 to 100, in tenths. */
  fit: number;
  parts: Parts;
  reasonsFor: Reason[];
  reasonAgainst: Reason | null;
  /** Stands here by the share of places for creators with few deals. */
  isNewcomer: boolean;
}

export interface CampaignMatches {
  /** The stored ranking. */
  run: string;
  items: MatchedCreator[];
  /** Creators who meet the conditions of the campaign, before the gates. */
  considered: number;
  gated: { gate: Gate; count: number }[];
}
