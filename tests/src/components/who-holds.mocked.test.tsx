import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { durationWords } from '../../../server/core/duration-words.ts';
import { LOCALES } from '../../../server/core/locale.ts';
import { HOLD_CAP_DAYS, HOLD_LIMIT_DAYS } from '../../../server/features/policies/rules.ts';
import { WhoHolds } from '../../../src/components/deal/WhoHolds.tsx';
import { markup, textsIn } from '../../support/texts.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>,
}));

test.each(LOCALES)(
  'before it pays, a brand reads for how long money is held, and how long disputed: %s',
  async (locale) => {
    const texts = await textsIn(locale);
    const longest = texts.t('payments:fund.longest', {
      time: durationWords(`P${HOLD_CAP_DAYS}D`, locale),
      limit: durationWords(`P${HOLD_LIMIT_DAYS}D`, locale),
    });
    expect([/75/u.test(longest), /90/u.test(longest)]).toEqual([true, true]);
    for (const of of [[{ bonus: false }], [{ bonus: true }], [{ bonus: false }, { bonus: true }]]) {
      const html = await markup(<WhoHolds of={of} quote={null} />, locale);
      expect(html).toContain(longest);
      expect(html).toContain('href="/terms-of-service"');
    }
  },
);

test.each(LOCALES)('the terms say both times where they say how money is held: %s', async (locale) => {
  const bundle = (await textsIn(locale)).getResourceBundle(locale, 'policy-terms') as { section: { money: unknown } };
  const money = JSON.stringify(bundle.section.money);
  expect([money.includes('{{hold}}'), money.includes('{{holdLimit}}')]).toEqual([true, true]);
});
