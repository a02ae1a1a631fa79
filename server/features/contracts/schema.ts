import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import type { Currency } from '../../core/money.ts';
import type { VerifiedDocument } from '../documents/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import type { DealTerms, Side } from '../terms/schema.ts';

export const signInput = z.strictObject({
  contractId: uuid,
  documentHash: z.string().length(64),
  typedName: z.string().trim().min(2).max(80),
});
export const verifyFileInput = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export const listContractsInput = pageInput.extend({
  state: z.enum(['open', 'active', 'ended', 'all']).default('all'),
});

/** `reason`: the other side reads it. */
export const declineContractInput = z.strictObject({
  contractId: uuid,
  reason: z.string().trim().min(3).max(500),
});

/** `voided`: in force and never funded; `expired` and `declined`: never signed by both. */
export type ContractState =
  | 'sent'
  | 'partially_signed'
  | 'active'
  | 'completed'
  | 'cancelled'
  | 'expired'
  | 'voided'
  | 'declined';

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
/** The full text in one language: of each clause, in the order of its blocks. */
export interface ContractWording {
  language: string;
  clauses: { title: string; body: string; plain: string; items: string[] }[];
}
export interface ContractDocument {
  /** See `CONTRACT_VERSION`; absent in older contracts. */
  version?: number;
  title: string;
  brand: ContractParty;
  creator: ContractParty;
  agency: { name: string; commissionBps: number } | null;
  /** Who operated the platform; absent in older contracts. */
  platform?: { name: string; address: string; register: string };
  /** The governing language, the brand's. */
  language: string;
  clauses: ClauseDto[];
  /**
   * The text as it was signed, in the governing language and in the creator's; the hash covers it, so that a changed
   * text of the product changes no contract. Absent in older contracts, whose wording is stored beside them (`StoredWording`).
   */
  wordings?: ContractWording[];
}
/** The wording of an older contract, which was stored after it was signed: the hash covers keys and values alone. */
export interface StoredWording {
  storedAt: Date;
  wordings: ContractWording[];
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
  /** When it expired or was declined unsigned; null for any other. */
  lapsedAt: Date | null;
  /** The side that acts next; null when none does. */
  turn: Side | null;
  createdAt: Date;
}
export interface ContractDetail extends ContractListItem {
  terms: DealTerms;
  termsHash: string;
  document: ContractDocument;
  /** Of a contract that was signed before wordings were part of its text. */
  storedWording: StoredWording | null;
  documentHash: string;
  /** Our wording of each clause that the sides changed, by its key; empty once the contract is signed. */
  standardClauses: Record<string, string>;
  feeBps: number;
  taxBps: number;
  commissionBps: number;
  signatures: SignatureDto[];
  mySide: Side;
  declined: { side: Side; reason: string } | null;
  /** True, or the error code of the refusal. */
  can: { sign: true | string; decline: true | string };
  pdfUrl: string | null;
}
export interface FileVerdict {
  known: boolean;
  title?: string;
  signedAt?: Date;
  brandName?: string;
  creatorName?: string;
  documentHash?: string;
  /** Its number, of an addendum. */
  addendum?: number;
  /** A receipt or invoice. */
  document?: VerifiedDocument;
}
