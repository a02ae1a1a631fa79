import * as z from 'zod';
import type { Currency } from '../../core/money.ts';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import { proposalNote } from '../approvals/schema.ts';
import type { PaymentFacts } from '../campaigns/schema.ts';
import { GENDERS } from '../discovery/filters/rules.ts';
import { NICHE_KEYS, type NicheKey } from '../niches/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { TextFinding } from '../moderation/rules.ts';
import {
  VERIFICATION_METHODS,
  type FoundInstead,
  type VerificationMethod,
  type VerificationReason,
  type VerificationState,
} from './domains/rules.ts';
import {
  MAX_CLAIM_LENGTH,
  MAX_CLAIMS,
  MAX_COLORS,
  MAX_DESCRIPTION,
  MAX_LINKS,
  MAX_LOCATIONS,
  MAX_TARGET_PLACES,
  SLUG,
  SLUG_LENGTH,
  type Completeness,
} from './rules.ts';

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
const followers = z.number().int().min(0).max(100_000_000).nullable();
export const targets = z
  .strictObject({
    niches: z.array(z.enum(NICHE_KEYS)).max(5),
    places: z
      .array(z.strictObject({ city: z.string().trim().min(1).max(80), country: z.string().length(2).nullable() }))
      .max(MAX_TARGET_PLACES),
    followersMin: followers,
    followersMax: followers,
  })
  .refine(
    ({ followersMin, followersMax }) => followersMin === null || followersMax === null || followersMin <= followersMax,
    { path: ['followersMax'] },
  );
export type Targets = z.infer<typeof targets>;
export const slug = z.string().trim().toLowerCase().min(SLUG_LENGTH.min).max(SLUG_LENGTH.max).regex(SLUG);
export const links = z.array(z.url({ protocol: /^https$/ }).max(200)).max(MAX_LINKS);
export const brandInput = z.strictObject({
  slug,
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
  targets,
  links,
});
export type BrandInput = z.infer<typeof brandInput>;
export type Audience = z.infer<typeof audience>;

export const directoryInput = pageInput.extend({
  q: z.string().trim().max(80).optional(),
  niche: z.enum(NICHE_KEYS).optional(),
  verified: z.boolean().optional(),
});
export const pictureId = z.strictObject({ pictureId: uuid });
export const beginVerificationInput = z.strictObject({
  method: z.enum(VERIFICATION_METHODS),
  /** Of the mailbox at the domain; of method `mail` alone. */
  address: z.email().max(200).nullable(),
});
export const confirmVerificationInput = z.strictObject({ code: z.string().regex(/^\d{6}$/) });
/** A case about a domain that two brands have proven. */
export const proposeTransferInput = z.strictObject({ caseId: z.uuid(), note: proposalNote });
export const confirmTransferInput = z.strictObject({ proposalId: z.uuid() });
export const readSiteInput = z.strictObject({ website: z.string().trim().min(4).max(200) });
export const brandSlugInput = z.strictObject({ slug: z.string().trim().min(1).max(80) });

export type BrandText = 'description' | 'claimsAllowed' | 'claimsForbidden';
/** What the rules on texts found in a text of the profile. */
export interface TextNote extends TextFinding {
  field: BrandText;
  /** The words, so that they are shown beside the field. */
  words: string;
}

/** The brand's own profile. */
export interface BrandProfile extends BrandInput {
  name: string;
  savedAt: Date | null;
  /** Texts that wait for staff; others read those from before. */
  held: BrandText[];
  notes: TextNote[];
  kit: BrandKit;
  verification: Verification;
  completeness: Completeness;
}

export interface BrandPicture {
  id: string;
  url: string;
  width: number;
  height: number;
}
/** The pictures of a brand. */
export interface BrandKit {
  logo: BrandPicture | null;
  covers: BrandPicture[];
}

/** Where the proof of the site's domain stands, as the brand sees it. */
export interface Verification {
  state: 'none' | VerificationState;
  domain: string | null;
  method: VerificationMethod | null;
  /** The TXT record that is looked for; null for a proof by mail. */
  record: string | null;
  /** Where the code went to. */
  address: string | null;
  reason: VerificationReason | null;
  /** What the last look found instead of the record. */
  found: FoundInstead | null;
  misses: number;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  nextCheckAt: Date | null;
  /** The domain that a new proof would be about, and why there can be none. */
  site: { domain: string | null; problem: 'missing' | 'shared' | null };
}

/** What the brand's site says of it; null or empty where it says nothing. Nothing of it is stored. */
export interface SiteFindings {
  /** The address that answered. */
  url: string;
  name: string | null;
  description: string | null;
  colors: string[];
  links: string[];
  location: { name: string; address: string; city: string | null; country: string | null } | null;
  /** Redrawn, as data addresses. */
  logo: FoundPicture | null;
  cover: FoundPicture | null;
}
export interface FoundPicture {
  /** Where the site has it. */
  source: string;
  /** A data address, or the reason why the picture cannot be taken. */
  data: string | null;
  problem: string | null;
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
  links: string[];
  targets: Targets;
  covers: BrandPicture[];
}
