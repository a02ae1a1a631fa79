import * as z from 'zod';
import { CURRENCY_CODES, type Currency } from '../../core/money.ts';
import { proposalInput, proposalNote, type ProposalDto } from '../approvals/schema.ts';

/** The parts of a run, in their order, as an operator sees them. */
export const PHASES = ['ledger', 'deals', 'timelines', 'platform', 'provider'] as const;
export type Phase = (typeof PHASES)[number];

/** One line that is not as it must be. */
export interface Breach {
  /** Name of the invariant, see docs/money.md. */
  invariant: string;
  detail: string;
  /** Null: not of one currency. */
  currency: Currency | null;
  /** Equal for the same breach in a later run, although its figures have changed. */
  key: string;
  /** It stops money-out of its currency, or of every currency when it names none. */
  stopsMoneyOut: boolean;
}

/** Money that the provider moved and we have not booked yet, or the other way round: of a known operation, in its exact amount. */
export interface InFlight {
  what: 'payment' | 'transfer' | 'refund' | 'top_up' | 'webhook';
  opId: string | null;
  /** The provider's line; null where there is none yet. */
  line: string | null;
  currency: string;
  /** The difference of the provider's balance from ours because of it, minor units. */
  amount: number;
  since: Date;
}

export const proposeLiftInput = z.strictObject({ currency: z.enum(CURRENCY_CODES), note: proposalNote });
export const confirmLiftInput = proposalInput;

export type MoneyCheckState = 'queued' | 'running' | 'clean' | 'breached' | 'failed';

export interface BreachDto {
  invariant: string;
  detail: string;
  currency: Currency | null;
  stopsMoneyOut: boolean;
}

/** One invariant and its number of breaches. */
export interface InvariantResult {
  name: string;
  phase: Phase;
  stopsMoneyOut: boolean;
  found: number;
}

export interface MoneyCheckDto {
  id: string;
  state: MoneyCheckState;
  begunBy: 'schedule' | 'restart' | 'operator';
  requestedByName: string | null;
  phase: Phase | 'done';
  percent: number;
  rows: number;
  lines: number;
  /** Null until it has ended. */
  results: InvariantResult[] | null;
  breaches: BreachDto[];
  inFlight: (Pick<InFlight, 'what' | 'opId' | 'amount'> & { currency: string; since: Date })[];
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface MoneyStopDto {
  currency: Currency;
  since: Date;
  /** Whose runs found the differences, the earlier first. */
  causes: ('check' | 'reconciliation')[];
  /** Open for the second staff member. */
  proposal: ProposalDto | null;
}

export interface CheckGauges {
  /** Seconds since the last run with a result; null: there was none. */
  ageSeconds: number | null;
  breaches: number;
  stopped: string[];
}

export interface MoneyCheckOverview {
  /** Under way or about to begin. */
  current: MoneyCheckDto | null;
  /** The last one that ended. */
  last: MoneyCheckDto | null;
  stops: MoneyStopDto[];
  /** The reader may begin a run and lift stops. */
  mayAct: boolean;
}
