import type { Currency } from '../../../core/money.ts';

export type ReconciliationState = 'queued' | 'running' | 'clean' | 'drift' | 'failed';

/**
 * What differs: the provider moved money that no posting mirrors, a posting has no line there, both have another amount
 * or currency, or a line reads otherwise than it was stored.
 */
export type DifferenceKind = 'no_posting' | 'no_line' | 'amount' | 'changed';

/** A balance transaction as the provider listed it. */
export interface ProviderLine {
  id: string;
  type: string;
  amount: number;
  fee: number;
  net: number;
  /** Upper case; may be an unsupported currency. */
  currency: string;
  sourceId: string | null;
  opId: string | null;
  destination: string | null;
  createdAt: Date;
}

export interface ReconciledFigures {
  linesRead: number;
  linesStored: number;
  linesCompared: number;
  postingsCompared: number;
  inFlight: number;
}

export interface Difference {
  /** Equal for the same difference in a later run. */
  key: string;
  kind: DifferenceKind;
  /** Upper case; may be an unsupported currency. */
  currency: string;
  lineId: string | null;
  lineType: string | null;
  /** The provider's object behind the line. */
  sourceId: string | null;
  txId: string | null;
  opId: string | null;
  /** What moved at the provider, minor units; null where it has no line. */
  theirs: number | null;
  /** What moved in the ledger, minor units; null where it has no posting. */
  ours: number | null;
  contractId: string | null;
  milestoneId: string | null;
  at: Date | null;
}

export interface DifferenceDto extends Difference {
  /** `theirs` less `ours`. */
  off: number;
  /** Null for a currency that the product does not support. */
  money: Currency | null;
}

export interface ReconciliationDto {
  id: string;
  state: ReconciliationState;
  begunBy: 'schedule' | 'restart' | 'operator';
  requestedByName: string | null;
  linesRead: number;
  linesStored: number;
  linesCompared: number;
  postingsCompared: number;
  inFlight: number;
  found: number;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface ReconciliationOverview {
  /** Under way or about to begin. */
  current: ReconciliationDto | null;
  /** Those that ended, the newest first. */
  runs: ReconciliationDto[];
  /** Of the last run with a result. */
  differences: DifferenceDto[];
  /** The reader may begin a run and lift stops. */
  mayAct: boolean;
}
