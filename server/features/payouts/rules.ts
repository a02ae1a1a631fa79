import type { OrgKind } from '../../context.ts';
import { stepOf, type Currency } from '../../core/money.ts';
import { isHeldBack } from '../escrow/milestone/rules.ts';
import { PAYOUT_MINIMUM } from '../policies/rules.ts';
import type { MilestoneState, TransferState } from '../escrow/schema.ts';
import type { EarningItem, PayoutAccountDto, PayoutBankDto, PayoutItem, PayoutState } from './schema.ts';

/**
 * As whom a payee is paid: a person (sole traders too) or a company; the provider requires different documents of each.
 */
export const BUSINESS_TYPES = ['individual', 'company'] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];
/** As whom a payee is usually paid. */
export const usualBusinessType = (kind: OrgKind): BusinessType => (kind === 'agency' ? 'company' : 'individual');

/** Currency a connected account is paid out in, by its country; the euro elsewhere. */
const CURRENCY_OF_COUNTRY: Readonly<Record<string, Currency>> = {
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
  JP: 'JPY',
  KW: 'KWD',
};
export const payoutCurrencyOf = (country: string): Currency => CURRENCY_OF_COUNTRY[country] ?? 'EUR';

/** What of a wallet can leave: whole steps of its currency. */
export const payable = (available: number, currency: Currency): number => {
  const step = stepOf(currency);
  return Math.floor(available / step) * step;
};

export type PayoutRefusal =
  | 'payout.no_account'
  | 'payout.account_restricted'
  | 'payout.bank_cooling'
  | 'payout.tax_facts'
  | 'payout.below_minimum'
  | 'auth.not_allowed';

/** The least that a payout carries. Who deletes the account is paid out to the last step: it has to be empty for that. */
export const payoutMinimum = (currency: Currency, isLeaving: boolean): number =>
  isLeaving ? stepOf(currency) : PAYOUT_MINIMUM[currency];

/** What a currency is paid out to. */
export const bankFor = (
  { banks }: Pick<PayoutAccountDto, 'banks'>,
  currency: Currency | null,
): PayoutBankDto | undefined => banks.find((bank) => bank.currency === currency);

/** Null when `available` may be paid out now, else the first reason why not. */
export function payoutRefusal(input: {
  mayManage: boolean;
  account: Pick<PayoutAccountDto, 'state' | 'banks'>;
  available: number;
  currency: Currency;
  now: Date;
  /** Tax details were requested, two reminders were sent, and their time is over. */
  taxMissing: boolean;
  /** The payee has requested the deletion of the account. */
  isLeaving?: boolean;
}): PayoutRefusal | null {
  const { account, currency, now, isLeaving = false } = input;
  if (!input.mayManage) return 'auth.not_allowed';
  if (account.state === 'none') return 'payout.no_account';
  if (account.state !== 'enabled') return 'payout.account_restricted';
  const coolingUntil = bankFor(account, currency)?.coolingUntil;
  if (coolingUntil && coolingUntil > now) return 'payout.bank_cooling';
  if (input.taxMissing) return 'payout.tax_facts';
  if (input.available < payoutMinimum(currency, isLeaving)) return 'payout.below_minimum';
  return null;
}

/**
 * Whether a payout waits in vain: what was transferred to its payee was taken back at the provider since it was requested.
 * `left`: of the account, beside all that payouts have claimed.
 */
export const isTakenBack = (left: number): boolean => left < 0;

/** What the account's owner can do about a failed payout; every code of the bank leads to one act. */
export type PayoutFix =
  | 'add_bank'
  | 'renew_bank'
  | 'check_name'
  | 'ask_bank'
  | 'update_details'
  | 'try_again'
  | 'contact_us';

/** Our own code of a payee whose payout account has no bank account in the currency, but perhaps a debit card. */
export const NO_BANK_ACCOUNT = 'no_bank_account';

/** Codes of https://docs.stripe.com/api/payouts/failures */
const FIXES: Readonly<Record<string, PayoutFix>> = {
  [NO_BANK_ACCOUNT]: 'add_bank',
  account_closed: 'renew_bank',
  no_account: 'renew_bank',
  // Of the call itself, which names nothing but the bank account: its payee has exchanged or removed that.
  resource_missing: 'renew_bank',
  invalid_account_number: 'renew_bank',
  invalid_account_number_length: 'renew_bank',
  incorrect_account_type: 'renew_bank',
  invalid_currency: 'renew_bank',
  bank_ownership_changed: 'renew_bank',
  expired_card: 'renew_bank',
  invalid_card: 'renew_bank',
  incorrect_account_holder_name: 'check_name',
  incorrect_account_holder_address: 'update_details',
  incorrect_account_holder_tax_id: 'update_details',
  account_frozen: 'ask_bank',
  bank_account_restricted: 'ask_bank',
  bank_account_unusable: 'ask_bank',
  debit_not_authorized: 'ask_bank',
  declined: 'ask_bank',
  could_not_process: 'try_again',
  unsupported_card: 'renew_bank',
  insufficient_funds: 'contact_us',
};
export const fixFor = (failureCode: string): PayoutFix => FIXES[failureCode] ?? 'contact_us';

