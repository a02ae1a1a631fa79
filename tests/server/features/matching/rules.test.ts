import { expect, test } from 'vitest';
import {
  budgetPart,
  deliveryPart,
  fitOf,
  FIT_PARTS,
  GATES,
  partsInUse,
  placePart,
  rankMatches,
  reasonsOf,
  mediansOf,
  reliabilityOf,
  topicPart,
  WEIGHTS,
  type Candidate,
  type Parts,
} from '../../../../server/features/matching/rules.ts';

const parts = (own: Partial<Parts> = {}): Parts => ({
  topic: 0.5,
  audience: 0.5,
  place: 0.5,
  quality: null,
  budget: 0.5,
  delivery: 0.5,
  ...own,
});
const candidate = (id: string, own: Partial<Candidate> = {}): Candidate => ({
  id,
  parts: parts(),
  gates: [],
  topics: { [id]: 1 },
  deals: 10,
  ...own,
});

test('the weights add up to one', () => {
  expect(FIT_PARTS.reduce((sum, part) => sum + WEIGHTS[part], 0)).toBeCloseTo(1);
});

test('each gate alone makes the fit zero and keeps the creator out of the list', () => {
  for (const gate of GATES) {
    const out = candidate('out', { gates: [gate], parts: parts({ topic: 1 }) });
    expect(fitOf(out, FIT_PARTS)).toBe(0);
    expect(rankMatches([out, candidate('in')], { limit: 10 }).map(({ id }) => id)).toEqual(['in']);
  }
});

test('a part that is unknown of all candidates costs no points', () => {
  const best = candidate('best', { parts: parts({ topic: 1, audience: 1, place: 1, budget: 1, delivery: 1 }) });
  expect(partsInUse([best])).not.toContain('quality');
  expect(fitOf(best, partsInUse([best]))).toBeCloseTo(100);
});

test('a part that others have takes a tenth off where it is missing', () => {
  const lacking = { parts: parts({ audience: null }), gates: [] };
  expect(fitOf(lacking, ['topic', 'audience'])).toBeCloseTo(45);
  expect(fitOf({ parts: parts(), gates: [] }, ['topic', 'audience'])).toBeCloseTo(50);
});

test('a weight of zero takes a part out of the fit', () => {
  const own = { parts: parts({ topic: 0, place: 1 }), gates: [] };
  expect(fitOf(own, ['topic', 'place'], { ...WEIGHTS, topic: 0 })).toBeCloseTo(100);
});

test('topics are compared by cosine', () => {
  expect(topicPart({ coffee: 1 }, { coffee: 3 })).toBeCloseTo(1);
  expect(topicPart({ coffee: 1 }, { cars: 1 })).toBe(0);
  expect(topicPart({}, { cars: 1 })).toBeNull();
});

test('the place is the share of the audience, or the distance where that is unknown', () => {
  expect(placePart({ audienceShare: 0.4, distanceKm: 0, radiusKm: 25 })).toBe(0.4);
  expect(placePart({ audienceShare: null, distanceKm: 25, radiusKm: 25 })).toBeCloseTo(Math.exp(-1));
  expect(placePart({ audienceShare: null, distanceKm: null, radiusKm: 25 })).toBeNull();
});

test('a price up to the usual one fits whole, one of 1.3 times the highest not at all', () => {
  const usual = { usual: 100, high: 200 };
  expect(budgetPart({ ask: 100, ...usual })).toBe(1);
  expect(budgetPart({ ask: 180, ...usual })).toBeCloseTo(0.5);
  expect(budgetPart({ ask: 260, ...usual })).toBe(0);
  expect(budgetPart({ ask: null, ...usual })).toBeNull();
});

test('reliability starts at .8 and delivery leaves out what is unknown', () => {
  expect(reliabilityOf({ onTime: 0, deals: 0 })).toBe(0.8);
  expect(reliabilityOf({ onTime: 0, deals: 10 })).toBe(0.4);
  expect(deliveryPart({ formats: 1, reliability: null, recency: null })).toBe(1);
  expect(deliveryPart({ formats: null, reliability: null, recency: null })).toBeNull();
});

test('at most three reasons for, the largest first, and the largest one against', () => {
  const own = parts({ topic: 1, audience: 0.9, place: 0.8, budget: 0.6, delivery: 0.1 });
  const { reasonsFor, reasonAgainst } = reasonsOf(own, mediansOf([{ parts: parts() }]));
  expect(reasonsFor.map(({ part }) => part)).toEqual(['topic', 'audience', 'place']);
  expect(reasonAgainst?.part).toBe('delivery');
  expect(reasonsOf(parts(), mediansOf([{ parts: parts() }]))).toEqual({ reasonsFor: [], reasonAgainst: null });
});

test('among creators who fit alike, one with other topics comes before a second of the same', () => {
  const same = { coffee: 1 };
  const list = rankMatches(
    [
      candidate('a', { topics: same, parts: parts({ topic: 1 }) }),
      candidate('b', { topics: same, parts: parts({ topic: 0.95 }) }),
      candidate('c', { topics: { cars: 1 }, parts: parts({ topic: 0.9 }) }),
    ],
    { limit: 3 },
  );
  expect(list.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});

test('a tenth of the places is kept for creators with few deals, unless their quality is known to be low', () => {
  const known = Array.from({ length: 30 }, (_, i) => candidate(`known-${i}`, { parts: parts({ topic: 1 }) }));
  const fresh = candidate('new', { deals: 0, parts: parts({ topic: 0.1 }) });
  const list = rankMatches([...known, fresh], { limit: 10 });
  expect(list).toHaveLength(10);
  expect(list.filter((match) => match.isNewcomer).map(({ id }) => id)).toEqual(['new']);
  const poor = { ...fresh, parts: parts({ topic: 0.1, quality: 0.3 }) };
  expect(rankMatches([...known, poor], { limit: 10 }).some(({ id }) => id === 'new')).toBe(false);
});
