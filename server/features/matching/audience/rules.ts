/** What an audience is compared by, in the order in which it is shown. */
export const TRAITS = ['country', 'age', 'gender'] as const;
export type Trait = (typeof TRAITS)[number];

/** Whom a campaign is to reach: the country is the campaign's, age and gender are its brand's. */
export interface AudienceTarget {
  country: string | null;
  ageMin: number | null;
  ageMax: number | null;
  /** Those that networks count; empty: any. */
  genders: readonly ('female' | 'male')[];
}

/** Shares of the audience within the target, from 0 to 1. Null: not wanted, or not known of this audience. */
export type AudienceShares = Record<Trait, number | null>;

export const wantedTraits = ({ country, ageMin, ageMax, genders }: AudienceTarget): Trait[] =>
  TRAITS.filter((trait) =>
    trait === 'country' ? country !== null : trait === 'age' ? ageMin !== null || ageMax !== null : genders.length > 0,
  );

/** The last year that counts of a band without an end. */
const OPEN_UNTIL = 74;

/** How much of a band of ages lies in a range, its people spread evenly over its years. */
function withinAges(band: string, { ageMin, ageMax }: AudienceTarget): number {
  const [from = 0, to = from] = band.endsWith('+')
    ? [Number.parseInt(band, 10), OPEN_UNTIL]
    : band.split('-').map(Number);
  const years = Math.min(to, ageMax === null || ageMax >= OPEN_UNTIL ? to : ageMax) - Math.max(from, ageMin ?? 0) + 1;
  return Math.min(1, Math.max(0, years / (to - from + 1)));
}

const WITHIN: Record<Trait, (value: string, target: AudienceTarget) => number> = {
  country: (value, { country }) => Number(value === country),
  age: withinAges,
  gender: (value, { genders }) => Number(genders.some((gender) => gender === value)),
};

const WHOLE_BPS = 10_000;

/** `audience`: shares in basis points by `country:FR`, `age:18-24`, `gender:female`. */
export function sharesWithin(audience: Readonly<Record<string, number>>, target: AudienceTarget): AudienceShares {
  const wanted = wantedTraits(target);
  const shareOf = (trait: Trait): number | null => {
    const known = Object.entries(audience).filter(([key]) => key.startsWith(`${trait}:`));
    if (!wanted.includes(trait) || known.length === 0) return null;
    const sum = known.reduce(
      (total, [key, bps]) => total + bps * WITHIN[trait](key.slice(trait.length + 1), target),
      0,
    );
    return Math.min(1, sum / WHOLE_BPS);
  };
  return { country: shareOf('country'), age: shareOf('age'), gender: shareOf('gender') };
}

/** An audience that is whole within a target. */
export const wholeAudience = (target: AudienceTarget): Record<string, number> => ({
  ...(target.country === null ? {} : { [`country:${target.country}`]: WHOLE_BPS }),
  [`age:${target.ageMin ?? 0}-${target.ageMax ?? OPEN_UNTIL}`]: WHOLE_BPS,
  ...(target.genders[0] === undefined ? {} : { [`gender:${target.genders[0]}`]: WHOLE_BPS }),
});

/**
 * One minus the Jensen–Shannon divergence, in bits, between an audience and the nearest one that is whole within the target: over
 * country, age and gender together. Networks count each of them alone, so the share that has all is their product; one that is
 * unknown stands at the geometric mean of the others. Null without any.
 */
export function audiencePart(shares: AudienceShares, wanted: readonly Trait[]): number | null {
  const known = wanted.flatMap((trait) => shares[trait] ?? []);
  if (known.length === 0) return null;
  const within = known.reduce((product, share) => product * share, 1) ** (wanted.length / known.length);
  const middle = (1 + within) / 2;
  const ofTarget = -Math.log2(middle) / 2;
  const ofAudience = within > 0 ? (within * Math.log2(within / middle) + (1 - within)) / 2 : 1 / 2;
  return Math.min(1, Math.max(0, 1 - ofTarget - ofAudience));
}