/** The state of a payout as it is named on screens and in files: key under `payouts:payoutState`. */
export const shownState = ({ state, waitsUntil }: Pick<PayoutItem, 'state' | 'waitsUntil'>): PayoutState | 'waiting' =>
  waitsUntil ? 'waiting' : state;

const DAY_MS = 24 * 3_600_000;

/**
 * The day on which a payout may be expected in the bank, as noon in UTC, so that it is the same day in nearly every time
 * zone: what the provider says, but no earlier than the first working day after it was sent. Null once that day is over,
 * since all that is known then is how long banks take.
 */
export function expectedDay(arrivalAt: Date | null, sentAt: Date, now: Date): Date | null {
  if (!arrivalAt) return null;
  const dayOf = (date: Date): number => Math.floor(date.getTime() / DAY_MS) * DAY_MS;
  let soonest = dayOf(sentAt) + DAY_MS;
  while ([0, 6].includes(new Date(soonest).getUTCDay())) soonest += DAY_MS;
  const day = Math.max(dayOf(arrivalAt), soonest);
  return now.getTime() < day + DAY_MS ? new Date(day + DAY_MS / 2) : null;
}

export type Bucket = EarningItem['bucket'];

/** What is known of one earning: the milestone, and once money was sent, its transfer and payout. */
export interface EarningFacts {
  milestoneState: MilestoneState;
  /** Disputed by no side: two staff members ended it. */
  terminated?: boolean;
  holds: readonly string[];
  /** The milestone's next deadline, as every screen shows it. */
  deadlineAt: Date | null;
  transferState: TransferState | null;
  transferAt: Date | null;
  /** Until then the transfer waits; null: no longer. */
  clearsAt: Date | null;
  payoutState: PayoutState | null;
  /** Until then a payout that has not left waits, since the bank account that it goes to is new; null: it does not. */
  payoutWaitsUntil: Date | null;
  /** When it was paid; before that, the day on which it is expected. */
  payoutAt: Date | null;
  /** What of the transfer was taken back at the provider; null: nothing. */
  reversed: Reversed | null;
}
/** Minor units. The part that is neither paid by bank nor kept is not decided yet. */
export interface Reversed {
  amount: number;
  at: Date;
  paidByBank: number;
  keptByPlatform: number;
  /** What a ruling keeps of the rest, and until when the payee may appeal; null: nothing. */
  ruled: { amount: number; until: Date } | null;
  /**
   * The parts that left the account at the provider after the payout of this transfer was requested: that payout
   * carries them whole. `state`: of the next payout, which was smaller by it; null: the balance still is.
   */
  deductions: readonly { amount: number; at: Date; state: PayoutState | null }[];
}

export interface Place {
  bucket: Bucket;
  at: Date | null;
  reason: string;
}

/**
 * The parts of an earning with their places; empty when there is nothing to earn (yet). What was taken back of a transfer is
 * a part of its own until two staff members have decided about it; what the platform keeps is no earning. If the transfer had
 * been paid out by then, the account's balance pays for it, and its next payout is smaller.
 */
export function partsOf(amount: number, f: EarningFacts): (Place & { part: EarningItem['part']; amount: number })[] {
  const { reversed } = f;
  const deducted = (reversed?.deductions ?? []).reduce((sum, d) => sum + d.amount, 0);
  const rest = reversed ? amount - (reversed.amount - deducted) : amount;
  const place = rest > 0 ? placeOf(f) : null;
  const parts: (Place & { part: EarningItem['part']; amount: number })[] = place
    ? [{ part: 'earned', amount: rest, ...place }]
    : [];
  if (!reversed) return parts;
  for (const { amount: taken, at, state } of place ? reversed.deductions : []) {
    const bucket = !state ? 'available' : state === 'paid' ? 'paid' : 'on_the_way';
    parts.push({ part: 'deducted', amount: -taken, bucket, at, reason: 'deducted' });
  }
  const open = reversed.amount - reversed.paidByBank - reversed.keptByPlatform;
  const ruled = reversed.ruled && reversed.ruled.amount >= open ? reversed.ruled : null;
  return [
    ...parts,
    ...(open > 0
      ? [
          {
            part: 'taken_back' as const,
            amount: open,
            bucket: 'on_hold' as const,
            at: ruled?.until ?? reversed.at,
            reason: ruled ? 'ruled' : 'taken_back',
          },
        ]
      : []),
    ...(reversed.paidByBank > 0
      ? [
          {
            part: 'paid_by_bank' as const,
            amount: reversed.paidByBank,
            bucket: 'paid' as const,
            at: null,
            reason: 'paid_by_bank',
          },
        ]
      : []),
  ];
}

