import type { FigureSource } from '../creators/schema.ts';

/** Counts of results stop here. */
export const RESULTS_COUNTED = 10_000;
/** Of the results of a search for words, so many are ranked. */
export const RESULTS_RANKED = 2_000;
/** Groups of creators on a map. */
export const MAP_CELLS = 500;

/** Cells of one degree, as `tags` of the search table names them, that a circle touches. */
export function cellsAround({ lat, lon, radiusKm }: { lat: number; lon: number; radiusKm: number }): string[] {
  const box = boxAround({ lat, lon, radiusKm });
  const cells: string[] = [];
  for (let y = Math.floor(box.south); y <= Math.floor(box.north); y += 1)
    for (let x = Math.floor(box.west); x <= Math.floor(box.east); x += 1)
      cells.push(`cell:${y}:${x < -180 ? x + 360 : x >= 180 ? x - 360 : x}`);
  return [...new Set(cells)];
}

const KM_PER_DEGREE = 111.19;

/** The smallest box of degrees around a circle; beyond ±180 where the circle crosses the date line. */
export function boxAround({ lat, lon, radiusKm }: { lat: number; lon: number; radiusKm: number }): {
  south: number;
  north: number;
  west: number;
  east: number;
} {
  // A little wider than the circle: the index may find more than the exact condition keeps, never less.
  const height = (radiusKm / KM_PER_DEGREE) * 1.01;
  const widest = Math.min(89.9, Math.abs(lat) + height);
  const width = Math.min(180, height / Math.cos((widest * Math.PI) / 180));
  return {
    south: Math.max(-90, lat - height),
    north: Math.min(90, lat + height),
    west: lon - width,
    east: lon + width,
  };
}

/** Measured by the network, not entered by hand or estimated. */
export const isMeasured = (source: FigureSource): boolean => source === 'api' || source === 'creator_file';

/** What is known of a creator's quality; relevance, fit and sorting read it here alone. */
export interface Quality {
  /** From 0 to 1, as the confidence. */
  score: number;
  confidence: number;
  flags: readonly string[];
}
/** Null: unknown. Scores come later. */
export const qualityOf = (_orgId: string): Quality | null => null;

const DAY_MS = 24 * 3_600_000;
/** From 1 for a post of today towards 0; whole days, so that the order stays the same from page to page. */
export function freshnessOf(lastPostAt: Date | null, now: Date): number {
  if (!lastPostAt) return 0;
  const days = Math.max(0, Math.floor(now.getTime() / DAY_MS) - Math.floor(lastPostAt.getTime() / DAY_MS));
  return Math.exp(-days / 30);
}

/** A document for the ranking: its length in words, and how often each term of the question stands in it. */
export interface RankedDocument {
  id: string;
  length: number;
  counts: readonly number[];
  freshness: number | null;
  quality: number | null;
}
/** How many of all documents hold each term, how many documents there are, and how long they are on average. */
export interface Collection {
  documents: number;
  averageLength: number;
  holding: readonly number[];
}

const K1 = 1.2;
const B = 0.75;
const SHARES = { words: 0.5, quality: 0.3, freshness: 0.2 };

/** BM25 of a document. */
function bm25({ length, counts }: Pick<RankedDocument, 'length' | 'counts'>, collection: Collection): number {
  return counts.reduce((sum, count, i) => {
    if (count === 0) return sum;
    const holding = Math.min(collection.holding[i] ?? 0, collection.documents);
    const rarity = Math.log(1 + (collection.documents - holding + 0.5) / (holding + 0.5));
    const norm = 1 - B + B * (length / Math.max(collection.averageLength, 1));
    return sum + (rarity * count * (K1 + 1)) / (count + K1 * norm);
  }, 0);
}

/**
 * The documents in the order of 0.5 · BM25 (as a share of the best) + 0.3 · quality + 0.2 · freshness. A part that is unknown of
 * every document is left out, and the others take its share.
 */
export function rankDocuments(
  documents: readonly RankedDocument[],
  collection: Collection,
): { id: string; score: number }[] {
  const words = documents.map((document) => bm25(document, collection));
  const best = Math.max(...words, Number.MIN_VALUE);
  const known = {
    quality: documents.some((d) => d.quality !== null),
    freshness: documents.some((d) => d.freshness !== null),
  };
  const total = SHARES.words + (known.quality ? SHARES.quality : 0) + (known.freshness ? SHARES.freshness : 0);
  return documents
    .map(({ id, quality, freshness }, i) => ({
      id,
      score:
        ((SHARES.words * words[i]!) / best + SHARES.quality * (quality ?? 0) + SHARES.freshness * (freshness ?? 0)) /
        total,
    }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** To two digits: 12,437 is 12,000. */
export function roundedFollowers(followers: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(followers, 1))) - 1);
  return Math.floor(followers / step) * step;
}
/** To half a percent, downwards: 5.67 % is 5.5 %. */
export const roundedRate = (bps: number): number => Math.floor(bps / 50) * 50;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Words of a text for the search, each once. */
export const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().match(WORD) ?? [])].slice(0, 30);
