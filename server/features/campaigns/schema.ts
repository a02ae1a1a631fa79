import * as z from 'zod';
import { LOCALES } from '../../core/locale.ts';
import { pageInput } from '../../core/pagination.ts';
import type { Currency } from '../../core/money.ts';
import type { Balances } from '../escrow/schema.ts';
import { clocks, deliverable, milestoneTerms, releaseShares, type DealTerms } from '../terms/schema.ts';
import type { FeeTerms } from '../ledger/charges/rules.ts';
import { currencyCode, plannedDate, uuid } from '../../core/inputs.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { KILL_FEE_MAX_BPS } from '../policies/rules.ts';
import { PLATFORMS, RELEASE_TRIGGERS } from '../terms/rules.ts';
import { NICHE_KEYS, type NicheKey } from '../niches/rules.ts';
import { GOALS, MAX_BULK } from './rules.ts';

export const wanted = z.strictObject({
  niches: z.array(z.enum(NICHE_KEYS)).max(5).default([]),
  city: z.string().trim().max(80).default(''),
  radiusKm: z.number().int().min(1).max(500).default(30),
  followersMin: z.number().int().min(0).max(100_000_000).default(1000),
  followersMax: z.number().int().min(0).max(100_000_000).default(100_000),
  /** Basis points: 250 is 2.5 %. */
  engagementMinBps: z.number().int().min(0).max(10_000).default(0),
  languages: z.array(z.string().max(5)).max(8).default([]),
});
export const pay = z.strictObject({
  kind: z.enum(['fixed', 'range']).default('fixed'),
  /** Minor units per creator. */
  min: z.number().int().default(0),
  max: z.number().int().default(0),
});
/** A draft may be incomplete; every field is optional and what is there is already well-formed. */
export const campaignPatch = z
  .strictObject({
    title: z.string().trim().max(65),
    summary: z.string().trim().max(2000),
    product: z.string().trim().max(500),
    goal: z.enum(GOALS),
    country: z.string().length(2).nullable(),
    city: z.string().trim().max(80).nullable(),
    currency: currencyCode,
    slots: z.number().int().min(1).max(500),
    wanted,
    pay,
    applicationDeadline: plannedDate.nullable(),
    deliverables: z.array(deliverable).max(20),
    milestones: z.array(milestoneTerms).max(12),
    rights: z.strictObject({
      use: z.enum(['organic', 'paid_ads', 'all_channels']),
      days: z.number().int().min(1).max(1095),
      territory: z.string().trim().max(80),
    }),
    exclusivity: z.strictObject({ days: z.number().int().min(0).max(365), category: z.string().trim().max(80) }),
    revisions: z.number().int().min(0).max(5),
    killFeeBps: z.number().int().min(0).max(KILL_FEE_MAX_BPS),
    disclosureCountry: z.string().length(2),
    disclosureText: z.string().trim().max(120),
    releaseTrigger: z.enum(RELEASE_TRIGGERS),
    /** Null with `on_approval`. */
    release: releaseShares.nullable(),
    clocks: clocks.partial(),
    /** A picture of the brand's kit. */
    coverId: uuid.nullable(),
  })
  .partial();
export type CampaignPatch = z.infer<typeof campaignPatch>;

