import type { Locale } from '../../core/locale.ts';
import type { Currency } from '../../core/money.ts';
import { toProviderError } from './errors.ts';
import type { MethodKind, WriteInput } from './provider.ts';
import { seconds } from './translate.ts';

/** What the calls of the provider share. */

export const PAGE = 100;
export const PAYMENT_EXPANSION = ['latest_charge.balance_transaction'];
export const METHOD_TYPES: Record<MethodKind, 'card' | 'sepa_debit'> = { card: 'card', bank_debit: 'sepa_debit' };

/** Stripe has no Arabic checkout; `auto` lets the browser's language decide. https://docs.stripe.com/js/appendix/supported_locales */
export const checkoutLocale = (locale: Locale): 'auto' | 'en' | 'es' | 'fr' | 'it' | 'pt' | 'ru' | 'zh' =>
  locale === 'ar' ? 'auto' : locale;

export const lower = (currency: Currency): string => currency.toLowerCase();

export const read = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => Promise.reject(toProviderError(error, false)));
/** A call whose outcome is unknown when no answer comes. */
export const write = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => Promise.reject(toProviderError(error, true)));

export const tagged = (input: WriteInput): Record<string, string> => ({ ...input.metadata, op_id: input.opId });
export const keyed = (input: WriteInput): { idempotencyKey: string } => ({ idempotencyKey: input.idempotencyKey });
export const onAccount = (accountId: string): { stripeAccount: string } => ({ stripeAccount: accountId });
export const since = (at: Date): { created: { gte: number }; limit: number } => ({
  created: { gte: seconds(at) },
  limit: PAGE,
});

export async function firstWith<T extends { metadata?: Record<string, string> | null }>(
  opId: string,
  list: AsyncIterable<T>,
): Promise<T | null> {
  for await (const item of list) if (item.metadata?.['op_id'] === opId) return item;
  return null;
}
