/** What the fit of a creator to a campaign is made of, in the order in which it is shown. */
export const FIT_PARTS = ['topic', 'audience', 'place', 'quality', 'budget', 'delivery'] as const;
export type FitPart = (typeof FIT_PARTS)[number];
export type Weights = Record<FitPart, number>;
/** From 0 to 1; null: not known. */
export type Parts = Record<FitPart, number | null>;

/** Delivery is formats (.08), reliability (.06) and recency (.04) together. */
export const WEIGHTS: Weights = { topic: 0.25, audience: 0.2, place: 0.15, quality: 0.12, budget: 0.1, delivery: 0.18 };
const DELIVERY = { formats: 0.08, reliability: 0.06, recency: 0.04 };

/** What a creator must meet to be compared at all, by the campaign's conditions. */
export const CONDITIONS = ['niches', 'languages', 'followers'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Each makes a match impossible, whatever the parts say. `rejected`: the brand said no to this creator for the campaign. */
export const GATES = ['refused_category', 'exclusivity', 'flagged', 'unavailable', 'rejected'] as const;
export type Gate = (typeof GATES)[number];

/** Why a brand says yes or no to a proposed creator, and the part of the fit that it speaks of. */
export const VOTE_REASONS = ['topic', 'audience', 'place', 'price', 'content', 'other'] as const;
export type VoteReason = (typeof VOTE_REASONS)[number];
const PART_OF_REASON: Partial<Record<VoteReason, FitPart>> = {
  topic: 'topic',
  audience: 'audience',
  place: 'place',
  price: 'budget',
};

/** Each answer that names a part adds two hundredths to its weight, up to a tenth, before all are divided by their sum. */
const ANSWER_STEP = 0.02;
const MAX_ANSWERS = 0.1;

/** The weights of a campaign whose brand has set none, after what it said about creators. */
export function weightsAfter(votes: readonly { reason: VoteReason | null }[]): Weights {
  const added = (part: FitPart): number =>
    Math.min(MAX_ANSWERS, ANSWER_STEP * votes.filter(({ reason }) => reason && PART_OF_REASON[reason] === part).length);
  return sharesOf(Object.fromEntries(FIT_PARTS.map((part) => [part, WEIGHTS[part] + added(part)])) as Weights);
}

/** The same weights with the sum of one. */
export function sharesOf(weights: Weights): Weights {
  const sum = FIT_PARTS.reduce((total, part) => total + weights[part], 0);
  return Object.fromEntries(FIT_PARTS.map((part) => [part, weights[part] / sum])) as Weights;
}

/** Each part that others have and this creator lacks takes a tenth off. */
const MISSING = 0.9;

export interface Candidate {
  id: string;
  parts: Parts;
  gates: readonly Gate[];
  /** Topics with their shares: creators with the same topics are alike. */
  topics: Readonly<Record<string, number>>;
  /** Deals completed. */
  deals: number;
}

export interface Reason {
  part: FitPart;
  /** What the part adds to the fit, in points, compared with the candidate in the middle. */
  points: number;
}

export interface Match {
  id: string;
  /** From 0 to 100. */
  fit: number;
  parts: Parts;
  reasonsFor: Reason[];
  reasonAgainst: Reason | null;
  /** Stands here by the share of places for creators with few deals. */
  isNewcomer: boolean;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Cosine of two vectors; null if one of them is empty. */
export function topicPart(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): number | null {
  const length = (v: Readonly<Record<string, number>>): number =>
    Math.sqrt(Object.values(v).reduce((sum, x) => sum + x * x, 0));
  const product = length(a) * length(b);
  if (product === 0) return null;
  return clamp(Object.entries(a).reduce((sum, [key, x]) => sum + x * (b[key] ?? 0), 0) / product);
}

/** The share of the audience within the radius; where that is not known, the creator's own distance against the radius. */
export function placePart({
  audienceShare,
  distanceKm,
  radiusKm,
}: {
  audienceShare: number | null;
  distanceKm: number | null;
  radiusKm: number;
}): number | null {
  if (audienceShare !== null) return clamp(audienceShare);
  return distanceKm === null ? null : Math.exp(-distanceKm / Math.max(radiusKm, 1));
}

/** 1 up to the usual price, then falling to 0 at 1.3 times the highest usual one. Amounts in one currency. */
export function budgetPart({ ask, usual, high }: { ask: number | null; usual: number; high: number }): number | null {
  if (ask === null || usual <= 0) return null;
  const end = Math.max(high, usual) * 1.3;
  return ask <= usual ? 1 : clamp((end - ask) / (end - usual));
}

/** Deals in time of all completed ones; who has none yet stands at .8. */
export const reliabilityOf = ({ onTime, deals }: { onTime: number; deals: number }): number =>
  clamp((8 + onTime) / (10 + deals));

/** Formats that the creator offers of those requested, reliability, and how recent the last post is, in one part. */
export function deliveryPart(known: Record<keyof typeof DELIVERY, number | null>): number | null {
  let [sum, weight] = [0, 0];
  for (const key of ['formats', 'reliability', 'recency'] as const) {
    const value = known[key];
    if (value === null) continue;
    sum += DELIVERY[key] * clamp(value);
    weight += DELIVERY[key];
  }
  return weight === 0 ? null : sum / weight;
}

/** Parts that are known of at least one candidate: a part that is unknown of all is left out and costs no points. */
export const partsInUse = (candidates: readonly Pick<Candidate, 'parts'>[]): FitPart[] =>
  FIT_PARTS.filter((part) => candidates.some(({ parts }) => parts[part] !== null));

const weightOf = (used: readonly FitPart[], weights: Weights): number =>
  used.reduce((sum, part) => sum + weights[part], 0);

/** From 0 to 100. */
export function fitOf(
  { parts, gates }: Pick<Candidate, 'parts' | 'gates'>,
  used: readonly FitPart[],
  weights: Weights = WEIGHTS,
): number {
  if (gates.length > 0) return 0;
  const known = used.filter((part) => parts[part] !== null);
  const weight = weightOf(known, weights);
  if (weight <= 0) return 0;
  const sum = known.reduce((total, part) => total + weights[part] * clamp(parts[part]!), 0);
  return (100 * sum * MISSING ** (used.length - known.length)) / weight;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value of each part that stands in the middle of all candidates. */
export function mediansOf(candidates: readonly Pick<Candidate, 'parts'>[]): Parts {
  const median = (part: FitPart): number | null => {
    const values = candidates.flatMap(({ parts }) => parts[part] ?? []);
    return values.length === 0 ? null : medianOf(values);
  };
  return Object.fromEntries(FIT_PARTS.map((part) => [part, median(part)])) as Parts;
}

const REASONS_FOR = 3;
/** A reason that moves the fit by less is none. */
const MIN_POINTS = 0.05;

/** The three parts that lift the fit most above the middle, and the one that lowers it most. */
export function reasonsOf(
  parts: Parts,
  medians: Parts,
  weights: Weights = WEIGHTS,
): { reasonsFor: Reason[]; reasonAgainst: Reason | null } {
  const used = FIT_PARTS.filter((part) => medians[part] !== null);
  const all = weightOf(used, weights);
  const points = used.flatMap((part): Reason[] => {
    const value = parts[part];
    if (value === null || all <= 0) return [];
    return [{ part, points: (100 * weights[part] * (value - medians[part]!)) / all }];
  });
  const sorted = points.toSorted((a, b) => b.points - a.points);
  const last = sorted.at(-1);
  return {
    reasonsFor: sorted.filter(({ points: p }) => p >= MIN_POINTS).slice(0, REASONS_FOR),
    reasonAgainst: last && last.points <= -MIN_POINTS ? last : null,
  };
}

/** The next run of a night: between 02:00 and 04:00 UTC, each campaign at a minute of its own. */
export function nextNight(now: Date, id: string): Date {
  const minute = [...id].reduce((sum, char) => (31 * sum + char.charCodeAt(0)) % 120, 7);
  const night = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 2, minute));
  return night > now ? night : new Date(night.getTime() + 24 * 3_600_000);
}

/** How much the fit counts against being unlike those already chosen. */
const LAMBDA = 0.7;
const NEW_SHARE = 0.1;
const NEW_BELOW_DEALS = 3;
const NEW_QUALITY = 0.6;

/** Few deals so far, and no known quality below the bound. */
export const isNewcomer = ({ deals, parts }: Pick<Candidate, 'deals' | 'parts'>): boolean =>
  deals < NEW_BELOW_DEALS && (parts.quality === null || parts.quality >= NEW_QUALITY);

interface Fitting extends Candidate {
  fit: number;
}

/** The best by maximal marginal relevance: each next one fits well and is unlike those before it. */
function diverse(candidates: readonly Fitting[], limit: number): Fitting[] {
  const open = candidates.map((candidate) => ({ candidate, likeness: 0 }));
  const chosen: Fitting[] = [];
  while (chosen.length < limit && open.length > 0) {
    let [best, value] = [0, -Infinity];
    for (const [i, { candidate, likeness }] of open.entries()) {
      const own = LAMBDA * (candidate.fit / 100) - (1 - LAMBDA) * likeness;
      if (own > value) [best, value] = [i, own];
    }
    const [taken] = open.splice(best, 1);
    if (!taken) break;
    chosen.push(taken.candidate);
    for (const other of open)
      other.likeness = Math.max(other.likeness, topicPart(other.candidate.topics, taken.candidate.topics) ?? 0);
  }
  return chosen;
}

/** MMR compares every open candidate with every chosen one; the best of this many are enough for any list shown. */
const DIVERSIFIED = 200;

/**
 * The first `limit` candidates that pass every gate: by fit, made diverse, with a tenth of the places for creators with few
 * deals. Those who come in by it stand last.
 */
export function rankMatches(
  candidates: readonly Candidate[],
  { limit, weights = WEIGHTS }: { limit: number; weights?: Weights },
): Match[] {
  const passing = candidates.filter(({ gates }) => gates.length === 0);
  const used = partsInUse(passing);
  const medians = mediansOf(passing);
  const byFit = passing
    .map((candidate): Fitting => ({ ...candidate, fit: fitOf(candidate, used, weights) }))
    .toSorted((a, b) => b.fit - a.fit || (a.id < b.id ? -1 : 1));
  const list = diverse(byFit.slice(0, Math.max(DIVERSIFIED, limit)), limit);
  const quota = Math.floor(limit * NEW_SHARE);
  const lacking = Math.max(0, quota - list.filter(isNewcomer).length);
  const inList = new Set(list.map(({ id }) => id));
  const added = byFit.filter((c) => !inList.has(c.id) && isNewcomer(c)).slice(0, lacking);
  const removed = new Set(
    list
      .filter((c) => !isNewcomer(c))
      .slice(list.length + added.length > limit ? -(list.length + added.length - limit) : list.length)
      .map(({ id }) => id),
  );
  const addedIds = new Set(added.map(({ id }) => id));
  return [...list.filter(({ id }) => !removed.has(id)), ...added].map(({ id, fit, parts }) => ({
    id,
    fit,
    parts,
    ...reasonsOf(parts, medians, weights),
    isNewcomer: addedIds.has(id),
  }));
}
