import type { Currency } from '../../../core/money.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Filters } from '../filters/schema.ts';

/** UTF-16 offsets in the sentence as it was typed. */
export interface Span {
  start: number;
  end: number;
}

export type Comparator = 'at_least' | 'at_most' | 'between' | 'about' | 'exactly' | 'is' | 'not';
export type Unit = 'count' | 'percent' | 'money' | 'age' | 'days' | 'km';
export type FilterKey = keyof Filters;

/** One filter as it is shown: its part of the value, the words it was read from, and how they compare. */
export interface Chip {
  key: FilterKey;
  value: unknown;
  /** Empty for a filter that stood before the follow-up. */
  spans: Span[];
  comparator: Comparator;
  /** Both ends exclude each other ("under 5k and over 10k"): the chip is shown and not part of the filters. */
  problem?: 'contradiction';
}

export interface ReadNumber extends Span {
  value: number;
  unit: Unit | null;
  /** Also of currencies in which no price can be searched. */
  currency?: string;
}

export interface ReadPlace extends Span {
  id: number;
  name: string;
  country: string;
  lat: number;
  lon: number;
}

/** What a sentence was read as. A model may fill the same type later. */
export interface ParsedQuery {
  filters: Filters;
  chips: Chip[];
  /** Words that are no filter, shown as "Not used". */
  unread: Span[];
  numbers: ReadNumber[];
  places: ReadPlace[];
  engine: 'rules';
}

export interface ParseContext {
  language: Locale;
  /** Of the reader, ISO 3166-1 alpha-2: decides between places of one name and between dollars. */
  country?: string | null;
  /** The filters that a follow-up changes. */
  previous?: Filters;
}

export type { Currency, Locale };
