import type { Locale } from '../../core/locale.ts';
import type { Currency } from '../../core/money.ts';

/** What the calls of the provider share. */

export const PAGE = 100;
export const PAYMENT_EXPANSION = ['latest_charge.balance_transaction'];

/** Stripe has no Arabic checkout; `auto` lets the browser's language decide. https://docs.stripe.com/js/appendix/supported_locales */
export const checkoutLocale = (locale: Locale): 'auto' | 'en' | 'es' | 'fr' | 'it' | 'pt' | 'ru' | 'zh' =>
  locale === 'ar' ? 'auto' : locale;

export const lower = (currency: Currency): string => currency.toLowerCase();

export async function firstWith<T extends { metadata?: Record<string, string> | null }>(
  opId: string,
  list: AsyncIterable<T>,
): Promise<T | null> {
  for await (const item of list) if (item.metadata?.['op_id'] === opId) return item;
  return null;
}
