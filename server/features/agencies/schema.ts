import * as z from 'zod';
import type { OrgRole } from '../../context.ts';
import type { AppErrorShape, ErrorCode } from '../../core/errors.ts';
import { uuid } from '../../core/inputs.ts';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import { applyInput } from '../campaigns/schema.ts';
import type { DisputeTurn } from '../disputes/rules.ts';
import type { ShownState } from '../escrow/milestone/shown/rules.ts';
import type { DealStage } from '../escrow/schema.ts';
import { NICHE_KEYS, type NicheKey } from '../niches/rules.ts';
import type { PartyDto } from '../orgs/schema.ts';
import { MAX_COMMISSION_BPS } from '../representations/rules.ts';
import type { RepresentationDto } from '../representations/schema.ts';
import type { Side } from '../terms/schema.ts';
import type { Engagement } from './rules.ts';

export const requestInput = z.strictObject({ requestId: uuid });
/** A signature needs the creator's own name. */
export const confirmInput = requestInput.extend({ typedName: z.string().trim().min(2).max(80).optional() });

export interface Confirmed {
  contractId: string | null;
}

const bps = z.number().int().min(0).max(MAX_COMMISSION_BPS);
export const agencyInput = z
  .strictObject({
    about: z.string().trim().max(1_500),
    website: z
      .url({ protocol: /^https$/ })
      .max(200)
      .nullable(),
    contactEmail: z.email().max(200).nullable(),
    /** Number of a licence or a register, where the law of the country requires one. */
    licence: z.string().trim().max(120),
    niches: z.array(z.enum(NICHE_KEYS)).max(8),
    commissionMinBps: bps,
    commissionMaxBps: bps,
    published: z.boolean(),
  })
  .refine(({ commissionMinBps, commissionMaxBps }) => commissionMinBps <= commissionMaxBps, {
    path: ['commissionMaxBps'],
  });
export type AgencyInput = z.infer<typeof agencyInput>;
export const agencySlugInput = z.strictObject({ slug: z.string().trim().min(1).max(80) });

export interface AgencyMemberDto {
  userId: string;
  name: string;
  role: OrgRole;
}
export interface AgencyProfile extends AgencyInput {
  name: string;
  slug: string;
  city: string | null;
  country: string | null;
  /** From the billing details. */
  legalName: string | null;
  /** The payment provider has verified who the agency is, and pays out to it. */
  verified: boolean;
  savedAt: Date | null;
  /** Parts without which the page cannot be published. */
  missing: ('about' | 'niches' | 'contactEmail' | 'legalName')[];
  roster: PartyDto[];
  members: AgencyMemberDto[];
}
/** An agency as brands and creators see it. */
export interface PublicAgency {
  party: PartyDto;
  verified: boolean;
  city: string | null;
  country: string | null;
  about: string;
  website: string | null;
  contactEmail: string | null;
  licence: string;
  niches: NicheKey[];
  commissionMinBps: number;
  commissionMaxBps: number;
  roster: PartyDto[];
}

/** A month with commission, e.g. 2026-11; its statement opens under `/files/commissions/<month>.pdf` and `.csv`. */
export const statementsInput = z.strictObject({ limit: z.number().int().min(1).max(120).default(6) });
export interface StatementMonth {
  month: string;
  /** Transfers in it. */
  count: number;
  amounts: { amount: number; currency: Currency }[];
}

export type PipelineStage = 'applied' | DealStage;
/** One application, offer or deal of a creator. */
export interface PipelineItem {
  id: string;
  stage: PipelineStage;
  title: string;
  brand: PartyDto;
  amount: number;
  currency: Currency;
  held: number;
  released: number;
  turn: Side | null;
  deadlineAt: Date | null;
  /** Set while the milestone in question is disputed: its deadline is then the end of the phase. */
  dispute: { state: ShownState; turns: readonly DisputeTurn[] } | null;
  /** Where the creator reads it; it opens while acting for the creator. */
  link: string;
}
export const workInput = pageInput.extend({ creatorOrg: uuid });
/** Several creators in one pitch: one application each. */
export const MAX_PITCHED = 20;
export const pitchInput = z
  .strictObject({
    campaignId: uuid,
    pitch: applyInput.shape.pitch,
    creators: z
      .array(z.strictObject({ creatorOrg: uuid, price: applyInput.shape.price }))
      .min(1)
      .max(MAX_PITCHED),
  })
  .refine(({ creators }) => new Set(creators.map(({ creatorOrg }) => creatorOrg)).size === creators.length, {
    path: ['creators'],
  });
export const pitchableInput = z.strictObject({ campaignId: uuid });
export interface PitchedRow {
  creatorOrg: string;
  /** Why there is no application for this creator; null: there is one. */
  refusal: { code: ErrorCode; data: AppErrorShape['data'] } | null;
}
/** A creator for whom the agency may apply. */
export interface PitchableCreator {
  creator: PartyDto;
  /** There is an application already, of the creator or of the agency. */
  applied: boolean;
}

/** What in a creator's calendar comes too close together. */
export interface CalendarClash {
  creator: PartyDto;
  kind: Engagement['kind'];
  items: { at: Date; until: Date | null; title: string; brand: PartyDto; link: string }[];
}

export interface RosterEntry {
  representation: RepresentationDto;
  /** Running deals and open offers; null while the invitation is open. */
  figures: {
    active: number;
    offers: number;
    /** What waits for the creator's side, the nearest deadline first. */
    due: PipelineItem[];
    held: { amount: number; currency: Currency }[];
  } | null;
}
export interface AgencyHome {
  roster: RosterEntry[];
  clashes: CalendarClash[];
  /** The agency's own share, from the ledger; empty for those who may not view its money. */
  commission: { currency: Currency; held: number; earned: number; paid: number }[];
  serverNow: Date;
}
