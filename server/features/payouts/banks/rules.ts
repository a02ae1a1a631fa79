import type { Currency } from '../../../core/money.ts';

/** What the provider pays a currency to. */
interface BankAccount {
  currency: Currency;
  bankId: string;
  last4: string;
}

/** The bank account that a currency is paid out to, as far as it is known. */
export interface KnownBank {
  currency: Currency;
  /** Null: none is known, or its digits alone. */
  bankId: string | null;
  last4: string | null;
  /** Since when the currency is paid to it; null: since before that was noted. */
  changedAt: Date | null;
  /** When those who manage payouts were notified of it; null: not yet. */
  notifiedAt: Date | null;
}

/** The identity of an account: two may end in the same digits. */
export const accountKey = ({ bankId, last4 }: Pick<KnownBank, 'bankId' | 'last4'>): string | null => bankId ?? last4;

/** Two accounts may end in the same digits; the digits decide only for one that is known by nothing else. */
const isSame = (known: KnownBank, seen: BankAccount): boolean =>
  known.bankId === null ? known.last4 === seen.last4 : known.bankId === seen.bankId;

/**
 * What is to be noted of the bank accounts that the provider has now, each currency by its own, and whether one of them is
 * new. That is one that takes the place of another, and the first of a currency, unless another currency is paid to the same
 * account. No notice is due of an org's very first ones. One that was removed is kept without its digits: it is not new
 * when it comes back, and another one is.
 */
export function banksToNote(
  known: readonly KnownBank[],
  seen: readonly BankAccount[],
  now: Date,
): { noted: KnownBank[]; changed: boolean } {
  const removed = known.filter(
    ({ currency, bankId, last4 }) => bankId && last4 && !seen.some((bank) => bank.currency === currency),
  );
  const noted: KnownBank[] = removed.map((bank) => ({ ...bank, last4: null }));
  let changed = false;
  for (const bank of seen) {
    const before = known.find(({ currency }) => currency === bank.currency);
    const same = before ?? known.find((one) => isSame(one, bank));
    if (!same || !isSame(same, bank)) {
      changed = true;
      noted.push({ ...bank, changedAt: now, notifiedAt: known.length === 0 ? now : (before?.notifiedAt ?? null) });
    } else if (before?.bankId !== bank.bankId || before.last4 !== bank.last4) noted.push({ ...same, ...bank });
  }
  return { noted, changed };
}