export const campaignId = z.strictObject({ campaignId: uuid });
export const saveDraftInput = z.strictObject({
  campaignId: uuid,
  step: z.number().int().min(1).max(6),
  version: z.number().int().min(1),
  patch: campaignPatch,
});
export const publishInput = z.strictObject({
  campaignId: uuid,
  version: z.number().int().min(1),
  publishAt: plannedDate.nullable().default(null),
});
export const browseInput = pageInput.extend({
  q: z.string().trim().max(80).optional(),
  platform: z.enum(PLATFORMS).optional(),
  /** Finds its members too; a key that is no niche finds nothing. */
  niche: z
    .string()
    .regex(/^[a-zA-Z]{2,20}$/)
    .optional(),
  city: z.string().trim().max(80).optional(),
  currency: currencyCode.optional(),
  /** Minor units; only together with `currency`. */
  payMin: z.number().int().min(0).optional(),
  saved: z.boolean().optional(),
  /** Of brands that have proven the domain of their site. */
  verified: z.boolean().optional(),
  sort: z.enum(['newest', 'pay', 'deadline']).default('newest'),
});
export const applyInput = z.strictObject({
  campaignId: uuid,
  pitch: z.string().trim().min(20).max(1000),
  /** Minor units of the campaign's currency. */
  price: z.number().int(),
  links: z
    .array(z.url({ protocol: /^https?$/ }).max(300))
    .max(5)
    .default([]),
});
export const editApplicationInput = z.strictObject({
  applicationId: uuid,
  version: z.number().int().min(1),
  pitch: applyInput.shape.pitch,
  price: applyInput.shape.price,
  links: applyInput.shape.links,
});
export const applicationId = z.strictObject({ applicationId: uuid });
export const declineApplicationInput = z.strictObject({
  applicationIds: z.array(uuid).min(1).max(50),
  reason: z.string().trim().min(3).max(500),
});
export const shortlistInput = z.strictObject({ applicationIds: z.array(uuid).min(1).max(50) });
export const costInput = z.strictObject({
  currency: currencyCode,
  price: z.number().int(),
  slots: z.number().int().min(1).max(500),
});

export type CampaignState = 'draft' | 'scheduled' | 'live' | 'paused' | 'filled' | 'completed' | 'closed' | 'cancelled';
export type ApplicationState =
  | 'submitted'
  | 'shortlisted'
  | 'offered'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  | 'expired';

