import { toDecimal, type Currency } from '../../server/core/money.ts';
import { chargeBetween, chargeFor, commissionOf } from '../../server/features/ledger/charges/rules.ts';
import {
  contested,
  debtPaid,
  debtWrittenOff,
  disputeRecovered,
  disputeRefunded,
  refundSetOff,
} from '../../server/features/ledger/contests/rules.ts';
import * as post from '../../server/features/ledger/rules.ts';
import type { Leg, MilestoneBooks, Posting, RefundBooks, TransferBooks } from '../../server/features/ledger/rules.ts';
import { settlementOf } from '../../server/features/escrow/refund/rules.ts';

/*
 * The worked examples of docs/ledger-for-accountants.md, computed by the functions that post. A test compares the two.
 */

const CURRENCY: Currency = 'EUR';
const CHARGE = chargeFor(100_000, 500, 2_000, CURRENCY);
const PROVIDER_FEE = 1_800;
const DISPUTE_FEE = 2_000;
const books: MilestoneBooks = { milestoneId: 'm', brandOrg: 'brand', currency: CURRENCY, taxCountry: 'FR' };
const payees = { creatorOrg: 'creator', agencyOrg: 'agency' };
const { creator, agent } = commissionOf(CHARGE.price, 1_500, CURRENCY);
const transfer: TransferBooks = {
  opId: 'xfer:m:creator',
  leg: 'creator',
  payeeOrg: 'creator',
  amount: creator,
  currency: CURRENCY,
};
const refund: RefundBooks = {
  opId: 'refund:m:1',
  paymentId: 'p',
  brandOrg: 'brand',
  amount: CHARGE.total,
  currency: CURRENCY,
};
const part = chargeBetween(CHARGE, 0, 40_000, CURRENCY);
const ofPart = commissionOf(part.price, 1_500, CURRENCY);
const settled = chargeBetween(CHARGE, 0, 60_000, CURRENCY);
const ofSettled = commissionOf(settled.price, 1_500, CURRENCY);
const kill = settlementOf(CHARGE, { reason: 'cancelled_by_brand', killFeeBps: 2_500, agreedKept: null }, CURRENCY);
const dispute = { disputeId: 'd', currency: CURRENCY, amount: CHARGE.total, fee: DISPUTE_FEE };
const won = { ...dispute, fee: 0 };

export interface LedgerExample {
  when: string;
  posting: Posting;
}

