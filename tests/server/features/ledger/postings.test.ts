import { expect, test } from 'vitest';
import {
  acceptedPosting,
  disputeGuaranteed,
  disputeLifted,
  disputeLost,
  disputeOpened,
  disputeReinstated,
  disputeWithdrawn,
  floatTopUp,
  fundedPosting,
  parkedSettled,
  payoutClaimed,
  payoutFailed,
  payoutPaid,
  payoutReturned,
  providerFeePosting,
  refundByBank,
  refundClaimed,
  refundDecided,
  refundFailed,
  refundRefused,
  refundSent,
  releasePosting,
  suspenseDifference,
  suspenseIn,
  suspenseOut,
  transferClaimed,
  transferFailed,
  transferReversed,
  transferSent,
  unidentifiedMovement,
  type Posting,
} from '../../../../server/features/ledger/rules.ts';
import {
  contested,
  debtPaid,
  debtWrittenOff,
  disputeReclaimed,
  disputeRecovered,
  disputeRefunded,
  refundSetOff,
  lossRegained,
} from '../../../../server/features/ledger/contests/rules.ts';

/** A posting as a line: what is debited, what is credited, each as `account[scope] org amount`. */
function lineOf({ kind, legs }: Posting): string {
  const side = (which: 'debit' | 'credit') =>
    legs
      .filter((leg) => leg[which] > 0)
      .map(
        (leg) =>
          `${leg.code}[${leg.scope}]${leg.org ? ` ${leg.org}` : ''} ${leg[which]}${leg.currency === 'EUR' ? '' : ` ${leg.currency}`}`,
      )
      .join(' + ');
  return `${kind}: ${side('debit')} → ${side('credit')}`;
}

const milestone = { milestoneId: 'm1', brandOrg: 'brand', currency: 'EUR', taxCountry: 'FR' } as const;
const charge = { price: 1_000, fee: 50, tax: 10, total: 1_060 };
const refund = { opId: 'refund:m1:1', paymentId: 'pay1', brandOrg: 'brand', amount: 1_060, currency: 'EUR' } as const;
const transfer = (leg: 'creator' | 'agent') =>
  ({ opId: `xfer:m1:${leg}`, leg, payeeOrg: leg, amount: 850, currency: 'EUR' }) as const;
const dispute = { disputeId: 'du1', currency: 'EUR', amount: 1_060, fee: 20 } as const;
const returned = { disputeId: 'du1', paymentId: 'pay1', brandOrg: 'brand', currency: 'EUR', amount: 1_060 } as const;
const payees = { creatorOrg: 'creator', agencyOrg: 'agency' };

