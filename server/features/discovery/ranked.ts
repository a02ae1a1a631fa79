import type { OrgContext } from '../../context.ts';
import type { Db } from '../../../db/client.ts';
import type { Search } from './queries/conditions.ts';
import {
  candidatesOf,
  collectionFacts,
  holdingOf,
  type CandidateRow,
  type PageRow,
  type ResultPlace,
} from './queries/search.ts';
import { freshnessOf, qualityOf, rankDocuments, RESULTS_RANKED, type Collection } from './rules.ts';

/** How often a word is held changes slowly; it is counted anew after ten minutes. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 10_000;
interface Kept<T> {
  value: T;
  at: number;
}
const holding = new Map<string, Kept<number>>();
let facts: Kept<{ documents: number; average_length: number }> | null = null;

async function kept<T>(found: Kept<T> | null | undefined, now: number, read: () => Promise<T>): Promise<Kept<T>> {
  return found && now - found.at < KEPT_MS && now >= found.at ? found : { value: await read(), at: now };
}

async function collectionOf(db: Db, { terms, now }: Search): Promise<Collection> {
  const at = now.getTime();
  facts = await kept(facts, at, () => collectionFacts(db));
  const counts: number[] = [];
  for (const forms of terms) {
    const key = forms.join(' ');
    const found = await kept(holding.get(key), at, () => holdingOf(db, forms));
    if (holding.size >= MAX_KEPT) holding.clear();
    holding.set(key, found);
    counts.push(found.value);
  }
  return { documents: facts.value.documents, averageLength: facts.value.average_length, holding: counts };
}

/** Together these words are held by few enough creators to be read whole; the rarest is one of them in any case. */
const READ_WHOLE = 20_000;

function rareTerms({ terms }: Search, { holding: counts }: Collection): readonly (readonly string[])[] {
  const byRarity = terms.map((forms, i) => ({ forms, count: counts[i] ?? 0 })).toSorted((a, b) => a.count - b.count);
  let sum = 0;
  return byRarity
    .filter(({ count }, i) => {
      sum += count;
      return i === 0 || sum <= READ_WHOLE;
    })
    .map(({ forms }) => forms);
}

/** Results that hold all the words, then those that hold a rare one, up to `RESULTS_RANKED`. */
async function candidates(db: Db, search: Search, collection: Collection): Promise<CandidateRow[]> {
  const all = await candidatesOf(db, search, { groups: search.terms, limit: RESULTS_RANKED });
  if (all.length >= RESULTS_RANKED || search.terms.length === 1) return all;
  const some = await candidatesOf(db, search, {
    groups: [rareTerms(search, collection).flat()],
    limit: RESULTS_RANKED,
  });
  const known = new Set(all.map((row) => row.org_id));
  return [...all, ...some.filter((row) => !known.has(row.org_id))].slice(0, RESULTS_RANKED);
}

const keyOf = (score: number): string => score.toFixed(12);

/** Ids of results in the order of their words, quality and freshness, behind a place; one more than `limit`. */
export async function rankedPage(
  tx: OrgContext,
  search: Search,
  { after, limit }: { after: ResultPlace | null; limit: number },
): Promise<PageRow[]> {
  const collection = await collectionOf(tx.db, search);
  const rows = await candidates(tx.db, search, collection);
  const ranked = rankDocuments(
    rows.map((row) => ({
      id: row.org_id,
      length: row.length,
      counts: row.counts,
      freshness: freshnessOf(row.last_post_at, search.now),
      quality: qualityOf(row.org_id)?.score ?? null,
    })),
    collection,
  ).map(({ id, score }) => ({ org_id: id, key: keyOf(score) }));
  const from =
    after === null
      ? 0
      : ranked.findIndex(({ org_id, key }) => key < after.key || (key === after.key && org_id > after.orgId));
  return from < 0 ? [] : ranked.slice(from, from + limit + 1);
}
