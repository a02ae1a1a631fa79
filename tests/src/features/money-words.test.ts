import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';

const texts = (locale: string, namespace: string) =>
  JSON.parse(readFileSync(new URL(`../../../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8')) as Record<
    string,
    Record<string, string>
  >;

test.each(LOCALES)('a state of coming money has one word on the home, payments and payouts screens in %s', (locale) => {
  const [home, payments, payouts] = [
    texts(locale, 'home')['incoming']!,
    texts(locale, 'payments')['strip']!,
    texts(locale, 'payouts')['strip']!,
  ];
  expect([home['secured'], payments['secured']]).toEqual([payouts['held'], payouts['held']]);
  for (const state of ['inReview', 'clearing', 'available', 'onTheWay', 'paid'])
    expect([state, home[state], payments[state]]).toEqual([state, payouts[state], payouts[state]]);
});
