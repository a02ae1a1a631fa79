import { matchLocale, LOCALES, type Locale } from '../server/core/locale.ts';
import { parseQuery } from '../server/features/discovery/grammar/parse.ts';
import { readFlags } from './lib/flags.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run --silent search:parse -- --lang es < sentences.txt

Reads one sentence a line (UTF-8) and writes one JSON object a line, in the same order: numbers (start, end, value, unit), places
(start, end, id, name, country, lat, lon), filters and unread, as the search screen reads it. Offsets are UTF-16 units. The
screen refuses a sentence of more than 400 characters; here it is read.

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
const country = values.country?.toUpperCase() ?? null;

/** The lines of the standard input. Only a line feed ends one, so that there are as many objects as lines. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open = '';
  for await (const part of input) {
    const lines = (open + decoder.decode(part, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    yield* lines;
  }
  open += decoder.decode();
  if (open !== '') yield open;
}

function parsed(line: string, language: Locale): string {
  const { numbers, places, filters, unread } = parseQuery(line.replace(/\r$/u, ''), { language, country });
  return JSON.stringify({ numbers, places, filters, unread });
}

// The reader of the output may want a few lines only.
process.stdout.on('error', () => process.exit(0));

if (values.help) print(HELP);
else if (!language || (country !== null && !/^[A-Z]{2}$/u.test(country))) {
  process.stderr.write(
    language
      ? `--country is a code of two letters, not ${values.country}\n`
      : `--lang is one of ${LOCALES.join(', ')}, not ${values.lang}\n`,
  );
  process.exitCode = 2;
} else for await (const line of linesOf(process.stdin)) process.stdout.write(`${parsed(line, language)}\n`);
