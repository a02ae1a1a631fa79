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
  at: Date | null;
}

/** Why money that was released or refunded to the reader has not arrived. */
export interface MoneyWait {
  milestoneId: string;
  waitsFor: 'answer' | 'account';
  since: Date;
  /** When staff take over a call without an answer. */
  staffFrom: Date | null;
}