test.each([
  [
    () => fundedPosting(milestone, charge),
    'funded: PSP_BAL[] 1060 → ESCROW_HELD[m1] brand 1000 + FEE_DEFERRED[m1] brand 50 + TAX_PAYABLE[FR] 10',
  ],
  [
    () => acceptedPosting(milestone, { price: 1_000, fee: 25, tax: 5, total: 1_030 }),
    'funded: SUSPENSE[] 1030 → ESCROW_HELD[m1] brand 1000 + FEE_DEFERRED[m1] brand 25 + TAX_PAYABLE[FR] 5',
  ],
  [() => providerFeePosting('JPY', 30), 'provider_fee: PSP_FEE[] 30 JPY → PSP_BAL[] 30 JPY'],
  [
    () => releasePosting(milestone, { creator: 850, agent: 150, fee: 50 }, payees),
    'release: ESCROW_HELD[m1] brand 1000 + FEE_DEFERRED[m1] brand 50 → CREATOR_PAYABLE[creator] creator 850 + AGENT_PAYABLE[agency] agency 150 + FEE_REVENUE[] 50',
  ],
  [
    () => releasePosting(milestone, { creator: 1_000, agent: 0, fee: 0 }, { creatorOrg: 'creator', agencyOrg: null }),
    'release: ESCROW_HELD[m1] brand 1000 → CREATOR_PAYABLE[creator] creator 1000',
  ],
  [
    () => transferClaimed(transfer('creator')),
    'transfer_claimed: CREATOR_PAYABLE[creator] creator 850 → XFER_IN_FLIGHT[xfer:m1:creator] creator 850',
  ],
  [
    () => transferClaimed(transfer('agent')),
    'transfer_claimed: AGENT_PAYABLE[agent] agent 850 → XFER_IN_FLIGHT[xfer:m1:agent] agent 850',
  ],
  [
    () => transferSent(transfer('creator')),
    'transfer_sent: XFER_IN_FLIGHT[xfer:m1:creator] creator 850 + M_CONNECTED[creator] creator 850 → PSP_BAL[] 850 + M_EARNED[creator] creator 850',
  ],
  [
    () => transferFailed(transfer('agent')),
    'transfer_failed: XFER_IN_FLIGHT[xfer:m1:agent] agent 850 → AGENT_PAYABLE[agent] agent 850',
  ],
  [
    () => transferReversed(transfer('creator')),
    'transfer_reversed: PSP_BAL[] 850 + M_EARNED[creator] creator 850 → SUSPENSE[] 850 + M_CONNECTED[creator] creator 850',
  ],
  [
    () => refundDecided(milestone, charge, 'pay1'),
    'refund_decided: ESCROW_HELD[m1] brand 1000 + FEE_DEFERRED[m1] brand 50 + TAX_PAYABLE[FR] 10 → REFUND_PAYABLE[pay1] brand 1060',
  ],
  [
    () => refundClaimed(refund),
    'refund_claimed: REFUND_PAYABLE[pay1] brand 1060 → REFUND_IN_FLIGHT[refund:m1:1] brand 1060',
  ],
  [() => refundSent(refund), 'refund_sent: REFUND_IN_FLIGHT[refund:m1:1] brand 1060 → PSP_BAL[] 1060'],
  [() => refundFailed(refund), 'refund_failed: PSP_BAL[] 1060 → REFUND_PAYABLE[pay1] brand 1060'],
  [
    () => refundRefused(refund),
    'refund_refused: REFUND_IN_FLIGHT[refund:m1:1] brand 1060 → REFUND_PAYABLE[pay1] brand 1060',
  ],
  [() => refundByBank(refund), 'refund_by_bank: REFUND_PAYABLE[pay1] brand 1060 → BANK[] 1060'],
  [
    () => disputeWithdrawn(dispute),
    'dispute_withdrawn: CARD_DISPUTE_HOLD[du1] 1060 + DISPUTE_FEE[] 20 → PSP_BAL[] 1080',
  ],
  [() => disputeReinstated({ ...dispute, fee: 0 }), 'dispute_reinstated: PSP_BAL[] 1060 → CARD_DISPUTE_HOLD[du1] 1060'],
  [
    () => disputeReinstated({ ...dispute, fee: -20 }),
    'dispute_reinstated: PSP_BAL[] 1080 → CARD_DISPUTE_HOLD[du1] 1060 + DISPUTE_FEE[] 20',
  ],
  [
    () => disputeReinstated(dispute),
    'dispute_reinstated: PSP_BAL[] 1040 + DISPUTE_FEE[] 20 → CARD_DISPUTE_HOLD[du1] 1060',
  ],
  [() => disputeOpened(milestone, 600), 'dispute_opened: ESCROW_HELD[m1] brand 600 → ESCROW_DISPUTED[m1] brand 600'],
  [() => disputeLifted(milestone, 600), 'dispute_lifted: ESCROW_DISPUTED[m1] brand 600 → ESCROW_HELD[m1] brand 600'],
  [
    () => disputeGuaranteed(milestone, 600),
    'dispute_guaranteed: ESCROW_DISPUTED[m1] brand 600 → ESCROW_HELD[m1] brand 600',
  ],
  [() => disputeLost('brand', dispute), 'dispute_lost: BRAND_RECEIVABLE[brand] 1060 → CARD_DISPUTE_HOLD[du1] 1060'],
  [
    () => disputeRecovered('brand', dispute),
    'dispute_recovered: CARD_DISPUTE_HOLD[du1] 1060 → BRAND_RECEIVABLE[brand] 1060',
  ],
  [() => disputeRefunded(returned), 'dispute_refunded: REFUND_PAYABLE[pay1] brand 1060 → CARD_DISPUTE_HOLD[du1] 1060'],
  [() => refundSetOff(returned), 'dispute_refunded: REFUND_PAYABLE[pay1] brand 1060 → BRAND_RECEIVABLE[brand] 1060'],
  [
    () => disputeReclaimed(returned),
    'dispute_recovered: CARD_DISPUTE_HOLD[du1] 1060 → REFUND_PAYABLE[pay1] brand 1060',
  ],
  [
    () => debtPaid('brand', 'EUR', { paid: 1_000, left: 60 }),
    'debt_paid: PSP_BAL[] 1060 → BRAND_RECEIVABLE[brand] 1000 + SUSPENSE[] 60',
  ],
  [() => debtPaid('brand', 'EUR', { paid: 60, left: 0 }), 'debt_paid: PSP_BAL[] 60 → BRAND_RECEIVABLE[brand] 60'],
  [() => debtWrittenOff('brand', 'EUR', 60), 'debt_written_off: CHARGEBACK_LOSS[] 60 → BRAND_RECEIVABLE[brand] 60'],
  [() => lossRegained('du1', 'EUR', 60), 'dispute_recovered: CARD_DISPUTE_HOLD[du1] 60 → CHARGEBACK_LOSS[] 60'],
  [
    () => contested('contest_opened', milestone, 600),
    'contest_opened: ESCROW_HELD[m1] brand 600 → ESCROW_DISPUTED[m1] brand 600',
  ],
  [
    () => contested('contest_closed', milestone, 600),
    'contest_closed: ESCROW_DISPUTED[m1] brand 600 → ESCROW_HELD[m1] brand 600',
  ],
  [() => floatTopUp('EUR', 500), 'float: PSP_BAL[] 500 → FLOAT_EQUITY[] 500'],
  [() => suspenseIn('EUR', 500), 'suspense_in: PSP_BAL[] 500 → SUSPENSE[] 500'],
  [() => suspenseOut('EUR', 500), 'suspense_out: SUSPENSE[] 500 → PSP_BAL[] 500'],
  [() => unidentifiedMovement('EUR', 500), 'suspense_in: PSP_BAL[] 500 → SUSPENSE[] 500'],
  [() => unidentifiedMovement('EUR', -500), 'suspense_out: SUSPENSE[] 500 → PSP_BAL[] 500'],
  [() => suspenseDifference('EUR', 5), 'suspense_difference: FX_RESULT[] 5 → SUSPENSE[] 5'],
  [() => suspenseDifference('EUR', -5), 'suspense_difference: SUSPENSE[] 5 → FX_RESULT[] 5'],
  [
    () => parkedSettled('EUR', 500, { to: 'paid_by_bank', brandOrg: null }),
    'suspense_settled: SUSPENSE[] 500 → BANK[] 500',
  ],
  [
    () => parkedSettled('EUR', 500, { to: 'platform', brandOrg: 'brand' }),
    'suspense_settled: SUSPENSE[] 500 → FLOAT_EQUITY[] 500',
  ],
  [
    () => parkedSettled('EUR', -500, { to: 'brand_owes', brandOrg: 'brand' }),
    'suspense_settled: BRAND_RECEIVABLE[brand] 500 → SUSPENSE[] 500',
  ],
  [
    () => parkedSettled('EUR', -500, { to: 'brand_owes', brandOrg: null }),
    'suspense_settled: CHARGEBACK_LOSS[] 500 → SUSPENSE[] 500',
  ],
  [
    () => parkedSettled('EUR', -500, { to: 'platform', brandOrg: 'brand' }),
    'suspense_settled: CHARGEBACK_LOSS[] 500 → SUSPENSE[] 500',
  ],
  [() => payoutClaimed('org', 'EUR', 9), 'payout_claimed: M_TRANSIT[org] org 9 → M_CONNECTED[org] org 9'],
  [() => payoutPaid('org', 'EUR', 9), 'payout_paid: M_BANK[org] org 9 → M_TRANSIT[org] org 9'],
  [() => payoutFailed('org', 'EUR', 9), 'payout_failed: M_CONNECTED[org] org 9 → M_TRANSIT[org] org 9'],
  [() => payoutReturned('org', 'EUR', 9), 'payout_returned: M_CONNECTED[org] org 9 → M_BANK[org] org 9'],
] satisfies [() => Posting, string][])('the posting moves money between these accounts: %#', (posting, line) => {
  // Made within the test, so that a changed rule is one of this test's.
  const made = posting();
  expect(lineOf(made)).toBe(line);
  expect(made.legs.filter((leg) => leg.debit + leg.credit <= 0)).toEqual([]);
});

test('nothing that is no amount, and nothing that moves nothing, becomes a posting', () => {
  for (const amount of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => floatTopUp('EUR', amount)).toThrow(`float: PSP_BAL ${amount} is no amount`);
  expect(() => floatTopUp('EUR', 0)).toThrow('float does not balance: 0');
  expect(() => fundedPosting(milestone, { ...charge, total: 1_061 })).toThrow('funded does not balance: 1');
});
