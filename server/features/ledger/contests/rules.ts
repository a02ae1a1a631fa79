import type { Currency } from '../../../core/money.ts';
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

/** What goes back to a brand and what its bank has returned to it already. */
interface ReturnedByBank {
  disputeId: string;
  paymentId: string;
  brandOrg: string;
  currency: Currency;
  amount: number;
}

/** P15 of money whose refund is decided: the bank has returned it already, and it is not refunded once more. */
export const disputeRefunded = ({ disputeId, paymentId, brandOrg, currency, amount }: ReturnedByBank): Posting => ({
  kind: 'dispute_refunded',
  legs: [
    { code: 'REFUND_PAYABLE', scope: paymentId, currency, org: brandOrg, debit: amount, credit: 0 },
    { code: 'CARD_DISPUTE_HOLD', scope: disputeId, currency, org: null, debit: 0, credit: amount },
  ],
});

/**
 * P15 of a refund that did not go through, whose brand owes the same sum: its bank took it once, so that neither is owed.
 */
export const refundSetOff = ({
  paymentId,
  brandOrg,
  currency,
  amount,
}: Omit<ReturnedByBank, 'disputeId'>): Posting => ({
  kind: 'dispute_refunded',
  legs: [
    { code: 'REFUND_PAYABLE', scope: paymentId, currency, org: brandOrg, debit: amount, credit: 0 },
    { code: 'BRAND_RECEIVABLE', scope: brandOrg, currency, org: null, debit: 0, credit: amount },
  ],
});

/** P15r: the bank takes back what it had returned: its line follows, and the brand's refund is owed again. */
export const disputeReclaimed = (back: ReturnedByBank): Posting => {
  const refunded = disputeRefunded(back);
  const legs = refunded.legs.map((leg) => ({ ...leg, debit: leg.credit, credit: leg.debit }));
  return { kind: 'dispute_recovered', legs };
};

/** P16p: a brand pays what it owes; what is more than that is parked. */
export const debtPaid = (brandOrg: string, currency: Currency, sums: { paid: number; left: number }): Posting => ({
  kind: 'debt_paid',
  legs: [
    { code: 'PSP_BAL' as const, scope: '', currency, org: null, debit: sums.paid + sums.left, credit: 0 },
    { code: 'BRAND_RECEIVABLE' as const, scope: brandOrg, currency, org: null, debit: 0, credit: sums.paid },
    { code: 'SUSPENSE' as const, scope: '', currency, org: null, debit: 0, credit: sums.left },
  ].filter((leg) => leg.debit + leg.credit > 0),
});

/** P16w: what a brand owed is the platform's loss. */
export const debtWrittenOff = (brandOrg: string, currency: Currency, amount: number): Posting => ({
  kind: 'debt_written_off',
  legs: [
    { code: 'CHARGEBACK_LOSS', scope: '', currency, org: null, debit: amount, credit: 0 },
    { code: 'BRAND_RECEIVABLE', scope: brandOrg, currency, org: null, debit: 0, credit: amount },
  ],
});

/** P16r of a debt that was written off: the bank gives the money back, and the loss is none. */
export const lossRegained = (disputeId: string, currency: Currency, amount: number): Posting => ({
  kind: 'dispute_recovered',
  legs: [
    { code: 'CARD_DISPUTE_HOLD', scope: disputeId, currency, org: null, debit: amount, credit: 0 },
    { code: 'CHARGEBACK_LOSS', scope: '', currency, org: null, debit: 0, credit: amount },
  ],
});
