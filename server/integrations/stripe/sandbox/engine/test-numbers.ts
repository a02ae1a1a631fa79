/**
 * Card and account numbers that decide how a payment goes, the same as Stripe's own test numbers
 * (https://docs.stripe.com/testing, https://docs.stripe.com/connect/testing), and the ready-made payment methods
 * that stand for them.
 */
export type CardOutcome =
  | { kind: 'bypass_pending' | 'early_warning' | 'refund_fails' | 'refund_pending' | 'succeeds' }
  /** `savedFirst`: it can be saved, and is declined when it is charged. */
  | { kind: 'declined'; code: string; declineCode?: string; message: string; savedFirst?: boolean }
  | { kind: 'disputed'; inquiry: boolean; reason: string }
  /** `onceSaved`: a saved one is charged without another confirmation. */
  | { kind: 'needs_authentication'; onceSaved?: boolean };

interface TestCard {
  brand: 'mastercard' | 'visa';
  outcome: CardOutcome;
}

const declined = (declineCode: string, message: string, code = 'card_declined'): CardOutcome => ({
  kind: 'declined',
  code,
  declineCode,
  message,
});

const visa = (outcome: CardOutcome): TestCard => ({ brand: 'visa', outcome });

export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': visa({ kind: 'succeeds' }),
  '5555555555554444': { brand: 'mastercard', outcome: { kind: 'succeeds' } },
  '4000002500000003': visa({ kind: 'succeeds' }),
  '4000000000000077': visa({ kind: 'bypass_pending' }),
  '4000000000000002': visa(declined('generic_decline', 'Your card was declined.')),
  '4000000000009995': visa(declined('insufficient_funds', 'Your card has insufficient funds.')),
  '4000000000009987': visa(declined('lost_card', 'Your card was declined.')),
  '4000000000000069': visa({ kind: 'declined', code: 'expired_card', message: 'Your card has expired.' }),
  '4000000000000127': visa({
    kind: 'declined',
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  }),
  '4000000000000119': visa({
    kind: 'declined',
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  '4000000000000341': visa({
    kind: 'declined',
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
    savedFirst: true,
  }),
  '4000002500003155': visa({ kind: 'needs_authentication', onceSaved: true }),
  '4000002760003184': visa({ kind: 'needs_authentication' }),
  '4000000000000259': visa({ kind: 'disputed', inquiry: false, reason: 'fraudulent' }),
  '4000000000002685': visa({ kind: 'disputed', inquiry: false, reason: 'product_not_received' }),
  '4000000000001976': visa({ kind: 'disputed', inquiry: true, reason: 'fraudulent' }),
  '4000000000005423': visa({ kind: 'early_warning' }),
  '4000000000005126': visa({ kind: 'refund_fails' }),
  '4000000000007726': visa({ kind: 'refund_pending' }),
};

/** Test payment methods usable by name, as in `payment_method=pm_card_visa`. */
export const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_fr: '4000002500000003',
  pm_card_bypassPending: '4000000000000077',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedLostCard: '4000000000009987',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_createIssuerFraudRecord: '4000000000005423',
  pm_card_refundFail: '4000000000005126',
  pm_card_pendingRefund: '4000000000007726',
};

/** SEPA accounts: all are debited after a while; the last digits decide whether that succeeds. */
export const TEST_DEBITS: Readonly<Record<string, 'fails' | 'succeeds'>> = {
  AT611904300234573201: 'succeeds',
  AT321904300235473204: 'succeeds',
  AT861904300235473202: 'fails',
  AT591904300235473203: 'fails',
};

/** How a payout to a bank account ends, by the account number's last digits. */
export function payoutOutcome(
  number: string,
): { kind: 'fails' | 'returned'; code: string; message: string } | { kind: 'paid' } {
  const fails = (code: string, message: string) => ({ kind: 'fails' as const, code, message });
  if (/(?:1116|3001)$/.test(number)) return fails('no_account', 'The bank account could not be located.');
  if (/(?:1113|3002)$/.test(number)) return fails('account_closed', 'The bank account has been closed.');
  if (/(?:2227|3003)$/.test(number))
    return fails('insufficient_funds', 'Your account has insufficient funds to cover the payout.');
  if (/(?:3335|3004)$/.test(number))
    return fails('debit_not_authorized', 'Debit transactions are not approved on the bank account.');
  if (/(?:4440|3005)$/.test(number))
    return fails('invalid_currency', 'The bank was unable to process this payout because of its currency.');
  if (/(?:9999|3009)$/.test(number)) {
    return {
      kind: 'returned',
      code: 'could_not_process',
      message: 'The bank returned this payout after it had been marked as paid.',
    };
  }
  return { kind: 'paid' };
}

export function luhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  [...number].reverse().forEach((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return sum % 10 === 0;
}
