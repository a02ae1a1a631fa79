import type { Currency } from '../../core/money.ts';
import type { Charge } from './charges/rules.ts';

/**
 * The chart of accounts: code → normal side. `scope` of an account says whose it is: a milestone, an org, an operation,
 * a payment or a country; empty for the platform's own. `negative`: the one kind of account that may go below zero,
 * because it mirrors the books of another party or because it is cleared later.
 */
export const CHART = {
  PSP_BAL: { side: 'debit', negative: true },
  CARD_DISPUTE_HOLD: { side: 'debit' },
  BRAND_RECEIVABLE: { side: 'debit' },
  BANK: { side: 'debit', negative: true },
  ESCROW_HELD: { side: 'credit' },
  ESCROW_DISPUTED: { side: 'credit' },
  CREATOR_PAYABLE: { side: 'credit' },
  AGENT_PAYABLE: { side: 'credit' },
  XFER_IN_FLIGHT: { side: 'credit' },
  REFUND_PAYABLE: { side: 'credit' },
  REFUND_IN_FLIGHT: { side: 'credit' },
  FEE_DEFERRED: { side: 'credit' },
  TAX_PAYABLE: { side: 'credit' },
  FEE_REVENUE: { side: 'credit' },
  PSP_FEE: { side: 'debit' },
  DISPUTE_FEE: { side: 'debit' },
  CHARGEBACK_LOSS: { side: 'debit' },
  FX_RESULT: { side: 'credit', negative: true },
  FLOAT_EQUITY: { side: 'credit' },
  SUSPENSE: { side: 'credit', negative: true },
  M_CONNECTED: { side: 'debit', negative: true },
  M_TRANSIT: { side: 'debit', negative: true },
  M_BANK: { side: 'debit', negative: true },
  M_EARNED: { side: 'credit', negative: true },
} as const satisfies Record<string, { side: 'debit' | 'credit'; negative?: true }>;

export type AccountCode = keyof typeof CHART;

/** What the platform owes to clients and states; with FEE_DEFERRED it is what a refund of everything would take. */
export const CLIENT_LIABILITIES = [
  'ESCROW_HELD',
  'ESCROW_DISPUTED',
  'CREATOR_PAYABLE',
  'AGENT_PAYABLE',
  'XFER_IN_FLIGHT',
  'REFUND_PAYABLE',
  'REFUND_IN_FLIGHT',
  'TAX_PAYABLE',
] as const satisfies readonly AccountCode[];

export const POSTING_KINDS = [
  'funded',
  'provider_fee',
  'release',
  'transfer_claimed',
  'transfer_sent',
  'transfer_failed',
  'refund_decided',
  'refund_claimed',
  'refund_sent',
  'refund_failed',
  'refund_refused',
  'refund_by_bank',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_opened',
  'dispute_lifted',
  'dispute_guaranteed',
  'dispute_lost',
  'dispute_refunded',
  'dispute_recovered',
  'debt_paid',
  'debt_written_off',
  'contest_opened',
  'contest_closed',
  'transfer_reversed',
  'float',
  'suspense_in',
  'suspense_out',
  'suspense_difference',
  'suspense_settled',
  'payout_claimed',
  'payout_paid',
  'payout_failed',
  'payout_returned',
] as const;

export type PostingKind = (typeof POSTING_KINDS)[number];

/** One side of a posting; exactly one of `debit` and `credit` is positive. Minor units. */
export interface Leg {
  code: AccountCode;
  scope: string;
  currency: Currency;
  /** Org that may read the account. */
  org: string | null;
  debit: number;
  credit: number;
}

/** A posting before it has an operation id: what moves where. */
export interface Posting {
  kind: PostingKind;
  legs: Leg[];
}

interface Where {
  scope?: string;
  org?: string | null;
}

