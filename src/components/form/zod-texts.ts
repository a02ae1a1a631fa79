import i18next from 'i18next';
import { createFormat } from '@/lib/format.ts';
import { shownTimeZone } from '@/lib/time-zone.ts';
import { currentLocale } from '@/lib/i18n.ts';

interface Issue {
  code?: string;
  path?: readonly unknown[];
  input?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  origin?: unknown;
  format?: unknown;
}

/** A schema problem in the user's language. */
export function zodText(issue: Issue): string {
  const t = i18next.t;
  const missing = issue.input === undefined || issue.input === null || issue.input === '' || Number.isNaN(issue.input);
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      return missing ? t('common:form.required') : t('common:form.invalid');
    case 'too_small':
      if (missing) return t('common:form.required');
      if (issue.origin === 'string') return t('common:form.tooShort', { count: Number(issue.minimum) });
      if (issue.origin === 'array' || issue.origin === 'set')
        return t('common:form.tooFew', { count: Number(issue.minimum) });
      if (issue.origin === 'date') return t('common:form.tooEarly', { date: dateText(issue.minimum) });
      return t('common:form.atLeast', { value: numberText(issue.minimum, issue.path) });
    case 'too_big':
      if (issue.origin === 'string') return t('common:form.tooLong', { count: Number(issue.maximum) });
      if (issue.origin === 'array' || issue.origin === 'set')
        return t('common:form.tooMany', { count: Number(issue.maximum) });
      if (issue.origin === 'date') return t('common:form.tooLate', { date: dateText(issue.maximum) });
      return t('common:form.atMost', { value: numberText(issue.maximum, issue.path) });
    case 'invalid_format':
      if (missing) return t('common:form.required');
      if (issue.format === 'email') return t('common:form.email');
      if (issue.format === 'url') return t('common:form.url');
      return t('common:form.invalid');
    default:
      return t('common:form.invalid');
  }
}

/** Fields named after basis points are typed as a percentage. */
function numberText(value: unknown, path: Issue['path']): string {
  const format = createFormat(currentLocale(), shownTimeZone());
  return String(path?.at(-1)).endsWith('Bps') ? format.percent(Number(value)) : format.number(Number(value));
}

function dateText(value: unknown): string {
  const date = value instanceof Date ? value : new Date(Number(value));
  return createFormat(currentLocale(), shownTimeZone()).dateTime(date);
}
