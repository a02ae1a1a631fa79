import type { Locale } from '../../../server/core/locale.ts';

import { FICTITIOUS_OPERATOR } from '../../../server/core/operator-settings.ts';
import { MAILS } from '../../../server/features/mails.gen.ts';
import { NOTICES } from '../../../server/features/notices.gen.ts';
import { renderMail } from '../../../server/features/notifications/mail-render.ts';
import { BUNDLED, NOTICE_KINDS, type AccountMailKind } from '../../../server/features/notifications/schema.ts';
import { faultsOfRendered } from './sheet.ts';
import { COUNTS, SCENARIOS, valueOf, type Scenario } from './values.ts';

const AT = '2026-12-30T16:20:00.000Z';

const dataOf = (fields: readonly string[], locale: Locale, scenario: Scenario): Record<string, string | number> =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'amountMinor'
        ? 1_234_567_890
        : field === 'currency'
          ? 'EUR'
          : field === 'hours'
            ? 21
            : field.endsWith('At')
              ? AT
              : valueOf(field, locale, scenario),
    ]),
  );

/** Faults in the subjects and texts of every kind of mail with its longest values. */
export function faultsOfMails(locale: Locale): string[] {
  const wrong: string[] = [];
  const check = (
    template: string,
    data: Record<string, string | number | null>,
    code?: { digits: string; address: string },
  ) => {
    const { subject, text } = renderMail({
      template,
      locale,
      timeZone: 'Europe/Paris',
      appUrl: 'https://sponsio.example',
      operator: FICTITIOUS_OPERATOR,
      data: { link: '/payouts', ...data },
      ...(code ? { code } : {}),
    });
    for (const line of [subject, ...text.split('\n')])
      for (const fault of faultsOfRendered(line, locale)) wrong.push(`mail ${template}: ${fault}: ${line}`);
  };
  for (const scenario of SCENARIOS) {
    for (const kind of NOTICE_KINDS) check(kind, dataOf(NOTICES[kind].fields, locale, scenario));
    for (const kind of Object.keys(MAILS) as AccountMailKind[])
      check(kind, dataOf(MAILS[kind].fields, locale, scenario));
  }
  for (const kind of Object.keys(BUNDLED))
    for (const count of COUNTS.filter((n) => n > 0)) check('bundle', { kind, count });
  for (const purpose of ['verify', 'reset', 'delete', 'email'])
    check(`code_${purpose}`, { expiresAt: AT }, { digits: '123456', address: valueOf('email', locale, 'long') });
  return wrong;
}