function draft(kind: PostingKind, currency: Currency) {
  const legs: Leg[] = [];
  const add = (code: AccountCode, amount: number, side: 'debit' | 'credit', { scope = '', org = null }: Where) => {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${kind}: ${code} ${amount} is no amount`);
    if (amount > 0)
      legs.push({
        code,
        scope,
        currency,
        org,
        debit: side === 'debit' ? amount : 0,
        credit: side === 'credit' ? amount : 0,
      });
    return builder;
  };
  const builder = {
    debit: (code: AccountCode, amount: number, where: Where = {}) => add(code, amount, 'debit', where),
    credit: (code: AccountCode, amount: number, where: Where = {}) => add(code, amount, 'credit', where),
    done(): Posting {
      const left = legs.reduce((sum, l) => sum + l.debit - l.credit, 0);
      if (left !== 0 || legs.length === 0) throw new RangeError(`${kind} does not balance: ${left}`);
      return { kind, legs };
    },
  };
  return builder;
}

/** A milestone as its postings need it. */
export interface MilestoneBooks {
  milestoneId: string;
  brandOrg: string;
  currency: Currency;
  /** Country whose tax is on the fee; scope of TAX_PAYABLE. */
  taxCountry: string;
}

const held = (m: MilestoneBooks): Where => ({ scope: m.milestoneId, org: m.brandOrg });

/** P1: the charge arrived in full. */
export const fundedPosting = (m: MilestoneBooks, charge: Charge): Posting =>
  draft('funded', m.currency)
    .debit('PSP_BAL', charge.total)
    .credit('ESCROW_HELD', charge.price, held(m))
    .credit('FEE_DEFERRED', charge.fee, held(m))
    .credit('TAX_PAYABLE', charge.tax, { scope: m.taxCountry })
    .done();

/** P1 of suspended money that was accepted as the payment; `charge`: what arrived. */
export const acceptedPosting = (m: MilestoneBooks, charge: Charge): Posting =>
  draft('funded', m.currency)
    .debit('SUSPENSE', charge.total)
    .credit('ESCROW_HELD', charge.price, held(m))
    .credit('FEE_DEFERRED', charge.fee, held(m))
    .credit('TAX_PAYABLE', charge.tax, { scope: m.taxCountry })
    .done();

/** P1f: what the provider kept of the charge. */
export const providerFeePosting = (currency: Currency, fee: number): Posting =>
  draft('provider_fee', currency).debit('PSP_FEE', fee).credit('PSP_BAL', fee).done();

export interface Payees {
  creatorOrg: string;
  agencyOrg: string | null;
}

/** P4: the held price is earned by the creator (and the agency), the deferred fee by the platform. */
export const releasePosting = (
  m: MilestoneBooks,
  earned: { creator: number; agent: number; fee: number },
  payees: Payees,
): Posting =>
  draft('release', m.currency)
    .debit('ESCROW_HELD', earned.creator + earned.agent, held(m))
    .debit('FEE_DEFERRED', earned.fee, held(m))
    .credit('CREATOR_PAYABLE', earned.creator, { scope: payees.creatorOrg, org: payees.creatorOrg })
    .credit('AGENT_PAYABLE', earned.agent, payees.agencyOrg ? { scope: payees.agencyOrg, org: payees.agencyOrg } : {})
    .credit('FEE_REVENUE', earned.fee)
    .done();

/** One transfer to one payee. */
export interface TransferBooks {
  opId: string;
  leg: 'creator' | 'agent';
  payeeOrg: string;
  amount: number;
  currency: Currency;
}

const payableOf = (t: TransferBooks): AccountCode => (t.leg === 'creator' ? 'CREATOR_PAYABLE' : 'AGENT_PAYABLE');
const payee = (t: TransferBooks): Where => ({ scope: t.payeeOrg, org: t.payeeOrg });

/** P5: the transfer is claimed, before the provider is called. */
export const transferClaimed = (t: TransferBooks): Posting =>
  draft('transfer_claimed', t.currency)
    .debit(payableOf(t), t.amount, payee(t))
    .credit('XFER_IN_FLIGHT', t.amount, { scope: t.opId, org: t.payeeOrg })
    .done();

/** P6 with M1: the transfer is proven; the payee's own wallet at the provider is followed in the memo accounts. */
export const transferSent = (t: TransferBooks): Posting =>
  draft('transfer_sent', t.currency)
    .debit('XFER_IN_FLIGHT', t.amount, { scope: t.opId, org: t.payeeOrg })
    .credit('PSP_BAL', t.amount)
    .debit('M_CONNECTED', t.amount, payee(t))
    .credit('M_EARNED', t.amount, payee(t))
    .done();

/** P6x: proven that the provider made no transfer; the payee is owed again. */
export const transferFailed = (t: TransferBooks): Posting =>
  draft('transfer_failed', t.currency)
    .debit('XFER_IN_FLIGHT', t.amount, { scope: t.opId, org: t.payeeOrg })
    .credit(payableOf(t), t.amount, payee(t))
    .done();

/** P8: this much of the charge goes back to the brand. */
export const refundDecided = (m: MilestoneBooks, back: Charge, paymentId: string): Posting =>
  draft('refund_decided', m.currency)
    .debit('ESCROW_HELD', back.price, held(m))
    .debit('FEE_DEFERRED', back.fee, held(m))
    .debit('TAX_PAYABLE', back.tax, { scope: m.taxCountry })
    .credit('REFUND_PAYABLE', back.total, { scope: paymentId, org: m.brandOrg })
    .done();

export interface RefundBooks {
  opId: string;
  paymentId: string;
  brandOrg: string;
  amount: number;
  currency: Currency;
}

const payable = (r: RefundBooks): Where => ({ scope: r.paymentId, org: r.brandOrg });
const underWay = (r: RefundBooks): Where => ({ scope: r.opId, org: r.brandOrg });

/** P9: the refund is claimed, before the provider is called. */
export const refundClaimed = (r: RefundBooks): Posting =>
  draft('refund_claimed', r.currency)
    .debit('REFUND_PAYABLE', r.amount, payable(r))
    .credit('REFUND_IN_FLIGHT', r.amount, underWay(r))
    .done();

/** P10: the provider took the refund from the balance. */
export const refundSent = (r: RefundBooks): Posting =>
  draft('refund_sent', r.currency).debit('REFUND_IN_FLIGHT', r.amount, underWay(r)).credit('PSP_BAL', r.amount).done();

/** P10x: a refund that had been sent came back; the brand is owed again. */
export const refundFailed = (r: RefundBooks): Posting =>
  draft('refund_failed', r.currency).debit('PSP_BAL', r.amount).credit('REFUND_PAYABLE', r.amount, payable(r)).done();

/** P9x: proven that the provider made no refund; the brand is owed again. */
export const refundRefused = (r: RefundBooks): Posting =>
  draft('refund_refused', r.currency)
    .debit('REFUND_IN_FLIGHT', r.amount, underWay(r))
    .credit('REFUND_PAYABLE', r.amount, payable(r))
    .done();

/** P10y: a refund that did not go through was paid from the platform's own bank; what is at the provider is its own now. */
export const refundByBank = (r: RefundBooks): Posting =>
  draft('refund_by_bank', r.currency).debit('REFUND_PAYABLE', r.amount, payable(r)).credit('BANK', r.amount).done();

/** What the provider took for a dispute, or gave back; `fee` is its fee for it, negative when that came back. Minor units. */
export interface DisputedMoney {
  disputeId: string;
  currency: Currency;
  amount: number;
  fee: number;
  /** Of a payment that is in suspense: what its bank takes leaves suspense, and what comes back is there again. */
  suspended?: boolean;
}

const disputeCode = (money: DisputedMoney): AccountCode => (money.suspended ? 'SUSPENSE' : 'CARD_DISPUTE_HOLD');
const disputeScope = (money: DisputedMoney): Where => (money.suspended ? {} : { scope: money.disputeId });

/** P13: the card's bank took the charge back while the dispute is open, and the provider its fee. */
export const disputeWithdrawn = (money: DisputedMoney): Posting =>
  draft('dispute_withdrawn', money.currency)
    .debit(disputeCode(money), money.amount, disputeScope(money))
    .debit('DISPUTE_FEE', money.fee)
    .credit('PSP_BAL', money.amount + money.fee)
    .done();

/** P14: the money of a dispute came back. */
export const disputeReinstated = (money: DisputedMoney): Posting =>
  draft('dispute_reinstated', money.currency)
    .debit('PSP_BAL', money.amount - money.fee)
    .debit('DISPUTE_FEE', Math.max(money.fee, 0))
    .credit(disputeCode(money), money.amount, disputeScope(money))
    .credit('DISPUTE_FEE', Math.max(-money.fee, 0))
    .done();

type Escrow = 'ESCROW_HELD' | 'ESCROW_DISPUTED';
const within =
  (kind: PostingKind, from: Escrow, to: Escrow) =>
  (m: MilestoneBooks, price: number): Posting =>
    draft(kind, m.currency).debit(from, price, held(m)).credit(to, price, held(m)).done();

/** P13, the milestone's side: its money is neither the brand's nor the creator's until the dispute is over. */
export const disputeOpened = within('dispute_opened', 'ESCROW_HELD', 'ESCROW_DISPUTED');
/** P14, the milestone's side. */
export const disputeLifted = within('dispute_lifted', 'ESCROW_DISPUTED', 'ESCROW_HELD');
/** P13g: the work was approved: what was set aside is the creator's, and what the bank took is the platform's to lose. */
export const disputeGuaranteed = within('dispute_guaranteed', 'ESCROW_DISPUTED', 'ESCROW_HELD');

/** P16: lost after the money had left escrow: the brand owes it. */
export const disputeLost = (brandOrg: string, { disputeId, currency, amount }: DisputedMoney): Posting =>
  draft('dispute_lost', currency)
    .debit('BRAND_RECEIVABLE', amount, { scope: brandOrg })
    .credit('CARD_DISPUTE_HOLD', amount, { scope: disputeId })
    .done();

/** A transfer reversed by hand at the provider: the money is here, and staff decide whose it is. */
export const transferReversed = (t: Pick<TransferBooks, 'payeeOrg' | 'amount' | 'currency'>): Posting =>
  draft('transfer_reversed', t.currency)
    .debit('PSP_BAL', t.amount)
    .credit('SUSPENSE', t.amount)
    .debit('M_EARNED', t.amount, { scope: t.payeeOrg, org: t.payeeOrg })
    .credit('M_CONNECTED', t.amount, { scope: t.payeeOrg, org: t.payeeOrg })
    .done();

/** P18: the platform's own money put in at the provider. */
export const floatTopUp = (currency: Currency, amount: number): Posting =>
  draft('float', currency).debit('PSP_BAL', amount).credit('FLOAT_EQUITY', amount).done();

/** P20: money at the provider that fits no claim, parked until staff decide; `suspenseOut` settles it. */
export const suspenseIn = (currency: Currency, amount: number): Posting =>
  draft('suspense_in', currency).debit('PSP_BAL', amount).credit('SUSPENSE', amount).done();

export const suspenseOut = (currency: Currency, amount: number): Posting =>
  draft('suspense_out', currency).debit('SUSPENSE', amount).credit('PSP_BAL', amount).done();

/** A movement at the provider that fits nothing; `net` is what it did to the balance. */
export const unidentifiedMovement = (currency: Currency, net: number): Posting =>
  net < 0 ? suspenseOut(currency, -net) : suspenseIn(currency, net);

/** What a return of suspended money moved more (positive) or less than was suspended, as another rate has it. */
export const suspenseDifference = (currency: Currency, more: number): Posting =>
  draft('suspense_difference', currency)
    .debit('FX_RESULT', Math.max(more, 0))
    .debit('SUSPENSE', Math.max(-more, 0))
    .credit('SUSPENSE', Math.max(more, 0))
    .credit('FX_RESULT', Math.max(-more, 0))
    .done();

/** What two staff members decided about parked money; `amount` as booked in suspense, positive for received money. */
export const parkedSettled = (
  currency: Currency,
  amount: number,
  { to, brandOrg }: { to: 'platform' | 'paid_by_bank' | 'brand_owes'; brandOrg: string | null },
): Posting => {
  const posting = draft('suspense_settled', currency);
  if (amount > 0)
    return posting
      .debit('SUSPENSE', amount)
      .credit(to === 'paid_by_bank' ? 'BANK' : 'FLOAT_EQUITY', amount)
      .done();
  return (
    to === 'brand_owes' && brandOrg
      ? posting.debit('BRAND_RECEIVABLE', -amount, { scope: brandOrg })
      : posting.debit('CHARGEBACK_LOSS', -amount)
  )
    .credit('SUSPENSE', -amount)
    .done();
};

/** M2, M3 and their reversals: the payee's own wallet, off our books, so that payouts can be shown and checked. */
export const payoutClaimed = (org: string, currency: Currency, amount: number): Posting =>
  draft('payout_claimed', currency)
    .debit('M_TRANSIT', amount, { scope: org, org })
    .credit('M_CONNECTED', amount, { scope: org, org })
    .done();

export const payoutPaid = (org: string, currency: Currency, amount: number): Posting =>
  draft('payout_paid', currency)
    .debit('M_BANK', amount, { scope: org, org })
    .credit('M_TRANSIT', amount, { scope: org, org })
    .done();

export const payoutFailed = (org: string, currency: Currency, amount: number): Posting =>
  draft('payout_failed', currency)
    .debit('M_CONNECTED', amount, { scope: org, org })
    .credit('M_TRANSIT', amount, { scope: org, org })
    .done();

/** A bank sent back what had been paid. */
export const payoutReturned = (org: string, currency: Currency, amount: number): Posting =>
  draft('payout_returned', currency)
    .debit('M_CONNECTED', amount, { scope: org, org })
    .credit('M_BANK', amount, { scope: org, org })
    .done();
