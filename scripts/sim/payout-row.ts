import type { TransferBooks } from '../../server/features/ledger/rules.ts';
import type { PayoutState } from '../../server/features/payouts/schema.ts';
import type { Schedule } from '../../server/features/payouts/schedule/rules.ts';

export type Leg = TransferBooks['leg'];
/** A payout of a payee to its bank. */
export interface Payout {
  id: string;
  leg: Leg;
  opId: string;
  amount: number;
  state: PayoutState;
  version: number;
  providerId: string | null;
  /** The bank account that its calls name, of the present attempt. */
  destination: string | null;
  /** Transfers that it consists of, by their operations. */
  transfers: string[];
  createdAt: Date;
  scheduled: boolean;
  /** The least that its payee's schedule paid out when it was claimed; 0 where the payee had named none in its currency. */
  least: number;
}
/** How a payee is paid by itself. */
export interface PayoutPlan {
  schedule: Schedule;
  day: number | null;
  /** The payee's own least sum, in the currency of its account. */
  minimum: number | null;
  nextAt: Date | null;
  stopped: boolean;
}
export const NO_SCHEDULE: PayoutPlan = { schedule: 'manual', day: null, minimum: null, nextAt: null, stopped: false };

export const payoutIdOf = (n: number): string => `00000000-0000-7000-8000-0f0000${String(n).padStart(6, '0')}`;
