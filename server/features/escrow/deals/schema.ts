/** One choice on a milestone, and what it comes to. */
export interface WhatIfRow {
  choice:
    | 'approve'
    | 'release'
    | 'releasePart'
    | 'requestChanges'
    | 'extendReview'
    | 'extendWork'
    | 'extendPost'
    | 'cancel'
    | 'proposeCancel'
    | 'acceptCancel'
    | 'declineCancel'
    | 'withdrawCancel'
    | 'fund'
    | 'submit'
    | 'post'
    | 'nothing';
  /** Key under `deals:whatIf.<outcome>`. */
  outcome: string;
  amount: number;
  recipient: 'creator' | 'brand' | 'held' | 'none';
  /** When that happens; null: with the act. */
  at: Date | null;
}

/** Why money that was released or refunded has not arrived. */
export interface MoneyWait {
  milestoneId: string;
  /**
   * The provider's answer, the reader's payout account, or the provider's answer about money of the reader's creator or about the
   * agency's share.
   */
  waitsFor: 'answer' | 'account' | 'toCreator' | 'toAgency';
  since: Date;
  /** When staff take over a call without an answer. */
  staffFrom: Date | null;
}

/** What a live post of a deal has come to; `waiting`: no look was taken yet. */
export type LivePost = 'undecided' | 'failing' | 'waiting' | 'watching' | 'ended' | 'kept';
