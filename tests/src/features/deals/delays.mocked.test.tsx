import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import type { MoneyWait } from '../../../../server/features/escrow/deals/schema.ts';
import type { DealDto } from '../../../../server/features/escrow/schema.ts';
import { DealDelays } from '../../../../src/features/deals/DealDelays.tsx';
import { LATE_AFTER_MS, mayHaveDelay } from '../../../../src/features/deals/delays.ts';
import { markup, textsIn } from '../../../support/texts.tsx';

const answer = vi.hoisted(() => ({ waits: [] as unknown[] }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>,
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: answer.waits }),
}));

const deal = (state: 'releasing' | 'delivered', deadlineAt: Date | null) =>
  ({
    contractId: 'c1',
    agency: null,
    milestones: [{ id: 'm1', title: 'Autumn – Reel', state, deadlineAt, parts: [] }],
  }) as unknown as DealDto;
const wait = (waitsFor: MoneyWait['waitsFor']): MoneyWait => ({
  milestoneId: 'm1',
  waitsFor,
  since: new Date('2026-11-27T09:00:00Z'),
  staffFrom: waitsFor === 'account' ? null : new Date('2026-11-28T09:00:00Z'),
});

test.each(['answer', 'toCreator', 'toAgency'] as const)(
  'without an answer of the provider a side reads since when, and when staff take over, in every language: %s',
  async (waitsFor) => {
    answer.waits = [wait(waitsFor)];
    for (const locale of LOCALES) {
      const html = await markup(<DealDelays deal={deal('releasing', null)} />, locale);
      const texts = await textsIn(locale);
      const title = texts.t(`disputes:late.${waitsFor}.title`, { milestone: 'Autumn – Reel' });
      expect([locale, html.includes(title), /27/u.test(html), /28/u.test(html), html.includes('{{')]).toEqual([
        locale,
        true,
        true,
        true,
        false,
      ]);
      expect(html).not.toContain(texts.t('disputes:late.account.action'));
    }
  },
);

test('money that waits for an account leads to it', async () => {
  answer.waits = [wait('account')];
  const html = await markup(<DealDelays deal={deal('releasing', null)} />);
  expect(html).toContain('href="/payouts"');
  expect(html).toContain('cannot be sent yet');
});

test('a step that is late on our side is named as such, and nothing is said before', async () => {
  answer.waits = [];
  const dueAgo = (ms: number) => markup(<DealDelays deal={deal('delivered', new Date(Date.now() - ms))} />);
  expect(await dueAgo(LATE_AFTER_MS + 1_000)).toContain('is late on our side');
  const quiet = [await dueAgo(LATE_AFTER_MS - 60_000), await markup(<DealDelays deal={deal('releasing', null)} />)];
  for (const html of quiet) expect(html).not.toContain('Autumn – Reel');
});

test('the missing share of an agency is said of a deal that its last milestone has completed', () => {
  const of = (state: string, agency: object | null) =>
    mayHaveDelay(
      { state, agency, milestones: [{ state: 'released', deadlineAt: null, parts: [] }] } as never,
      Date.now(),
    );
  expect(of('completed', {})).toBe(true);
  expect(of('completed', null)).toBe(false);
  expect(of('voided', {})).toBe(false);
});
