import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../server/core/canonical.ts';
import { CURRENCY_CODES, exponentOf, stepOf } from '../../../../server/core/money.ts';
import { scaleMilestones, termsTotal } from '../../../../server/features/terms/rules.ts';
import {
  OFFER_MACHINE,
  offerRefusal,
  termsChanges,
  type OfferAction,
} from '../../../../server/features/offers/rules.ts';
import type { OfferState, TermsChange } from '../../../../server/features/offers/schema.ts';
import { PAYEE_COUNTRIES } from '../../../../server/features/policies/rules.ts';
import { PAYEE_COUNTRIES as SANDBOX_COUNTRIES } from '../../../../server/integrations/stripe/sandbox/objects/onboarding.ts';

type Json = Record<string, unknown>;

/** Applies a diff; a list's members are added and removed from its end, as the diff names them by position. */
function patched(before: Json, changes: readonly TermsChange[]): unknown {
  const root = structuredClone(before);
  for (const { path, after } of [...changes].sort(
    (a, b) =>
      (a.after === null ? 1 : 0) - (b.after === null ? 1 : 0) ||
      b.path.localeCompare(a.path, 'en', { numeric: true }) * (a.after === null ? 1 : -1),
  )) {
    const keys = path.split('.');
    const last = keys.pop()!;
    const parent = keys.reduce<unknown>((at, key) => (at as Json)[key], root) as Json;
    if (after !== null) parent[last] = structuredClone(after);
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }
  return root;
}

const member = fc.record({ id: fc.string(), amount: fc.integer(), brief: fc.array(fc.string(), { maxLength: 3 }) });
const terms = fc.record({
  currency: fc.constantFrom('EUR', 'USD'),
  revisions: fc.integer({ min: 0, max: 5 }),
  milestones: fc.array(member, { minLength: 1, maxLength: 5 }),
  rights: fc.record({ use: fc.string(), days: fc.integer() }),
  dueAt: fc.date({ noInvalidDate: true }),
});

describe('termsChanges', () => {
  it('is empty for equal terms and names one entry per changed field', () => {
    fc.assert(
      fc.property(terms, (t) => {
        expect(termsChanges(t, structuredClone(t))).toEqual([]);
      }),
    );
    const at = { amount: 1, title: 'a' };
    expect(
      termsChanges(
        { m: [at], clocks: { review: 'P5D' } },
        { m: [{ ...at, amount: 2 }, at], clocks: { review: 'P7D' } },
      ),
    ).toEqual([
      { path: 'clocks.review', before: 'P5D', after: 'P7D' },
      { path: 'm.0.amount', before: 1, after: 2 },
      { path: 'm.1', before: null, after: at },
    ]);
  });

  it('holds everything that differs: applied to the one it gives the other', () => {
    fc.assert(
      fc.property(terms, terms, (a, b) => {
        expect(canonicalJson(patched(a, termsChanges(a, b)))).toBe(canonicalJson(b));
      }),
    );
  });

  it('reads a stored date and a Date as the same moment', () => {
    const dueAt = new Date('2026-12-01T10:00:00Z');
    expect(termsChanges({ dueAt }, JSON.parse(JSON.stringify({ dueAt })))).toEqual([]);
  });
});

describe('scaleMilestones', () => {
  const milestone = (amount: number) => ({ title: 'x', amount, dueAt: new Date(0), deliverableIds: [] });

  it('gives away exactly the price, in steps of the currency, in the order of the weights', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 90_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.constantFrom(...CURRENCY_CODES),
        (parts, units, currency) => {
          const total = units * stepOf(currency);
          const scaled = scaleMilestones(parts.map(milestone), total, currency);
          expect(termsTotal({ milestones: scaled })).toBe(total);
          for (const m of scaled) expect(m.amount >= 0 && m.amount % stepOf(currency) === 0).toBe(true);
          const sum = parts.reduce((x, y) => x + y, 0);
          if (sum > 0)
            scaled.forEach((m, i) =>
              expect(Math.abs(m.amount - (total * parts[i]!) / sum)).toBeLessThan(
                Math.max(stepOf(currency), 10 ** exponentOf(currency)),
              ),
            );
        },
      ),
    );
  });

  it('splits whole amounts into whole units, and any other exactly', () => {
    const split = (parts: number[], total: number) =>
      scaleMilestones(parts.map(milestone), total, 'EUR').map((m) => m.amount);
    expect(split([30_000, 10_000], 45_000)).toEqual([33_800, 11_200]);
    expect(split([30_000, 10_000], 45_001)).toEqual([33_751, 11_250]);
    // A small part is never rounded away.
    expect(split([100_000, 100], 2_000).every((amount) => amount > 0)).toBe(true);
  });

  it('leaves amounts alone that are already right', () => {
    expect(scaleMilestones([milestone(30_000), milestone(10_000)], 40_000, 'EUR').map((m) => m.amount)).toEqual([
      30_000, 10_000,
    ]);
  });
});

describe('offerRefusal', () => {
  const now = new Date(1_000_000);
  const facts = {
    state: 'sent' as const,
    turn: 'creator' as const,
    deadlineAt: new Date(2_000_000),
    versions: 1,
    extended: false,
    fixed: false,
  };

  it('lets each act happen only in its states and by its side, for every state and side', () => {
    const states: OfferState[] = ['sent', 'countered', 'accepted', 'declined', 'withdrawn', 'expired'];
    for (const action of ['accept', 'counter', 'decline', 'withdraw', 'extend'] satisfies OfferAction[]) {
      for (const state of states) {
        for (const side of ['brand', 'creator'] as const) {
          const allowed =
            (OFFER_MACHINE[action].from as readonly string[]).includes(state) &&
            (OFFER_MACHINE[action].by as readonly string[]).includes(side === 'creator' ? 'answerer' : 'proposer');
          expect(
            offerRefusal(action, { ...facts, state }, side, now) === null,
            `${action} in ${state} by ${side}`,
          ).toBe(allowed);
        }
      }
    }
  });

  it('lets fixed terms be accepted or declined, not answered with others', () => {
    const of = (action: 'accept' | 'decline' | 'counter') =>
      offerRefusal(action, { ...facts, fixed: true }, 'creator', now);
    expect([of('accept'), of('decline'), of('counter')]).toEqual([null, null, 'offer.fixed']);
  });

  it('ends at the deadline itself', () => {
    const at = (ms: number) => offerRefusal('accept', facts, 'creator', new Date(ms));
    expect([at(1_999_999), at(2_000_000), at(2_000_001)]).toEqual([null, 'offer.expired', 'offer.expired']);
  });
});

it('has the countries that the provider pays out to, and no other', () => {
  expect(PAYEE_COUNTRIES.toSorted()).toEqual(Object.keys(SANDBOX_COUNTRIES).toSorted());
});
