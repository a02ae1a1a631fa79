import * as z from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import { currencyCode, isoDuration, plannedDate, uuid } from '../../core/inputs.ts';
import type { Currency } from '../../core/money.ts';
import type { ClauseDto, ContractParty } from '../contracts/schema.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { Charge } from '../ledger/charges/rules.ts';
import type { LiveClock, Side } from '../terms/schema.ts';
import { ADDENDUM_CLOCKS } from './clocks/rules.ts';

export const ADDENDUM_STATES = [
  'proposed',
  'partially_signed',
  'signed',
  'applied',
  'declined',
  'withdrawn',
  'expired',
  'overtaken',
] as const;
export type AddendumState = (typeof ADDENDUM_STATES)[number];
export const ADDENDUM_KINDS = ['amendment', 'change_order', 'bonus'] as const;
export type AddendumKind = (typeof ADDENDUM_KINDS)[number];

export type AddendumClock = (typeof ADDENDUM_CLOCKS)[number];

/** Minor units; whether it is a price is a rule with a text of its own. */
const amount = z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const title = z.string().trim().min(1).max(80);
const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reprice'), milestoneId: uuid, amount }),
  z.strictObject({ kind: z.literal('move'), milestoneId: uuid, dueAt: plannedDate }),
  z.strictObject({
    kind: z.literal('add'),
    title,
    amount,
    dueAt: plannedDate,
    /** What the work has to show, one checkable sentence each. */
    items: z.array(z.string().trim().min(1).max(200)).max(20).default([]),
  }),
  z.strictObject({ kind: z.literal('bonus'), title, amount }),
  z.strictObject({
    kind: z.literal('clocks'),
    clocks: z.strictObject(
      Object.fromEntries(ADDENDUM_CLOCKS.map((name) => [name, isoDuration.optional()])) as Record<
        AddendumClock,
        z.ZodOptional<typeof isoDuration>
      >,
    ),
  }),
]);
export type AddendumChange = z.output<typeof change>;

export const addendaOfInput = z.strictObject({ contractId: uuid });
export const proposeAddendumInput = z.strictObject({
  contractId: uuid,
  /** Both sides read it; it is part of the text. */
  reason: z.string().trim().min(3).max(1000),
  currency: currencyCode,
  changes: z.array(change).min(1).max(12),
  /** The work under review that leads to a paid change order. */
  changeOrderOf: uuid.optional(),
});
/** `documentHash`: of the text that the person read. */
export const signAddendumInput = z.strictObject({
  addendumId: uuid,
  documentHash: z.string().length(64),
  typedName: z.string().trim().min(2).max(80),
});
export const declineAddendumInput = z.strictObject({ addendumId: uuid, reason: z.string().trim().min(3).max(500) });
export const withdrawAddendumInput = z.strictObject({ addendumId: uuid });

/** The full text in one language, as it was signed. */
export interface AddendumWording {
  language: string;
  clauses: { title: string; body: string; items: string[] }[];
}
/** What both sides sign; it names the contract and the text signed before by their hashes. */
export interface AddendumDocument {
  n: number;
  title: string;
  contractId: string;
  contractHash: string;
  previousHash: string;
  brand: ContractParty;
  creator: ContractParty;
  /** The governing language, that of the contract. */
  language: string;
  reason: string;
  clauses: ClauseDto[];
  wordings: AddendumWording[];
}

/** What an addendum does, by the function that applies it. */
export type AddendumEffect =
  | { kind: 'reprice'; milestoneId: string; title: string; before: number; after: number; charge: Charge }
  | { kind: 'move'; milestoneId: string; title: string; before: Date; after: Date }
  | {
      kind: 'add' | 'bonus';
      title: string;
      amount: number;
      dueAt: Date;
      items: string[];
      charge: Charge;
      /** End of the time to fund it. */
      fundUntil: Date;
    }
  | { kind: 'clock'; clock: AddendumClock; before: string; after: string }
  | { kind: 'deadline'; milestoneId: string; title: string; state: MilestoneState; before: Date; after: Date };

export interface AddendumDto {
  id: string;
  contractId: string;
  n: number;
  kind: AddendumKind;
  state: AddendumState;
  version: number;
  proposedSide: Side;
  reason: string;
  currency: Currency;
  totalBefore: number;
  totalAfter: number;
  document: AddendumDocument;
  documentHash: string;
  deadlineAt: Date;
  createdAt: Date;
  endedAt: Date | null;
  /** Why it was declined. */
  endReason: string | null;
  signatures: { side: Side; name: string; signedAt: Date }[];
  /** What it does now; null once it has ended, and while it cannot be applied. */
  effects: AddendumEffect[] | null;
  /** Why it cannot be applied any more. */
  overtaken: ErrorCode | null;
  pdfUrl: string | null;
  /** Action → true, or why not. */
  can: { sign: true | ErrorCode; decline: true | ErrorCode; withdraw: true | ErrorCode };
  /** An agency has requested the creator's signature; brands do not see it. */
  creatorConfirms: boolean;
}
/** A milestone and what an addendum may change of it. */
export interface AmendableDto {
  milestoneId: string;
  title: string;
  state: MilestoneState;
  amount: number;
  dueAt: Date;
  can: { reprice: true | ErrorCode; move: true | ErrorCode };
}
export interface AmendableClock {
  now: string;
  min: string;
  max: string;
}
export interface AddendaDto {
  contractId: string;
  mySide: Side;
  otherName: string;
  currency: Currency;
  /** The newest first. */
  addenda: AddendumDto[];
  milestones: AmendableDto[];
  /** Those of a live post only where the contract has them. */
  clocks: Record<Exclude<AddendumClock, LiveClock>, AmendableClock> & Partial<Record<LiveClock, AmendableClock>>;
  can: { propose: true | ErrorCode };
  /** The account's own name, which it signs with. */
  signer: string;
  serverNow: Date;
}
