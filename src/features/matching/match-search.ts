import { type RawSearch, text, wholeNumber } from '@/lib/search.ts';

/** In the order of FIT_PARTS of the server; written out, so that no rule is loaded to parse an address. */
export const PARTS = ['topic', 'audience', 'place', 'quality', 'budget', 'delivery'] as const;
export type Part = (typeof PARTS)[number];
/** Whole numbers from 0 to 100; at least one is more than zero. */
export type WeightNumbers = Record<Part, number>;

export interface MatchSearch {
  campaign?: string | undefined;
  /** "25-20-15-12-10-18", by part. */
  weights?: string | undefined;
  /** Minor units of the campaign's currency. */
  budget?: number | undefined;
}

export const sumOf = (weights: WeightNumbers): number => PARTS.reduce((sum, part) => sum + weights[part], 0);

export const weightsText = (weights: WeightNumbers): string => PARTS.map((part) => weights[part]).join('-');

export function readWeights(value: string | undefined): WeightNumbers | undefined {
  if (!value || !/^\d{1,3}(?:-\d{1,3}){5}$/u.test(value)) return undefined;
  const numbers = value.split('-').map(Number);
  const weights = Object.fromEntries(PARTS.map((part, i) => [part, numbers[i] ?? 0])) as WeightNumbers;
  return numbers.every((number) => number <= 100) && sumOf(weights) > 0 ? weights : undefined;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

export function readMatchSearch(raw: RawSearch): MatchSearch {
  const campaign = text(raw['campaign'], 36);
  const weights = readWeights(text(raw['weights'], 24));
  return {
    campaign: campaign && ID.test(campaign) ? campaign : undefined,
    weights: weights && weightsText(weights),
    budget: wholeNumber(raw['budget'], { min: 1, max: 1_000_000_000_000 }),
  };
}
