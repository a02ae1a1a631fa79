import { disputeLifted, disputeOpened, type MilestoneBooks, type Posting } from '../rules.ts';

/**
 * P11 and P12's first half: a side disputes what is held of a milestone, or the dispute is over. The kinds are apart from
 * those of card disputes, which move money between the same accounts.
 */
export const contested = (kind: 'contest_opened' | 'contest_closed', m: MilestoneBooks, price: number): Posting => ({
  ...(kind === 'contest_opened' ? disputeOpened : disputeLifted)(m, price),
  kind,
});