export const EXAMPLES: readonly { title: string; examples: readonly LedgerExample[] }[] = [
  {
    title: 'Money comes in',
    examples: [
      { when: 'the payment of the brand arrived', posting: post.fundedPosting(books, CHARGE) },
      { when: 'what the provider kept of it', posting: post.providerFeePosting(CURRENCY, PROVIDER_FEE) },
      { when: 'the platform put in its own money', posting: post.floatTopUp(CURRENCY, 50_000) },
    ],
  },
  {
    title: 'Money is earned and leaves',
    examples: [
      {
        when: 'the work was approved and has cleared',
        posting: post.releasePosting(books, { creator, agent, fee: CHARGE.fee }, payees),
      },
      {
        when: 'a part of 400.00 was released before',
        posting: post.releasePosting(books, { ...ofPart, fee: part.fee }, payees),
      },
      { when: 'the transfer to the creator was claimed', posting: post.transferClaimed(transfer) },
      { when: 'the provider made it', posting: post.transferSent(transfer) },
      { when: 'or refused it', posting: post.transferFailed(transfer) },
      {
        when: 'it was taken back by hand at the provider',
        posting: post.transferReversed({ payeeOrg: 'creator', amount: creator, currency: CURRENCY }),
      },
    ],
  },
  {
    title: 'Money goes back',
    examples: [
      { when: 'the whole charge goes back', posting: post.refundDecided(books, CHARGE, 'p') },
      { when: 'all but a kill fee of 25 %', posting: post.refundDecided(books, kill.back, 'p') },
      { when: 'the refund was claimed', posting: post.refundClaimed(refund) },
      { when: 'the provider made it', posting: post.refundSent(refund) },
      { when: 'the bank of the payer sent it back', posting: post.refundFailed(refund) },
      { when: 'the provider refused it', posting: post.refundRefused(refund) },
      { when: 'it was paid from our own bank instead', posting: post.refundByBank(refund) },
    ],
  },
  {
    title: 'A card bank disputes the charge',
    examples: [
      { when: 'it took the money, and the provider a fee', posting: post.disputeWithdrawn(dispute) },
      { when: 'the money was still in escrow', posting: post.disputeOpened(books, CHARGE.price) },
      { when: 'the dispute was won: the money is back', posting: post.disputeReinstated(won) },
      { when: 'and in escrow again', posting: post.disputeLifted(books, CHARGE.price) },
      { when: 'or the work is approved, and paid all the same', posting: post.disputeGuaranteed(books, CHARGE.price) },
      {
        when: 'lost before there was work to approve: the refund that was decided is with the brand already',
        posting: disputeRefunded({
          disputeId: 'd',
          paymentId: 'p',
          brandOrg: 'brand',
          currency: CURRENCY,
          amount: CHARGE.total,
        }),
      },
      { when: 'lost after the creator was paid', posting: post.disputeLost('brand', won) },
      {
        when: 'the brand pays what it owes',
        posting: debtPaid('brand', CURRENCY, { paid: CHARGE.total, left: 0 }),
      },
      { when: 'or two of the staff write it off', posting: debtWrittenOff('brand', CURRENCY, CHARGE.total) },
      {
        when: 'or a refund that did not go through is set off against it',
        posting: refundSetOff({ paymentId: 'p', brandOrg: 'brand', currency: CURRENCY, amount: CHARGE.total }),
      },
      { when: 'the bank gives it back all the same, before its line', posting: disputeRecovered('brand', won) },
    ],
  },
  {
    title: 'The two sides dispute the work, settled 60:40',
    examples: [
      { when: 'a side opened it: set aside', posting: contested('contest_opened', books, CHARGE.price) },
      { when: 'it was settled', posting: contested('contest_closed', books, CHARGE.price) },
      {
        when: 'the share of the creator',
        posting: post.releasePosting(books, { ...ofSettled, fee: settled.fee }, payees),
      },
      {
        when: 'the share of the brand',
        posting: post.refundDecided(books, chargeBetween(CHARGE, 60_000, CHARGE.price, CURRENCY), 'p'),
      },
    ],
  },
  {
    title: 'Money without a claim',
    examples: [
      { when: 'it arrived', posting: post.suspenseIn(CURRENCY, 30_000) },
      { when: 'it went back the way it came', posting: post.suspenseOut(CURRENCY, 30_000) },
      { when: 'by a rate that cost 2.50 more', posting: post.suspenseDifference(CURRENCY, 250) },
      {
        when: 'two of the staff decided that it is ours',
        posting: post.parkedSettled(CURRENCY, 30_000, { to: 'platform', brandOrg: null }),
      },
    ],
  },
  {
    title: 'The wallet of a payee at the provider (memo accounts)',
    examples: [
      { when: 'a payout was claimed', posting: post.payoutClaimed('creator', CURRENCY, creator) },
      { when: 'its bank has it', posting: post.payoutPaid('creator', CURRENCY, creator) },
      { when: 'the provider could not pay it', posting: post.payoutFailed('creator', CURRENCY, creator) },
      { when: 'the bank returned it', posting: post.payoutReturned('creator', CURRENCY, creator) },
    ],
  },
];

const WIDTH = 30;

function side(leg: Leg | undefined): string {
  if (!leg) return ' '.repeat(WIDTH);
  const amount = toDecimal({ amount: leg.debit + leg.credit, currency: leg.currency }).replace(
    /\B(?=(\d{3})+(?!\d))/g,
    ',',
  );
  return leg.code + amount.padStart(WIDTH - leg.code.length);
}

/** A posting as a T: debits on the left, credits on the right. */
function tAccount({ when, posting }: LedgerExample): string {
  const debits = posting.legs.filter((leg) => leg.debit > 0);
  const credits = posting.legs.filter((leg) => leg.credit > 0);
  const rows = Array.from({ length: Math.max(debits.length, credits.length) }, (_, i) =>
    `${side(debits[i])} | ${side(credits[i])}`.trimEnd(),
  );
  return [`${posting.kind}: ${when}`, ...rows].join('\n');
}

/** The section of the document, between its two comments. */
export const ledgerExamples = (): string =>
  EXAMPLES.map(({ title, examples }) => `### ${title}\n\`\`\`\n${examples.map(tAccount).join('\n')}\n\`\`\``).join(
    '\n\n',
  );
