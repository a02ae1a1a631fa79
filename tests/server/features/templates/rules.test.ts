import { expect, it } from 'vitest';
import {
  contentOf,
  shippedContent,
  SHIPPED_TEMPLATES,
  termsFrom,
} from '../../../../server/features/templates/rules.ts';
import { templateContent } from '../../../../server/features/templates/schema.ts';
import { SHIPPED_CLOCKS, SHIPPED_LIVE_CLOCKS } from '../../../../server/features/policies/rules.ts';
import { termsProblems, termsTotal } from '../../../../server/features/terms/rules.ts';
import { dealTerms } from '../../../../server/features/terms/schema.ts';
import { dealTermsOf } from '../../../support/deal-terms.ts';

const now = new Date();
const live = SHIPPED_LIVE_CLOCKS;
const ranges = SHIPPED_CLOCKS;

it.each(SHIPPED_TEMPLATES)('the terms of the shipped template %s can be offered as they are', (name) => {
  const content = shippedContent(name, (n) => `Part ${n}`);
  expect(templateContent.parse(content)).toEqual(content);
  const terms = termsFrom(content, dealTermsOf(100_001), { now, live });
  expect(dealTerms.parse(terms)).toEqual(terms);
  expect(termsProblems(terms, { now, ranges, live })).toEqual([]);
  expect(termsTotal(terms), 'the price of the offer, to the cent').toBe(100_001);
});

it('keeps work, shares and clauses of terms, and neither price, date, currency nor country', () => {
  const day = 24 * 3_600_000;
  const terms = {
    ...dealTermsOf(30_000),
    milestones: [
      { title: 'Reel', amount: 20_000, dueAt: new Date(now.getTime() + 10 * day), deliverableIds: ['reel'] },
      { title: 'Photos', amount: 10_000, dueAt: new Date(now.getTime() + 20 * day), deliverableIds: [] },
    ],
    clauses: [{ key: 'conduct' as const, title: '', text: '' }],
  };
  const content = contentOf(terms, now);
  expect(content.milestones.map(({ shareBps, dueDays }) => [shareBps, dueDays])).toEqual([
    [6_667, 10],
    [3_333, 20],
  ]);
  const base = { ...dealTermsOf(9_000), currency: 'USD' as const, disclosureCountry: 'ES' };
  const next = termsFrom(content, base, { now, live });
  expect(next).toMatchObject({ currency: 'USD', disclosureCountry: 'ES', clauses: terms.clauses });
  expect(next.milestones.map(({ amount }) => amount)).toEqual([6_000, 3_000]);
  expect(
    contentOf({ ...terms, milestones: terms.milestones.map((m) => ({ ...m, amount: 0 })) }, now).milestones,
  ).toEqual(content.milestones.map((m) => ({ ...m, shareBps: 5_000 })));
});
