import { intlTag } from '../../../server/core/locale.ts';
import { LAST_MONTH_DAY } from '../../../server/features/payouts/schedule/rules.ts';
import { currentLocale } from '@/lib/i18n.ts';

/** Days of the month that a schedule may name. */
export const MONTH_DAYS = Array.from({ length: LAST_MONTH_DAY }, (_, i) => i + 1);

/** From Monday on, in the user's language. */
export function weekdayNames(): string[] {
  const names = new Intl.DateTimeFormat(intlTag(currentLocale()), { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, i) => names.format(Date.UTC(2024, 0, i + 1)));
}
