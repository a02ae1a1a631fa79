import { RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { measureTests } from './lib/measured-tests.ts';

const { values } = readFlags({
  options: {
    filters: { type: 'string', default: '2000' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run search:filters -- [--filters 2000]

Searches with so many random sets of filters among 300 creators, some of whom are hidden or blocked, and compares every page
of each search with a search that reads every row of the creators' own tables. npm test runs the same with 200 sets.
${RECORD_HELP}`);
  process.exit(0);
}
process.exit(
  await measureTests(
    'search:filters',
    values.record,
    ['tests/server/features/discovery/search.integration.test.ts', '-t', 'every filter'],
    { FILTERS: String(countOf('filters', values.filters)) },
    {
      searches: { what: 'searches with random filters' },
      withResults: { what: 'searches with a result' },
      results: { what: 'results' },
      breaking: { what: 'results that break a filter', atMost: 0 },
      missing: { what: 'creators who meet every filter and were not found', atMost: 0 },
      unknown: { what: 'ids that are not in the database', atMost: 0 },
      hidden: { what: 'results who are hidden or blocked', atMost: 0 },
    },
  ),
);
