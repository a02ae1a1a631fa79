import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';
import { demoCollection, readCollection, scoreRanking } from './lib/search/rank.ts';
import { withThrowawayPostgres } from './stack/throwaway-postgres.ts';

const HELP = `npm run search:rank                       60 judged questions on the creators of the demo's cities
npm run search:rank -- --collection DIR   another collection: documents.jsonl (id, title, text), queries.jsonl (id, text),
                                          judgements.tsv (query, document, grade)

Loads the documents as creators into a throw-away database and asks each query through the service behind the search. Prints
nDCG of the first ten beside an OR-query of Postgres put in order by ts_rank, in the same run. Bar: at least .02 above it.
`;
const BAR = 0.02;

const { values: flags } = readFlags({
  options: { collection: { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (flags.help) print(HELP);
else {
  const collection = flags.collection === undefined ? demoCollection() : readCollection(flags.collection);
  const score = await withThrowawayPostgres((urls) => scoreRanking(urls, collection));
  const above = score.ours - score.reference;
  print(
    `${collection.documents.length} documents, ${score.queries} of ${collection.queries.length} queries have a relevant one`,
  );
  print(
    `nDCG@10   search ${score.ours.toFixed(4)}   OR-query by ts_rank ${score.reference.toFixed(4)}   above ${above.toFixed(4)}`,
  );
  print(`${above >= BAR ? 'reached' : 'MISSED '}   at least ${BAR} above the OR-query`);
  process.exitCode = above >= BAR ? 0 : 1;
}
