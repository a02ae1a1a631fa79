import {
  disputeLifted,
  disputeLost,
  disputeOpened,
  type DisputedMoney,
  type MilestoneBooks,
  type Posting,
} from '../rules.ts';

/**
 * P11 and P12's first half: a side disputes what is held of a milestone, or the dispute is over. The kinds are apart from
 * those of card disputes, which move money between the same accounts.
 */
export const contested = (kind: 'contest_opened' | 'contest_closed', m: MilestoneBooks, price: number): Posting => ({
  ...(kind === 'contest_opened' ? disputeOpened : disputeLifted)(m, price),
  kind,
});

/** P16r: the bank gave back what the brand owed: its line follows, and nothing of it is owed any more. */
export const disputeRecovered = (brandOrg: string, money: DisputedMoney): Posting => {
  const lost = disputeLost(brandOrg, money);
  const legs = lost.legs.map((leg) => ({ ...leg, debit: leg.credit, credit: leg.debit }));
  return { ...lost, kind: 'dispute_recovered', legs };
};
