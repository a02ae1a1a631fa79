/** "•••• 3155": the last digits of a card or a bank account. */
export const maskedNumber = (last4: string): string => `•••• ${last4}`;

const CARDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** "Visa •••• 3155"; a brand without a name here is left out. */
export const cardName = (brand: string | null, last4: string): string =>
  [CARDS[brand ?? ''], maskedNumber(last4)].filter(Boolean).join(' ');
