import type { SystemContext } from '../../../context.ts';
import type { Post } from '../../ledger/service.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { Settlement } from './rules.ts';

/** What a card's bank has returned to the brand counts for what goes back to it. */
export interface Netted {
  /** Of what goes back, fee and tax included, what the brand has from its bank already. */
  byBank: number;
  /** Follow the postings of the refund's decision. */
  posts: Post[];
}

/**
 * Of a milestone whose payment a card's bank took back for good, in the transaction that decides where its money goes: how
 * much of it the brand has already, and whether the platform's own money suffices for what the creator keeps. Answers why it
 * waits, or what is booked. The bank's part is in payments, which hands this in.
 */
export type Netting = (
  tx: SystemContext,
  row: MilestoneRow,
  settlement: Settlement & { paymentId: string },
) => Promise<Netted | string>;

export const NOTHING_NETTED: Netted = { byBank: 0, posts: [] };

/** Of a caller without the banks: such a milestone waits. */
export const nothingNetted: Netting = () => Promise.resolve('held: charged back');
