import { expect, test } from 'vitest';
import { banksToNote, type KnownBank } from '../../../../server/features/payouts/banks/rules.ts';
import { nextWithWaits } from '../../../../server/features/payouts/schedule/rules.ts';

const [BEFORE, NOW] = [new Date('2026-11-01T10:00:00Z'), new Date('2026-11-27T10:00:00Z')];
const known = (change: Partial<KnownBank> = {}): KnownBank => ({
  currency: 'EUR',
  bankId: 'one',
  last4: '3000',
  changedAt: BEFORE,
  notifiedAt: BEFORE,
  ...change,
});
const seen = (currency: 'EUR' | 'USD', bankId: string, last4 = '3000') => ({ currency, bankId, last4 });

test('a bank account in the place of another is new for its currency alone, also when it ends in the same digits', () => {
  const both = [known(), known({ currency: 'USD' })];
  expect(banksToNote(both, [seen('EUR', 'one'), seen('USD', 'two')], NOW)).toEqual({
    changed: true,
    noted: [known({ currency: 'USD', bankId: 'two', changedAt: NOW })],
  });
  expect(banksToNote(both, [seen('EUR', 'one'), seen('USD', 'one')], NOW)).toEqual({ changed: false, noted: [] });
});

test('the first account of a currency is new, unless another currency is paid to it already', () => {
  expect(banksToNote([known()], [seen('EUR', 'one'), seen('USD', 'two')], NOW)).toEqual({
    changed: true,
    // A notice is due: a thief may have added it.
    noted: [known({ currency: 'USD', bankId: 'two', changedAt: NOW, notifiedAt: null })],
  });
  expect(banksToNote([known()], [seen('EUR', 'one'), seen('USD', 'one')], NOW)).toEqual({
    changed: false,
    noted: [known({ currency: 'USD' })],
  });
  expect(banksToNote([], [seen('EUR', 'one'), seen('USD', 'two')], NOW)).toMatchObject({
    changed: true,
    noted: [
      { currency: 'EUR', changedAt: NOW, notifiedAt: NOW },
      { currency: 'USD', changedAt: NOW, notifiedAt: NOW },
    ],
  });
});

test('an account that was removed is not new when it comes back, and another one is', () => {
  const { changed, noted } = banksToNote([known()], [], NOW);
  expect([changed, noted]).toEqual([false, [known({ last4: null })]]);
  expect(banksToNote(noted, [], NOW)).toEqual({ changed: false, noted: [] });
  expect(banksToNote(noted, [seen('EUR', 'one')], NOW)).toEqual({ changed: false, noted: [known()] });
  expect(banksToNote(noted, [seen('EUR', 'two')], NOW).changed).toBe(true);
});

test('one that is known by its digits alone is recognized by them', () => {
  const digits = known({ bankId: null });
  expect(banksToNote([digits], [seen('EUR', 'one')], NOW)).toEqual({ changed: false, noted: [known()] });
  expect(banksToNote([digits], [seen('EUR', 'one', '4000')], NOW).changed).toBe(true);
  // Of an account at the provider that is gone.
  expect(banksToNote([known({ bankId: null, last4: null })], [seen('EUR', 'one')], NOW).changed).toBe(true);
});

test('money that waits for a new bank account leaves with the end of the wait, and no time is named at which all of it still waits', () => {
  const day = (d: number) => new Date(Date.UTC(2026, 11, d));
  expect(nextWithWaits(day(7), [])).toEqual(day(7));
  expect(nextWithWaits(day(7), [null, null])).toEqual(day(7));
  expect(nextWithWaits(day(7), [null, day(3)])).toEqual(day(3));
  expect(nextWithWaits(day(1), [null, day(3)]), 'the other currency is paid before').toEqual(day(1));
  expect(nextWithWaits(day(1), [day(5), day(3)])).toEqual(day(3));
});