/** The full cost before anything is published: per creator and for all slots, minor units. */
export interface CostQuote {
  currency: Currency;
  slots: number;
  perCreator: { price: number; fee: number; tax: number; total: number };
  all: { price: number; fee: number; tax: number; total: number };
  feeBps: number;
  feeTerms: FeeTerms | null;
  taxBps: number;
  taxCountry: string;
}
/** A campaign's terms before they are complete. */
export type DraftTerms = Partial<DealTerms>;
export interface CampaignDraft {
  id: string;
  state: CampaignState;
  version: number;
  step: number;
  title: string;
  summary: string;
  product: string;
  goal: (typeof GOALS)[number];
  country: string | null;
  city: string | null;
  currency: Currency;
  currencyFrozen: boolean;
  slots: number;
  wanted: z.infer<typeof wanted>;
  pay: z.infer<typeof pay>;
  applicationDeadline: Date | null;
  coverId: string | null;
  terms: DraftTerms;
  /** Ranges of each clock under the policy in force, ISO durations. */
  clockRanges: Record<string, { min: string; fallback: string; max: string }>;
  /** Problems that prevent publishing, per wizard step 1–5; `field` is the patch field, `code` an error code. */
  missing: { step: number; field: string; code: string }[];
  cost: CostQuote | null;
  updatedAt: Date;
}
export interface CampaignListItem {
  id: string;
  title: string;
  state: CampaignState;
  currency: Currency;
  slots: number;
  slotsTaken: number;
  applications: number;
  newApplications: number;
  /** Price of all slots. */
  budget: number;
  committed: number;
  balances: Balances;
  left: number;
  applicationDeadline: Date | null;
  publishedAt: Date | null;
  updatedAt: Date;
}
export interface ApplicantDto {
  applicationId: string;
  creator: PartyDto;
  headline: string;
  city: string | null;
  followers: number | null;
  engagementBps: number | null;
  state: ApplicationState;
  pitch: string;
  price: number;
  currency: Currency;
  links: string[];
  createdAt: Date;
  /** When the creator last changed it; null while it is as it was sent. */
  editedAt: Date | null;
  offerId: string | null;
  contractId: string | null;
}
export interface CampaignDetail extends CampaignListItem {
  version: number;
  summary: string;
  product: string;
  goal: string;
  city: string | null;
  country: string | null;
  terms: DraftTerms;
  wanted: z.infer<typeof wanted>;
  /** The first of them; `moreApplicants` is the cursor of the others. */
  applicants: ApplicantDto[];
  moreApplicants: string | null;
  applicationsByState: Partial<Record<ApplicationState, number>>;
  can: Record<'edit' | 'pause' | 'resume' | 'close' | 'cancel' | 'duplicate' | 'deleteDraft' | 'reopen', true | string>;
}
/** How reliably and fast a brand pays, computed from the ledger. */
export interface PaymentFacts {
  fundedDeals: number;
  releasedDeals: number;
  /** Median seconds from submission to approval; null under 3 approvals. */
  medianApprovalSeconds: number | null;
  /** The domain of its site that the brand has proven, how and when; null without a proof. */
  verified: { domain: string; method: 'mail' | 'dns'; at: Date } | null;
}
export interface OpenCampaignItem {
  id: string;
  title: string;
  state: CampaignState;
  brand: PartyDto;
  city: string | null;
  goal: string;
  platforms: string[];
  niches: NicheKey[];
  currency: Currency;
  payMin: number;
  payMax: number;
  slotsLeft: number;
  applicationDeadline: Date | null;
  publishedAt: Date;
  saved: boolean;
  myApplication: ApplicationState | null;
  /** A picture of the brand's kit. */
  coverUrl: string | null;
  facts: PaymentFacts;
}
export interface OpenCampaignDetail extends OpenCampaignItem {
  summary: string;
  product: string;
  country: string | null;
  terms: DraftTerms;
  wanted: z.infer<typeof wanted>;
  application: {
    id: string;
    version: number;
    state: ApplicationState;
    pitch: string;
    price: number;
    links: string[];
    createdAt: Date;
    editedAt: Date | null;
    offerId: string | null;
  } | null;
  /** True, or the error code of the refusal. */
  can: { apply: true | string; edit: boolean };
}
export interface MyApplicationItem {
  id: string;
  campaign: { id: string; title: string; state: CampaignState | null; brand: PartyDto };
  state: ApplicationState;
  price: number;
  currency: Currency;
  createdAt: Date;
  offerId: string | null;
}
/** One row of a bulk act. */
export interface BulkRow {
  id: string;
  ok: boolean;
  code: string | null;
}
export interface CampaignBulkRow extends BulkRow {
  /** The state that the act leads to, if the campaign was in it before; null otherwise. */
  already: 'live' | 'paused' | 'closed' | 'cancelled' | null;
}

/** Parts of the brand's list of campaigns. */
export const SHOWN_STATES = {
  open: ['scheduled', 'live', 'paused', 'filled'],
  drafts: ['draft'],
  ended: ['completed', 'closed', 'cancelled'],
} as const satisfies Record<string, readonly CampaignState[]>;
export const listApplicantsInput = pageInput.extend({ campaignId: uuid });
export const applicantInput = z.strictObject({ campaignId: uuid, applicationId: uuid });
export const listCampaignsInput = pageInput.extend({ show: z.enum(['all', 'open', 'drafts', 'ended']).default('all') });
/** Up to `COUNT_CAP`. */
export interface CampaignCounts {
  all: number;
  open: number;
  drafts: number;
  ended: number;
  newApplications: number;
}
/** `applied`: without the accepted ones, which are deals. */
export const listApplicationsInput = pageInput.extend({ box: z.enum(['all', 'applied']).default('all') });

/** The same act on several campaigns; each row has a result of its own. */
export const BULK_ACTS = ['publish', 'pause', 'resume', 'close', 'cancel', 'deleteDraft'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];
export const bulkInput = z.strictObject({
  act: z.enum(BULK_ACTS),
  campaignIds: z.array(uuid).min(1).max(MAX_BULK),
});
export const campaignsFileInput = z.strictObject({
  show: listCampaignsInput.shape.show,
  locale: z.enum(LOCALES),
});
export interface CampaignsFile {
  name: string;
  csv: string;
  rows: number;
}
