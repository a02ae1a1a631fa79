import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorCode, ErrorData } from '../../server/core/errors.ts';
import { isCurrency, type Money } from '../../server/core/money.ts';
import { appError } from '@/lib/app-error.ts';
import { createFormat } from '@/lib/format.ts';
import { shownTimeZone } from '@/lib/time-zone.ts';
import { currentLocale, loadTexts } from '@/lib/i18n.ts';

/** `explain(error)`: the refusal in the user's language; a general sentence for everything unexpected. */
export function useErrorText(): (error: unknown) => string {
  // Loaded beside the screen, which does not wait for these texts.
  useTranslation('errors', { useSuspense: false });
  return errorText;
}

/** For toasts and other code outside a component. */
export async function errorTextWhenLoaded(error: unknown): Promise<string> {
  await loadTexts('errors');
  return errorText(error);
}

/** The text of one code, for problems found before a call is made. */
export function codeText(code: ErrorCode, data: ErrorData = {}): string {
  return i18next.t(`errors:${code}` as 'errors:not_found', readable(data));
}

function errorText(error: unknown): string {
  const coded = appError(error);
  if (coded) return codeText(coded.code, coded.data);
  if (typeof navigator !== 'undefined' && !navigator.onLine) return i18next.t('common:error.offline');
  return i18next.t('common:error.unexpected');
}

/** Values arrive as plain data: amounts in minor units beside their `currency`, times as ISO text. */
function readable(data: ErrorData): Record<string, string | number> {
  const format = createFormat(currentLocale(), shownTimeZone());
  const currency = typeof data['currency'] === 'string' && isCurrency(data['currency']) ? data['currency'] : null;
  const entries = Object.entries(data).map(([name, value]): [string, string | number] => {
    if (
      typeof value === 'number' &&
      currency &&
      /^(amount|min|max|minimum|maximum|step|missing|available|total)$/u.test(name)
    ) {
      const money: Money = { amount: value, currency };
      return [name, format.money(money)];
    }
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value))
      return [name, format.dateTime(new Date(value))];
    return [name, typeof value === 'number' ? value : String(value ?? '')];
  });
  return Object.fromEntries(entries);
}
