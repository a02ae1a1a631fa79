import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES } from '../server/core/locale.ts';
import { NICHE_IAB } from '../server/features/niches/iab.ts';
import { NICHE_KEYS } from '../server/features/niches/rules.ts';
import { nicheWords } from '../server/features/niches/synonyms.ts';

/** IAB Content Taxonomy 3.1, Interactive Advertising Bureau, CC BY 3.0. */
const FILE = path.join(import.meta.dirname, '../tests/data/iab-content-taxonomy-3.1.tsv');

/** Id of a node → name of its top tier. */
export async function readTaxonomy(): Promise<Map<string, string>> {
  const rows = (await readFile(FILE, 'utf8'))
    .split(/\r?\n/u)
    .slice(2)
    .map((row) => row.split('\t'))
    .filter(([id]) => id);
  return new Map(rows.map(([id, , , top]) => [id!, top!]));
}

/** The top tiers that a niche stands for, and the others. */
export function coverage(nodes: Map<string, string>): { covered: string[]; missing: string[] } {
  const tops = [...new Set(nodes.values())].toSorted();
  const ours = new Set(NICHE_KEYS.map((key) => nodes.get(NICHE_IAB[key])));
  return { covered: tops.filter((top) => ours.has(top)), missing: tops.filter((top) => !ours.has(top)) };
}

if (process.argv[1] === import.meta.filename) {
  const { covered, missing } = coverage(await readTaxonomy());
  const synonyms = LOCALES.map((language) => {
    const counts = NICHE_KEYS.map((key) => nicheWords(key, language).length);
    return `${language} ${counts.reduce((sum, count) => sum + count, 0)} (at least ${Math.min(...counts)})`;
  });
  process.stdout.write(
    `${NICHE_KEYS.length} niches\n` +
      `synonyms, names included: ${synonyms.join(' · ')}\n` +
      `IAB Content Taxonomy 3.1: ${covered.length} of ${covered.length + missing.length} top tiers have a niche\n` +
      `with: ${covered.join(' · ')}\nwithout: ${missing.join(' · ')}\n`,
  );
}