/** In which bucket an earning is, when it moves on by itself, and the key of the reason; null when there is nothing to earn (yet). */
export function placeOf(f: EarningFacts): Place | null {
  if (f.payoutState === 'paid') return { bucket: 'paid', at: f.payoutAt, reason: 'paid' };
  if (f.payoutState === 'claimed' && f.payoutWaitsUntil)
    return { bucket: 'on_the_way', at: f.payoutWaitsUntil, reason: 'bank_new' };
  if (f.payoutState === 'claimed' || f.payoutState === 'in_transit' || f.payoutState === 'unknown')
    return {
      bucket: 'on_the_way',
      at: f.payoutAt,
      reason: f.payoutState !== 'in_transit' ? 'leaving' : f.payoutAt ? 'in_transit' : 'in_transit_undated',
    };
  if (f.transferState === 'sent') return { bucket: 'available', at: f.transferAt, reason: 'available' };
  if (f.transferState === 'waiting' && f.clearsAt)
    return { bucket: 'clearing', at: f.clearsAt, reason: 'clearing_ends' };
  if (f.transferState === 'waiting') return { bucket: 'on_hold', at: null, reason: 'account_needed' };
  if (f.transferState !== null) return { bucket: 'on_the_way', at: null, reason: 'transferring' };
  if (
    isHeldBack({ state: f.milestoneState, holds: f.holds }) &&
    !['proposed', 'awaiting_funding', 'funding', 'void', 'refunding', 'refunded', 'settling', 'settled_split'].includes(
      f.milestoneState,
    )
  )
    return { bucket: 'on_hold', at: f.deadlineAt, reason: 'checked_by_us' };
  switch (f.milestoneState) {
    case 'funded':
      return { bucket: 'held', at: f.deadlineAt, reason: 'work_due' };
    case 'changes_requested':
      return { bucket: 'held', at: f.deadlineAt, reason: 'changes_due' };
    case 'overdue':
      return { bucket: 'held', at: f.deadlineAt, reason: 'overdue' };
    case 'awaiting_live':
      return { bucket: 'held', at: f.deadlineAt, reason: 'post_due' };
    case 'retention':
      return { bucket: 'held', at: f.deadlineAt, reason: 'retention_ends' };
    case 'disputed':
      return { bucket: 'on_hold', at: null, reason: f.terminated ? 'terminated' : 'disputed' };
    case 'cancel_requested':
      return { bucket: 'held', at: f.deadlineAt, reason: 'cancel_requested' };
    case 'delivered':
      return { bucket: 'in_review', at: f.deadlineAt, reason: 'review_ends' };
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      return { bucket: 'clearing', at: f.deadlineAt, reason: 'clearing_ends' };
    case 'releasing':
    case 'released':
      return { bucket: 'on_the_way', at: null, reason: 'transferring' };
    default:
      return null;
  }
}

/** Why an account is disabled that the provider does not know any more. */
export const ACCOUNT_GONE = 'gone';

/** What the owner of an account that pays nothing out can do about it; every reason of the provider leads to one act. */
export type AccountFix = 'complete' | 'wait' | 'connect_anew' | 'contact_us';
export function accountFix(account: {
  state: PayoutAccountDto['state'];
  disabledReason: string | null;
  requirements: readonly string[];
}): AccountFix | null {
  if (account.state === 'enabled' || account.state === 'none') return null;
  if (account.disabledReason === ACCOUNT_GONE) return 'connect_anew';
  if (account.state === 'disabled' || account.disabledReason === 'platform_paused') return 'contact_us';
  return account.requirements.length > 0 || account.state === 'started' ? 'complete' : 'wait';
}

/** How long after an account's mailbox was changed a change of its bank is mailed to the old one as well. */
export const OLD_MAILBOX_MS = 30 * 24 * 3_600_000;

/** Our state for each state of a provider account. */
export function accountStateOf(a: {
  payoutsEnabled: boolean;
  transfersActive: boolean;
  detailsSubmitted: boolean;
  disabledReason: string | null;
}): 'started' | 'restricted' | 'enabled' | 'disabled' {
  if (a.payoutsEnabled && a.transfersActive) return 'enabled';
  if (a.disabledReason === ACCOUNT_GONE || a.disabledReason?.startsWith('rejected')) return 'disabled';
  return a.detailsSubmitted ? 'restricted' : 'started';
}

/** How long a paid payout is still watched: banks return money days later. A later webhook starts the watch anew. */
export const RETURN_WATCH_MS = 5 * 24 * 3_600_000;
