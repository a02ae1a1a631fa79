import * as z from 'zod';
import { LOCALES } from '../../core/locale.ts';
import type { Currency } from '../../core/money.ts';
import { pageInput } from '../../core/pagination.ts';
import { uuid } from '../../core/inputs.ts';
import { ACCOUNTING_FORMATS } from './accounting/rules.ts';

export const documentsOfDealInput = z.strictObject({ contractId: uuid });
/** A month in universal time, e.g. 2026-11. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
/** `statements: false`: without payout statements. */
export const listDocumentsInput = pageInput.extend({ month: month.optional(), statements: z.boolean().optional() });
export const startDocumentExportInput = z.strictObject({ month: month.optional(), locale: z.enum(LOCALES) });
export const documentExportId = z.strictObject({ id: uuid });
export const documentsFileQuery = z.object({
  month: month.optional(),
  lang: z.enum(LOCALES).default('en'),
  /** Left out: the list as it is on the screen. */
  format: z.enum(ACCOUNTING_FORMATS).optional(),
});
/** A document that opens as a file under `/files/documents/<id>.pdf`. */
export interface DocumentRef {
  id: string;
  /** Human number, gapless per kind and year, e.g. R-2026-000042. */
  number: string;
}
/** One earning in a payout, minor units. */
export interface StatementItem {
  contractId: string;
  milestoneId: string;
  deal: string;
  milestone: string;
  brand: string;
  amount: number;
}
/** One milestone of a receipt, minor units. */
export interface ReceiptLine {
  contractId: string;
  milestoneId: string;
  deal: string;
  milestone: string;
  seller: string;
  price: number;
  fee: number;
  tax: number;
  amount: number;
}
export type DocumentKind =
  | 'receipt'
  | 'fee_invoice'
  | 'credit_note'
  | 'self_billed_invoice'
  | 'earnings_statement'
  | 'commission_note'
  | 'payout_statement';
export interface DocumentDto extends DocumentRef {
  kind: DocumentKind;
  currency: Currency;
  amount: number;
  issuedAt: Date;
  milestoneId: string | null;
  contractId: string | null;
  /** The other side of a creator's invoice: its buyer for the creator, its seller for the brand. Null: Sponsio. */
  party: string | null;
  /** Issued for another org; the reader is its buyer. */
  asBuyer: boolean;
}
/** What a file says that was verified. */
export interface VerifiedDocument {
  kind: DocumentKind;
  number: string;
  issuer: string | null;
  amount: number;
  currency: Currency;
  issuedAt: Date;
}
/** A document as its deal lists it. */
export interface DealDocument extends DocumentDto {
  /** Milestones that a joint receipt is about. */
  alsoOf: string[];
}
/** A document as an accountant lists it: net + tax = amount. */
export interface ListedDocument extends DocumentDto {
  dealTitle: string | null;
  net: number;
  tax: number;
}
export interface DocumentMonth {
  month: string;
  /** Up to `COUNT_CAP`. */
  count: number;
}
/** A zip of documents, made in the background. */
export interface DocumentExport {
  id: string;
  /** Null: of all time. */
  month: string | null;
  state: 'queued' | 'collecting' | 'ready' | 'expired' | 'cancelled' | 'failed';
  done: number;
  total: number;
  size: number | null;
  createdAt: Date;
  /** Until when it can be downloaded under `/files/document-exports/<id>`; null before it is ready. */
  expiresAt: Date | null;
  /** Numbers of documents that could not be drawn and are not in the file. */
  missing: string[];
  /** Why it failed; null in every other state. */
  problem: 'nothing_drawn' | 'no_room' | 'gave_up' | null;
}
