import { expect, test } from 'vitest';
import { readRouteSources } from '../../../scripts/lib/route-files.ts';
import type { RawSearch } from '../../../src/lib/search.ts';

const FILES = Object.entries(readRouteSources())
  .filter(([, source]) => source.includes('validateSearch'))
  .map(([file]) => file);

/** The keys that a reader looks at if each has this value, and its answer. */
function read(reader: (raw: RawSearch) => RawSearch, value: unknown) {
  const keys = new Set<string>();
  const raw = new Proxy<RawSearch>({}, { get: (_, key) => (keys.add(String(key)), value) });
  return { answer: reader(raw), keys: [...keys] };
}

// The router lays the answer over the typed parameters: a key that the answer left out would keep its typed value.
test.each(FILES)('%s answers each parameter that it reads, also one that it cannot read', async (file) => {
  const { Route } = (await import(`../../../src/routes/${file}`)) as {
    Route: { options: { validateSearch: (raw: RawSearch) => RawSearch } };
  };
  for (const value of [{ of: 'no type' }, 'typed by hand', '1']) {
    const { answer, keys } = read(Route.options.validateSearch, value);
    expect(keys.length).toBeGreaterThan(0);
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(keys));
  }
  expect(Object.values(read(Route.options.validateSearch, { of: 'no type' }).answer).filter(Boolean)).toEqual([]);
});
