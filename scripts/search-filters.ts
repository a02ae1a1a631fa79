import { runTestCommand } from './lib/measured-tests.ts';

await runTestCommand({
  script: 'search:filters',
  about: `Searches with so many random sets of filters among 300 creators, some of whom are hidden or blocked, and compares every page
of each search with a search that reads every row of the creators' own tables. npm test runs the same with 200 sets.`,
  files: ['tests/server/features/discovery/search.integration.test.ts', '-t', 'every filter'],
  counts: { filters: { usual: 2_000, setting: 'FILTERS' } },
  figures: {
    searches: { what: 'searches with random filters' },
    withResults: { what: 'searches with a result' },
    results: { what: 'results' },
    breaking: { what: 'results that break a filter', atMost: 0 },
    missing: { what: 'creators who meet every filter and were not found', atMost: 0 },
    unknown: { what: 'ids that are not in the database', atMost: 0 },
    hidden: { what: 'results who are hidden or blocked', atMost: 0 },
  },
});
