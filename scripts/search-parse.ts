import { createInterface } from 'node:readline';
import { matchLocale, LOCALES } from '../server/core/locale.ts';
import { parseQuery } from '../server/features/discovery/grammar/parse.ts';
import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run --silent search:parse -- --lang es < sentences.txt

Reads one sentence a line and writes one JSON object a line, in the same order: numbers (start, end, value, unit), places
(start, end, id, name, country, lat, lon), filters and unread, as the search screen reads it. Offsets are UTF-16 units.

--lang xx      language of the reader: ${LOCALES.join(', ')}
--country XX   country of the reader, which decides between places of one name
`;

const { values } = readFlags({
  options: {
    lang: { type: 'string', default: 'en' },
    country: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const language = matchLocale(values.lang);

if (values.help) print(HELP);
else if (!language) {
  process.stderr.write(`--lang is one of ${LOCALES.join(', ')}, not ${values.lang}\n`);
  process.exitCode = 2;
} else
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const { numbers, places, filters, unread } = parseQuery(line, { language, country: values.country ?? null });
    process.stdout.write(`${JSON.stringify({ numbers, places, filters, unread })}\n`);
  }
