import * as z from 'zod';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import type { PaymentFacts } from '../campaigns/schema.ts';
import { GENDERS } from '../discovery/filters/rules.ts';
import { NICHE_KEYS, type NicheKey } from '../niches/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { MAX_CLAIM_LENGTH, MAX_CLAIMS, MAX_COLORS, MAX_DESCRIPTION, MAX_LOCATIONS } from './rules.ts';

const claims = z.array(z.string().trim().min(1).max(MAX_CLAIM_LENGTH)).max(MAX_CLAIMS);
const years = z.number().int().min(13).max(120).nullable();
export const location = z.strictObject({
  name: z.string().trim().min(1).max(80),
  address: z.string().trim().max(200),
  city: z.string().trim().max(80).nullable(),
  country: z.string().length(2).nullable(),
});
export const audience = z
  .strictObject({ ageMin: years, ageMax: years, genders: z.array(z.enum(GENDERS)).max(GENDERS.length) })
  .refine(({ ageMin, ageMax }) => ageMin === null || ageMax === null || ageMin <= ageMax, { path: ['ageMin'] });
export const brandInput = z.strictObject({
  description: z.string().trim().max(MAX_DESCRIPTION),
  website: z
    .url({ protocol: /^https$/ })
    .max(200)
    .nullable(),
  niches: z.array(z.enum(NICHE_KEYS)).max(5),
  colors: z.array(z.string().regex(/^#[\da-f]{6}$/)).max(MAX_COLORS),
  audience,
  claimsAllowed: claims,
  claimsForbidden: claims,
  locations: z.array(location).max(MAX_LOCATIONS),
});
export type BrandInput = z.infer<typeof brandInput>;
export type Audience = z.infer<typeof audience>;

export const directoryInput = pageInput.extend({
  q: z.string().trim().max(80).optional(),
  niche: z.enum(NICHE_KEYS).optional(),
});
export const brandSlugInput = z.strictObject({ slug: z.string().trim().min(1).max(80) });

/** The brand's own profile. */
export interface BrandProfile extends BrandInput {
  name: string;
  slug: string;
  savedAt: Date | null;
}

/** What others see of a brand in figures. */
export interface BrandFigures {
  facts: PaymentFacts;
  /** Median time from an application to its first answer; null under three answers. */
  replySeconds: number | null;
  rating: { count: number; mean: number | null };
}
export interface BrandListItem extends BrandFigures {
  party: PartyDto;
  city: string | null;
  country: string | null;
  description: string;
  niches: NicheKey[];
  openCampaigns: number;
}
export interface BrandLocation {
  name: string;
  address: string;
  city: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
}
export interface BrandCampaign {
  id: string;
  title: string;
  city: string | null;
  currency: Currency;
  payMin: number;
  payMax: number;
  applicationDeadline: Date | null;
}
export interface PublicBrand extends BrandListItem {
  since: Date;
  website: string | null;
  colors: string[];
  audience: Audience;
  claimsAllowed: string[];
  claimsForbidden: string[];
  locations: BrandLocation[];
  campaigns: BrandCampaign[];
}
