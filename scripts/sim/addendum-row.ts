import type { AddendumChange, AddendumClock, AddendumState } from '../../server/features/addenda/schema.ts';
import type { DealTerms, Side } from '../../server/features/terms/schema.ts';

/** What an addendum is to change, by the numbers of milestones; times in milliseconds. */
export type Wish =
  | { kind: 'reprice'; m: number; amount: number }
  | { kind: 'move'; m: number; dueAt: number }
  | { kind: 'add'; amount: number; dueAt: number }
  | { kind: 'bonus'; amount: number }
  | { kind: 'clocks'; clock: AddendumClock; length: string };

/** An addendum of one of the contracts. */
export interface Addendum {
  contractId: string;
  state: AddendumState;
  proposedSide: Side;
  signed: Side[];
  changes: AddendumChange[];
  totalBefore: number;
  /** The terms in force once it is applied, as both sides read them when they signed. */
  termsAfter: DealTerms;
  deadlineAt: Date;
  ended: boolean;
}
