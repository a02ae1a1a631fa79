import { expect, test } from 'vitest';
import {
  isExpired,
  methodName,
  methodRefusal,
  needsPayer,
  takesCurrency,
} from '../../../../server/features/payment-methods/rules.ts';

const card = { state: 'active', kind: 'card' as const, exp_month: 11, exp_year: 2026 };

test('a card is valid to the end of its last month, wherever that month ends last', () => {
  expect(isExpired(card, new Date('2026-12-01T11:59:59Z'))).toBe(false);
  expect(isExpired(card, new Date('2026-12-01T12:00:00Z'))).toBe(true);
  expect(isExpired({ exp_month: 12, exp_year: 2026 }, new Date('2027-01-01T12:00:00Z'))).toBe(true);
  expect(isExpired({ exp_month: null, exp_year: null }, new Date('2099-01-01T00:00:00Z'))).toBe(false);
});

test('a method that was removed, has expired or cannot pay the currency is refused by its reason', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  expect(methodRefusal(card, 'USD', now)).toBeNull();
  expect(methodRefusal(null, 'EUR', now)).toBe('method.gone');
  expect(methodRefusal({ ...card, state: 'removing' }, 'EUR', now)).toBe('method.gone');
  expect(methodRefusal(card, 'EUR', new Date('2027-01-02T00:00:00Z'))).toBe('method.expired');
  const debit = { state: 'active', kind: 'bank_debit' as const, exp_month: null, exp_year: null };
  expect(methodRefusal(debit, 'EUR', now)).toBeNull();
  expect(methodRefusal(debit, 'JPY', now)).toBe('method.wrong_currency');
  expect([takesCurrency('card', 'KWD'), takesCurrency('bank_debit', 'USD')]).toEqual([true, false]);
});

test('a bank that requires the holder is distinguished from one that declines', () => {
  expect(['authentication_required', 'payment_intent_authentication_failure'].every(needsPayer)).toBe(true);
  expect(['insufficient_funds', 'generic_decline', 'billing.incomplete'].some(needsPayer)).toBe(false);
  expect(methodName({ kind: 'card', brand: 'visa', last4: '4242' })).toBe('Visa •••• 4242');
  expect(methodName({ kind: 'bank_debit', brand: null, last4: '3201' })).toBe('IBAN •••• 3201');
});
