import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ErrorCode, ErrorData } from '../../server/core/errors.ts';
import { isCurrency, type Money } from '../../server/core/money.ts';
import { appError, isUnanswered } from '@/lib/app-error.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { createFormat } from '@/lib/format.ts';
import { shownTimeZone } from '@/lib/time-zone.ts';
import { currentLocale, loadTexts, REFUSALS_LOADED } from '@/lib/i18n.ts';

/** Not empty: an empty text would mean that nothing is refused. */
const LOADING = '…';

/**
 * `explain(error)`: the refusal in the user's language; a general sentence for everything unexpected. The texts of
 * refusals are loaded with the first input, or when one is to be shown: until they are there it is {@link LOADING}.
 */
export function useErrorText(): (error: unknown) => string {
  useTranslation();
  return errorText;
}

/** Loads the texts of refusals with the first input: nothing is refused before. Returns how to stop waiting for it. */
export function loadErrorTextsOnInput(): () => void {
  const acts = ['pointerdown', 'keydown'] as const;
  const stop = () => {
    for (const act of acts) removeEventListener(act, load, true);
  };
  const load = () => {
    stop();
    void loadTexts('errors');
  };
  for (const act of acts) addEventListener(act, load, true);
  return stop;
}

/** For toasts and other code outside a component. */
export async function errorTextWhenLoaded(error: unknown): Promise<string> {
  await loadTexts('errors');
  return errorText(error);
}

/** Whether a text is a code of ours, by its form: the list of all codes would be loaded with every form. */
export const isErrorCode = (text: string): text is ErrorCode => /^(?:not_found|[a-z]+\.[a-z_]+)$/u.test(text);

let loading: Promise<void> | null = null;

/**
 * The text of one code, for problems found before a call is made. Whatever shows texts renders again once it is loaded. With
 * a `context` among its data, the text of that context.
 */
export function codeText(code: ErrorCode, data: ErrorData = {}): string {
  if (!i18next.hasLoadedNamespace('errors')) {
    loading ??= loadTexts('errors').then(() => {
      loading = null;
      i18next.emit(REFUSALS_LOADED);
    });
    return LOADING;
  }
  return i18next.t(`errors:${code}` as 'errors:not_found', readable(data));
}

function errorText(error: unknown): string {
  const coded = appError(error);
  if (coded) return codeText(coded.code, coded.data);
  if (typeof navigator !== 'undefined' && !navigator.onLine) return i18next.t('common:error.offline');
  return isUnanswered(error)
    ? i18next.t('common:error.unreachable', { brand: BRAND_NAME })
    : i18next.t('common:error.unexpected');
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
