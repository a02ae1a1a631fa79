import type { Currency } from '../../core/money.ts';

/** `charge`: of a saved method; `customer`, `method_setup`: for saving one. */
export type OperationKind =
  | 'checkout'
  | 'charge'
  | 'transfer'
  | 'refund'
  | 'payout'
  | 'top_up'
  | 'account'
  | 'customer'
  | 'method_setup';
export const OPERATION_STATES = ['waiting', 'claimed', 'done', 'failed', 'unknown'] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** A call to the provider that was or will be made: committed before the call, found again by `opId` after it. */
export interface Operation {
  op_id: string;
  attempt: number;
  idempotency_key: string;
  state: OperationState;
  provider_id: string | null;
  error: string | null;
  claimed_at: Date;
}

export interface NewOperation {
  opId: string;
  kind: OperationKind;
  milestoneId?: string;
  contractId?: string;
  orgId?: string;
  amount?: number;
  currency?: Currency;
  /** `waiting`: prepared, but the payee cannot be paid yet. */
  state?: 'waiting' | 'claimed';
}
