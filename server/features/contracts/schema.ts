import { z } from 'zod';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { KILL_FEE_MAX_BPS } from '../policies/rules.ts';

/** ISO-8601 duration of days, hours, minutes and seconds. */
export const isoDuration = z
  .string()
  .max(20)
  .regex(/^P(?=\d|T\d)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/);
export const currencyCode = z.enum(CURRENCY_CODES);
export const uuid = z.uuid();
/**
 * A planned date; outside of this century it is a typing error, and sums of dates and durations would leave the range
 * of the database.
 */
export const plannedDate = z.coerce.date().min(new Date('2000-01-01T00:00:00Z')).max(new Date('2100-01-01T00:00:00Z'));
const shortText = (max: number) => z.string().trim().max(max);

export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'blog', 'ugc'] as const;
export const FORMATS = ['reel', 'story', 'post', 'video', 'short', 'photos', 'article'] as const;
export const RIGHTS = ['organic', 'paid_ads', 'all_channels'] as const;
export type Platform = (typeof PLATFORMS)[number];
export type Format = (typeof FORMATS)[number];

export const deliverable = z.strictObject({
  id: z.string().min(1).max(40),
  platform: z.enum(PLATFORMS),
  format: z.enum(FORMATS),
  count: z.number().int().min(1).max(50),
  notes: shortText(1000).default(''),
  /** Requirements of the brief, one checkable sentence each; a change request cites one of them. */
  brief: z.array(z.string().trim().min(1).max(200)).max(20).default([]),
});

export const milestoneTerms = z.strictObject({
  title: z.string().trim().min(1).max(80),
  /** Minor units of the deal's currency. */
  amount: z.number().int(),
  /** When the work is to be delivered. */
  dueAt: plannedDate,
  deliverableIds: z.array(z.string().max(40)).max(20).default([]),
});

/** The clocks a contract carries, as ISO durations; their allowed ranges come from the clock policy in force. */
export const clocks = z.strictObject({
  signature: isoDuration,
  funding: isoDuration,
  review: isoDuration,
  extension: isoDuration,
  revisionTurn: isoDuration,
  overdueAfter: isoDuration,
  grace: isoDuration,
  clearing: isoDuration,
});
export type Clocks = z.infer<typeof clocks>;
export type ClockName = keyof Clocks;

/** Everything two sides agree on. One shape serves campaign, offer version and contract; its canonical JSON is hashed and signed. */
export const dealTerms = z.strictObject({
  currency: currencyCode,
  deliverables: z.array(deliverable).min(1).max(20),
  milestones: z.array(milestoneTerms).min(1).max(12),
  rights: z.strictObject({ use: z.enum(RIGHTS), days: z.number().int().min(1).max(1095), territory: shortText(80) }),
  exclusivity: z.strictObject({ days: z.number().int().min(0).max(365), category: shortText(80) }),
  revisions: z.number().int().min(0).max(5),
  /** Basis points of a milestone owed when the brand cancels after funding and before submission. */
  killFeeBps: z.number().int().min(0).max(KILL_FEE_MAX_BPS),
  disclosureCountry: z.string().length(2),
  disclosureText: shortText(120),
  releaseTrigger: z.literal('on_approval'),
  clocks,
});
export type DealTerms = z.infer<typeof dealTerms>;
export type Deliverable = z.infer<typeof deliverable>;
export type MilestoneTerms = z.infer<typeof milestoneTerms>;

export const contractId = z.strictObject({ contractId: uuid });
export const signInput = z.strictObject({
  contractId: uuid,
  documentHash: z.string().length(64),
  typedName: z.string().trim().min(2).max(80),
});
export const verifyFileInput = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export const listContractsInput = z.strictObject({ state: z.enum(['open', 'active', 'ended', 'all']).default('all') });

export type ContractState = 'sent' | 'partially_signed' | 'active' | 'completed' | 'cancelled' | 'expired' | 'voided';
export type Side = 'brand' | 'creator';

/** One org as the other side sees it. */
export interface PartyDto {
  orgId: string;
  name: string;
  /** @handle of a creator, slug of a brand. */
  slug: string;
  kind: 'brand' | 'creator' | 'agency';
  /** Picture of a creator, where the reader may see it; brands and agencies have none. */
  avatarUrl: string | null;
}
export interface SignatureDto {
  side: Side;
  name: string;
  signedAt: Date;
}
/** A clause: key of its texts (`clauses:clause.<key>.title|body|plain`) with the values they are filled with; see `clauses/rules.ts`. */
export interface ClauseDto {
  key: string;
  values: Record<string, string | number>;
}
/** The parties, from the billing details at the time the contract was made. */
export interface LegalEntity {
  name: string;
  address: string;
  taxId: string | null;
}
export interface ContractParty {
  name: string;
  country: string | null;
  /** Absent where the side had given no billing details. */
  legal?: LegalEntity;
}
export interface ContractDocument {
  title: string;
  brand: ContractParty;
  creator: ContractParty;
  agency: { name: string; commissionBps: number } | null;
  language: string;
  clauses: ClauseDto[];
}
export interface ContractListItem {
  id: string;
  title: string;
  state: ContractState;
  brand: PartyDto;
  creator: PartyDto;
  currency: Currency;
  total: number;
  deadlineAt: Date | null;
  signedAt: Date | null;
  /** The side that acts next; null when none does. */
  turn: Side | null;
  createdAt: Date;
}
export interface ContractDetail extends ContractListItem {
  terms: DealTerms;
  termsHash: string;
  document: ContractDocument;
  documentHash: string;
  feeBps: number;
  taxBps: number;
  commissionBps: number;
  signatures: SignatureDto[];
  mySide: Side;
  /** True, or the error code of the refusal. */
  can: { sign: true | string };
  pdfUrl: string | null;
}
export interface FileVerdict {
  known: boolean;
  title?: string;
  signedAt?: Date;
  brandName?: string;
  creatorName?: string;
  documentHash?: string;
}
