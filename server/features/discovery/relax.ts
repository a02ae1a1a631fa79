import { NICHE_PARENT, isNiche } from '../niches/rules.ts';
import { MAX_RADIUS_KM } from './filters/rules.ts';
import type { Filters } from './filters/schema.ts';
import type { RelaxStep } from './schema.ts';

/** Widens both ends by percents, to whole numbers. */
const wider = <R extends { min?: number | undefined; max?: number | undefined }>(range: R, percent: number): R => ({
  ...range,
  ...(range.min === undefined ? {} : { min: Math.floor((range.min * (100 - percent)) / 100) }),
  ...(range.max === undefined ? {} : { max: Math.ceil((range.max * (100 + percent)) / 100) }),
});

const RELAX: Record<RelaxStep, (filters: Filters) => Filters> = {
  radius: (f) =>
    f.places ? { ...f, places: f.places.map((p) => ({ ...p, radiusKm: Math.min(MAX_RADIUS_KM, p.radiusKm * 2) })) } : f,
  engagement: (f) =>
    f.engagementBps?.min === undefined
      ? f
      : { ...f, engagementBps: { ...f.engagementBps, min: Math.floor((f.engagementBps.min * 80) / 100) } },
  followers: (f) => (f.followers ? { ...f, followers: wider(f.followers, 30) } : f),
  price: (f) =>
    f.price?.max === undefined ? f : { ...f, price: { ...f.price, max: Math.ceil((f.price.max * 130) / 100) } },
  niche: (f) =>
    f.niches
      ? {
          ...f,
          niches: [...new Set(f.niches.map((niche) => (isNiche(niche) ? (NICHE_PARENT[niche] ?? niche) : niche)))],
        }
      : f,
};

/** Each step alone, but for the topic, which is another kind of creator; steps that change nothing are left out. */
export function singleRelaxations(filters: Filters): { step: Exclude<RelaxStep, 'niche'>; filters: Filters }[] {
  return (['radius', 'engagement', 'followers', 'price'] as const)
    .map((step) => ({ step, filters: RELAX[step](filters) }))
    .filter((one) => JSON.stringify(one.filters) !== JSON.stringify(filters));
}

/** The searches of the fixed order in which one without results is relaxed; steps that change nothing are left out. */
export function relaxations(filters: Filters): { step: RelaxStep; filters: Filters }[] {
  const found: { step: RelaxStep; filters: Filters }[] = [];
  let current = filters;
  for (const step of Object.keys(RELAX) as RelaxStep[]) {
    const next = RELAX[step](current);
    if (JSON.stringify(next) === JSON.stringify(current)) continue;
    current = next;
    found.push({ step, filters: current });
  }
  return found;
}
