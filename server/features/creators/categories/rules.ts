import type { NicheKey } from '../../niches/rules.ts';

/** What a creator may refuse to advertise, with its node in the IAB Content Taxonomy 3.1 or the nearest one above. */
export const CATEGORY_IAB = {
  alcohol: '211',
  tobacco: 'pg0WhF',
  gambling: '181',
  cannabis: 'pg0WhF',
  adult: 'Rm3SiT',
  dating: '188',
  weapons: 'avbNf2',
  crypto: '410',
  loans: '408',
  weightLoss: '231',
  medicines: '320',
  cosmeticProcedures: '323',
  fur: '552',
  politics: '386',
  religion: '453',
} as const;
export type CategoryKey = keyof typeof CATEGORY_IAB;
export const CATEGORY_KEYS = Object.keys(CATEGORY_IAB) as [CategoryKey, ...CategoryKey[]];
export const isCategory = (text: string): text is CategoryKey => Object.hasOwn(CATEGORY_IAB, text);

/** Niches in which everything advertised belongs to a category. */
const OF_NICHE: Partial<Record<NicheKey, CategoryKey>> = { wine: 'alcohol', beer: 'alcohol', cocktails: 'alcohol' };

export const categoriesOfNiches = (niches: readonly string[]): CategoryKey[] => [
  ...new Set(niches.flatMap((niche) => OF_NICHE[niche as NicheKey] ?? [])),
];

/** Those that the creator refuses of what is to be advertised, in the order of the list. */
export const refusedOf = (refused: readonly string[], advertised: readonly CategoryKey[]): CategoryKey[] =>
  CATEGORY_KEYS.filter((key) => refused.includes(key) && advertised.includes(key));
