import * as z from 'zod';
import { currencyCode } from '../../../core/inputs.ts';
import { FORMATS, PLATFORMS } from '../../terms/rules.ts';
import { AGE_BANDS, GENDERS, MAX_RADIUS_KM, SORTS } from './rules.ts';

/** Both ends are part of the range; either may be missing. */
const range = <T extends z.ZodRawShape>(lowest: number, highest: number, more: T) =>
  z
    .strictObject({
      min: z.number().int().min(lowest).max(highest).optional(),
      max: z.number().int().min(lowest).max(highest).optional(),
      ...more,
    })
    .refine(({ min, max }: { min?: unknown; max?: unknown }) => !(Number(min) > Number(max)), { path: ['min'] });

const list = <T extends z.ZodType>(entry: T, most: number) => z.array(entry).max(most);
const country = z.string().regex(/^[A-Z]{2}$/);
const language = z.string().regex(/^[a-z]{2,3}$/);
const placeId = z.number().int().min(1).max(2_147_483_647);
const share = z.number().int().min(0).max(10_000);
const word = z.string().trim().min(1).max(60);

/** What a brand searches creators by. Every field is optional; all that are given must hold. */
export const filters = z.strictObject({
  platforms: list(z.enum(PLATFORMS), 5).optional(),
  /** On none of them. */
  notPlatforms: list(z.enum(PLATFORMS), 5).optional(),
  followers: range(0, 1_000_000_000, {}).optional(),
  /** Basis points: 560 is 5.6 %. */
  engagementBps: range(0, 10_000, {}).optional(),
  /** Of followers in 28 days, basis points. */
  growthBps: range(-10_000, 100_000, {}).optional(),
  /** Median of the last posts. */
  views: range(0, 2_000_000_000, {}).optional(),
  /** Minor units. */
  price: range(0, 90_000_000, { currency: currencyCode }).optional(),
  formats: list(z.enum(FORMATS), FORMATS.length).optional(),
  niches: list(z.string().regex(/^[a-zA-Z]{2,30}$/), 25).optional(),
  notNiches: list(z.string().regex(/^[a-zA-Z]{2,30}$/), 25).optional(),
  languages: list(language, 25).optional(),
  countries: list(country, 25).optional(),
  notCountries: list(country, 25).optional(),
  places: list(z.strictObject({ id: placeId, radiusKm: z.number().int().min(1).max(MAX_RADIUS_KM) }), 5).optional(),
  notPlaces: list(placeId, 25).optional(),
  /** Self-declared. */
  gender: list(z.enum(GENDERS), GENDERS.length).optional(),
  age: range(13, 120, {}).optional(),
  /** At least this share of the audience. */
  audienceCountries: list(z.strictObject({ country, shareBps: share }), 25).optional(),
  audienceGender: z.strictObject({ gender: z.enum(['female', 'male']), shareBps: share }).optional(),
  audienceAge: list(z.strictObject({ band: z.enum(AGE_BANDS), shareBps: share }), AGE_BANDS.length).optional(),
  /** Posted within so many days. */
  lastPostDays: z.number().int().min(1).max(3650).optional(),
  /** At least, in tenths of a star: 45 is 4.5. */
  rating: z.number().int().min(0).max(50).optional(),
  verifiedOnly: z.boolean().optional(),
  availableNow: z.boolean().optional(),
  hideContacted: z.boolean().optional(),
  /** Handles of creators to resemble. */
  like: list(z.string().regex(/^[a-z0-9][a-z0-9._]{0,29}$/), 5).optional(),
  /** Words for the full-text search over profiles. */
  text: z.string().trim().max(400).optional(),
  notText: list(word, 25).optional(),
  sort: z.enum(SORTS).optional(),
});
export type Filters = z.infer<typeof filters>;
