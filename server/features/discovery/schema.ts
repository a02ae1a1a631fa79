import * as z from 'zod';
import { pageInput } from '../../core/pagination.ts';
import { LOCALES } from '../../core/locale.ts';
import type { Currency, Money } from '../../core/money.ts';
import type { Service } from '../creators/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { AccountFigures } from '../creators/schema.ts';
import type { Platform } from '../terms/schema.ts';
import { filters, type Filters } from './filters/schema.ts';

export const searchInput = z.strictObject({
  filters,
  /** Cursor of the row before, from the same search. */
  after: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(100).default(25),
});

const degrees = (most: number) => z.number().min(-most).max(most);
export const mapInput = z.strictObject({
  filters,
  /** Without one: the smallest that holds every result. */
  box: z.strictObject({ south: degrees(90), north: degrees(90), west: degrees(180), east: degrees(180) }).optional(),
  /** Of the names of places. */
  language: z.enum(LOCALES),
});

export const MAX_COMPARED = 4;
export const compareInput = z.strictObject({
  handles: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9._]{0,29}$/))
    .min(1)
    .max(MAX_COMPARED),
});

/** Those of a page: one without each of its filters, and those that it offers. */
export const countsInput = z.strictObject({ searches: z.array(filters).min(1).max(30) });
export const missedInput = z.strictObject({ filters });

export const previewInput = z.strictObject({
  text: z.string().trim().min(1).max(4_000),
  language: z.enum(LOCALES),
});

export const blockInput = z.strictObject({ orgId: z.uuid() });
export const blockedInput = pageInput;
export interface BlockedOrg {
  party: PartyDto;
  at: Date;
}

export const FACET_KEYS = ['niches', 'languages', 'countries', 'platforms', 'formats', 'gender', 'tier'] as const;
export type FacetKey = (typeof FACET_KEYS)[number];
export type Facets = Record<FacetKey, { value: string; count: number }[]>;

/** Why a creator is a result: one condition of the search, with what the creator has. */
export type MatchReason =
  | { key: 'words'; words: string[] }
  | { key: 'place'; placeId: number; km: number }
  | { key: 'niche'; niche: string }
  | { key: 'followers'; platform: Platform; value: number }
  | { key: 'engagement'; platform: Platform; bps: number }
  | { key: 'price'; price: Money }
  | { key: 'language'; language: string }
  | { key: 'country'; country: string }
  | { key: 'audience'; kind: 'country' | 'gender' | 'age'; value: string; shareBps: number }
  | { key: 'recent'; at: Date }
  | { key: 'measured'; platform: Platform };

export interface FoundCreator {
  orgId: string;
  handle: string;
  name: string;
  headline: string;
  avatarUrl: string | null;
  city: string | null;
  country: string | null;
  placeId: number | null;
  lat: number | null;
  lon: number | null;
  niches: string[];
  languages: string[];
  /** The largest first. */
  accounts: AccountFigures[];
  /** The lowest rate, in its own currency. */
  priceFrom: Money | null;
  /** From the first place of the search. */
  distanceKm: number | null;
  /** Tenths of a star; null: not known. */
  rating: number | null;
  /** Takes new work now. */
  available: boolean;
  /** The first day with time for new work, if that is not yet. */
  freeFrom: string | null;
  service: Service | null;
  serviceKm: number | null;
  /** The creator shows rates only to those they deal with. */
  ratesOnRequest: boolean;
  /** Some figures were measured by the network. */
  verified: boolean;
  reasons: MatchReason[];
}

/** A step of the fixed order in which a search without results is relaxed; each contains those before it. */
export const RELAX_STEPS = ['radius', 'engagement', 'followers', 'price', 'niche'] as const;
export type RelaxStep = (typeof RELAX_STEPS)[number];

export interface ResultCount {
  count: number;
  /** False: there are more; facets then count the first results alone. */
  exact: boolean;
}

export interface FoundPage {
  items: FoundCreator[];
  /** Null on later pages, as are the facets. */
  total: ResultCount | null;
  facets: Facets | null;
  next: string | null;
  /** For a search without results: what each step would find. */
  relaxed: { step: RelaxStep; filters: Filters; count: number; exact: boolean }[] | null;
  /** Creators who meet everything but whose prices have no reference rate, so that the price cannot be compared. */
  unconverted: { currency: Currency; count: number }[];
  /** Day of the reference rates, where prices were compared. */
  ratesOf: string | null;
}

/** Creators who stand close together. */
export interface FoundCell {
  lat: number;
  lon: number;
  count: number;
  /** Of the only creator of the cell. */
  orgId: string | null;
  handle: string | null;
  /** Where most of them are. */
  place: { id: number; name: string; country: string } | null;
  /** What its creators stand in, edges included; no other cell has a creator there. */
  extent: { south: number; north: number; west: number; east: number };
}

/** A creator without anything that names them; figures are rounded. */
export interface PreviewCreator {
  account: { platform: 'instagram' | 'tiktok' | 'youtube'; followers: number; engagementBps: number | null } | null;
  niches: string[];
  city: string | null;
  country: string | null;
}
/** What a question of the start page finds; no total where it states no filter. */
export interface Preview {
  total: ResultCount | null;
  creators: PreviewCreator[];
}

/** A creator who meets every filter but the one that the step relaxes. */
export interface MissedCreator {
  creator: FoundCreator;
  step: Exclude<RelaxStep, 'niche'>;
  /** The search with that step. */
  filters: Filters;
  /** How many results the step adds. */
  added: ResultCount;
}

export interface FoundOnMap {
  cells: FoundCell[];
  total: ResultCount;
}
