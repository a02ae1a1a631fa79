import { intlTag, writtenTime } from '../../core/locale.ts';
import { formatMoney, isCurrency } from '../../core/money.ts';
import { FIXED_TOPICS, type NoticeChannel } from '../../core/notices.ts';
import { NOTICES } from '../notices.gen.ts';
import type { NoticeKind } from './schema.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Whether a person who switched these cells of the matrix off gets that kind on that channel. Money and security always
 * arrive.
 */
export function reaches(off: readonly string[], kind: NoticeKind, channel: NoticeChannel): boolean {
  const { topic } = NOTICES[kind];
  return (FIXED_TOPICS as readonly string[]).includes(topic) || !off.includes(`${topic}.${channel}`);
}

/** Making a format costs a hundred times its use; few languages and zones are in use at a time. */
const MAX_FORMATS = 64;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws a RangeError for an unknown zone. */
function formatOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(intlTag(locale), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}

export function formatDateTime(iso: string, locale: string, timeZone: string): string {
  const at = new Date(iso);
  try {
    return writtenTime(formatOf(locale, timeZone).format(at), locale);
  } catch {
    return writtenTime(formatOf(locale, 'UTC').format(at), locale);
  }
}

/** Isolates names and sums of another direction inside a right-to-left sentence (Unicode first-strong isolate). */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/**
 * The placeholders of a notice's texts as a reader sees them: `amountMinor` with `currency` becomes `amount`, an ISO instant
 * under a name ending in "At" becomes a date in the reader's zone, `hours` is also the plural's `count`.
 */
export function noticeValues(
  data: Readonly<Record<string, string | number | null>>,
  locale: string,
  timeZone: string,
): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(data)) {
    if (value === null) continue;
    values[key] =
      typeof value === 'string' && key.endsWith('At') && INSTANT.test(value)
        ? formatDateTime(value, locale, timeZone)
        : value;
  }
  const { amountMinor, currency } = data;
  if (typeof amountMinor === 'number' && typeof currency === 'string' && isCurrency(currency))
    values.amount = formatMoney({ amount: amountMinor, currency }, intlTag(locale));
  if (typeof data.hours === 'number') values.count = data.hours;
  if (locale !== 'ar') return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolated(value) : value]),
  );
}
