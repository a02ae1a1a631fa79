import { cardName, maskedNumber } from '../../core/masked-number.ts';
import type { Currency } from '../../core/money.ts';
import type { MethodKind } from './schema.ts';

/** Methods of one brand at once. */
export const METHOD_LIMIT = 10;

/** How long the page that saves a method is open; the provider allows 30 minutes at least. */
export const SETUP_PAGE_MS = 60 * 60_000;

/** A method whose page was left without saving one is deleted after so many days. */
export const ABANDONED_DAYS = 30;

export const customerOp = (brandOrg: string): string => `payer:${brandOrg}`;
/** What the operations begin with that save a method. */
export const METHOD_OP = 'method:';
export const setupOp = (methodId: string): string => `${METHOD_OP}${methodId}`;

/** A card is valid to the end of its month, wherever that month ends last. */
export function isExpired(method: { exp_month: number | null; exp_year: number | null }, now: Date): boolean {
  const { exp_month: month, exp_year: year } = method;
  if (month === null || year === null) return false;
  return now.getTime() >= Date.UTC(year, month, 1) + 12 * 3_600_000;
}

/** Bank accounts are debited in euros only. */
export const takesCurrency = (kind: MethodKind, currency: Currency): boolean => kind === 'card' || currency === 'EUR';

/** Why a saved method cannot pay now, or null. */
export function methodRefusal(
  method: {
    state: string;
    kind: MethodKind | null;
    exp_month: number | null;
    exp_year: number | null;
  } | null,
  currency: Currency,
  now: Date,
): 'method.gone' | 'method.expired' | 'method.wrong_currency' | null {
  if (method?.state !== 'active' || method.kind === null) return 'method.gone';
  if (isExpired(method, now)) return 'method.expired';
  return takesCurrency(method.kind, currency) ? null : 'method.wrong_currency';
}

/** Whether a brand pays without a person: a member has switched it on, and stands for what is paid. */
export const paysAutomatically = <P extends { auto_fund: boolean; auto_fund_by: string | null }>(
  payer: P,
): payer is P & { auto_fund_by: string } => payer.auto_fund && payer.auto_fund_by !== null;

/** Whether a milestone has been payable for no longer than that is switched on: what was payable before, a person pays. */
export const becamePayableSince = (switchedOnAt: Date, payableSince: Date | null): boolean =>
  payableSince !== null && payableSince >= switchedOnAt;

/** The bank requires the card's holder, who was not there. */
export const needsPayer = (code: string): boolean =>
  code === 'authentication_required' || code === 'payment_intent_authentication_failure';

/** "Visa •••• 4242"; of a bank account "IBAN •••• 3201". The same in every language. */
export const methodName = ({
  kind,
  brand,
  last4,
}: {
  kind: MethodKind | null;
  brand: string | null;
  last4: string | null;
}): string => (kind === 'bank_debit' ? `IBAN ${maskedNumber(last4 ?? '')}` : cardName(brand, last4 ?? ''));
