import type { Item } from './items.ts';
import type { Mark } from './lexicon/types.ts';
import type { Comparator, FilterKey } from './types.ts';

/** A filter as it was read, before those of one key are put together. */
export interface Reading {
  key: FilterKey;
  /** A range, an entry of a list, or a plain value. */
  value: unknown;
  items: Item[];
  comparator: Comparator;
}

export const has = (item: Item | undefined, ...marks: Mark[]): boolean =>
  item !== undefined && marks.some((mark) => item.marks.has(mark));

export const GENDER_MARKS = ['female', 'male', 'nonbinary'] as const satisfies readonly Mark[];
export const PLATFORM_MARKS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const satisfies readonly Mark[];
export const FORMAT_MARKS = [
  'reel',
  'story',
  'post',
  'video',
  'short',
  'photos',
  'article',
] as const satisfies readonly Mark[];
/** Marks that are a filter by themselves. */
export const CONTENT_MARKS: readonly Mark[] = [
  ...GENDER_MARKS,
  ...PLATFORM_MARKS,
  ...FORMAT_MARKS,
  'verified',
  'available',
  'nano',
  'micro',
  'mid',
  'macro',
  'mega',
];

export const isContent = (item: Item): boolean =>
  ['niche', 'place', 'country', 'nation', 'handle', 'tag', 'quote'].includes(item.kind) || has(item, ...CONTENT_MARKS);
