import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';
import { readCollection } from './lib/search/collection.ts';
import { demoCollection, scoreRanking } from './lib/search/rank.ts';
import { withThrowawayPostgres } from './stack/throwaway-postgres.ts';

const HELP = `npm run search:rank                       60 judged questions on the creators of the demo's cities
npm run search:rank -- --collection DIR   another collection: documents.jsonl (id, title, text), queries.jsonl (id, text),
                                          judgements.tsv (query, document, grade); UTF-8, a byte order mark and CRLF
                                          are accepted

Loads the documents as creators into a throw-away database and asks each query through the service behind the search. Prints
nDCG of the first ten beside an OR-query of Postgres put in order by ts_rank, in the same run. Bar: at least .02 above it.
${RECORD_HELP}
`;
const BAR = 0.02;

const { values: flags } = readFlags({
  options: { ...RECORD, collection: { type: 'string' }, help: { type: 'boolean', default: false } },
});
async function measure(): Promise<number> {
  const collection = flags.collection === undefined ? demoCollection() : readCollection(flags.collection, print);
  const measurement = await beginMeasurement('search:rank', flags.record);
  const score = await withThrowawayPostgres((urls) => scoreRanking(urls, collection));
  print(
    `${collection.documents.length} documents, ${score.queries} of ${collection.queries.length} queries have a relevant one`,
  );
  const figure = { unit: '', digits: 4, exact: true };
  measurement.figure(`nDCG@10 of ${score.queries} questions`, score.ours, figure);
  measurement.figure('an OR-query put in order by ts_rank', score.reference, figure);
  measurement.figure('above it', score.ours - score.reference, { ...figure, atLeast: BAR });
  return measurement.end();
}

if (flags.help) print(HELP);
else
  try {
    process.exitCode = await measure();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 2;
  }
