import { expect, it } from 'vitest';
import { readBrowseSearch } from '../../../../src/features/campaigns/browse-search.ts';
import { Route } from '../../../../src/routes/_app/campaigns/index.tsx';

it('the market query contains only its own filters, not other parameters of the address', () => {
  const shared = { q: 'bread', fbclid: 'IwAR0', utm_source: 'instagram', payMin: 100 };
  expect(readBrowseSearch(shared)).toEqual({ q: 'bread' });
  // The router hands a page everything that stands in its address.
  expect(Route.options.loaderDeps?.({ search: shared as never })).toEqual({ q: 'bread' });
});
