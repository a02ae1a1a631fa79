import type { Platform } from '../../terms/schema.ts';

/** Lower ends of the steps of followers and views in the index; `follower_step` of the database has the same. */
const FOLLOWER_STEPS = [
  1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000,
];
/** Lower ends of the steps of engagement and growth in basis points; `share_step` of the database has the same. */
const SHARE_STEPS = [100, 200, 300, 400, 500, 600, 800, 1_000, 1_500, 2_000, 3_000, 5_000];

interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

const stepOf = (steps: readonly number[], value: number): number => steps.filter((step) => value >= step).length;
const from = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

export const followerStep = (followers: number): number => stepOf(FOLLOWER_STEPS, followers);
export const shareStep = (bps: number): number => stepOf(SHARE_STEPS, bps);

/** Steps that a range of followers touches. */
const stepsOf = ({ min, max }: Range): number[] =>
  from(followerStep(min ?? 0), max === undefined ? FOLLOWER_STEPS.length : followerStep(max));

/** Whether a range of followers is one step or more and nothing else, so that the index alone answers it. */
export const isWholeSteps = ({ min, max }: Range): boolean =>
  min !== undefined && max === undefined && FOLLOWER_STEPS.includes(min);

/**
 * Lists of tags, of each of which a row with an account in the range of followers holds one. A row may hold one and be outside of the
 * range; only with `isWholeSteps` and without platforms it never is.
 */
export function followerTags(range: Range, platforms: readonly Platform[] | undefined): string[][] {
  if (range.min === undefined && range.max === undefined) return [];
  if (platforms?.length) return [platforms.flatMap((p) => stepsOf(range).map((step) => `${p}:${step}`))];
  if (range.max !== undefined) return [stepsOf(range).map((step) => `any:${step}`)];
  const least = followerStep(range.min ?? 0);
  return least === 0 ? [] : [[`least:${least}`]];
}

const atLeast = (prefix: string, steps: readonly number[], range: Range | undefined): string[][] => {
  const first = stepOf(steps, range?.min ?? 0);
  return first === 0 ? [] : [from(first, steps.length).map((step) => `${prefix}:${step}`)];
};

/** Lists of tags, of each of which a row with an account in these ranges holds one. The index has lower ends alone. */
export const figureTags = (figures: {
  engagementBps?: Range | undefined;
  growthBps?: Range | undefined;
  views?: Range | undefined;
}): string[][] => [
  ...atLeast('er', SHARE_STEPS, figures.engagementBps),
  ...atLeast('growth', SHARE_STEPS, figures.growthBps),
  ...atLeast('views', FOLLOWER_STEPS, figures.views),
];

/** Tags of which a row holds one when at least this share, in basis points, of its audience is of a kind; none for a small share. */
export const audienceTags = (kind: string, shareBps: number): string[][] =>
  shareBps < 1_000 ? [] : [from(Math.floor(shareBps / 1_000), 10).map((tenth) => `to:${kind}:${tenth}`)];

const OLDEST = 1900;
/** Tags of which a row holds one when its year of birth is in the range; none for a range without ends. */
export const birthTags = (range: Range | undefined, thisYear: number): string[][] =>
  range?.min === undefined && range?.max === undefined
    ? []
    : [
        from(Math.floor((range.min ?? OLDEST) / 5), Math.floor((range.max ?? thisYear) / 5)).map(
          (years) => `born:${years}`,
        ),
      ];
