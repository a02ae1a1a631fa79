import { expect, it } from 'vitest';
import { LISTED_STATES } from '../../../../server/features/payments/rules.ts';

it('every milestone in the list of payments is behind one of its filters, a disputed one behind its own', () => {
  const { all, ...filters } = LISTED_STATES;
  expect(new Set(Object.values(filters).flat())).toEqual(new Set(all));
  expect(filters.disputed).toEqual(['disputed']);
});
