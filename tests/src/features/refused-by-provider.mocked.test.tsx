import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import type { BrandDebts as Owed } from '../../../server/features/payments/schema.ts';
import { BrandDebts } from '../../../src/features/payments/BrandDebts.tsx';
import { markup, textsIn } from '../../support/texts.tsx';

const answer = vi.hoisted(() => ({ data: undefined as unknown }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/there">{children}</a>,
  useRouteContext: () => ({ session: { staffRole: 'finance' } }),
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: answer.data }),
}));
vi.mock('../../../src/lib/trpc.ts', () => {
  const tree = (): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (name === 'queryOptions' || name === 'useMutation' ? () => ({ error: null }) : tree()),
    });
  return { api: tree(), trpc: tree() };
});

const owed = (refused: boolean): Owed => ({
  items: [
    {
      id: 'd1',
      brandOrg: 'b1',
      brandName: 'Café Lumen',
      contractId: null,
      milestoneId: null,
      title: null,
      milestone: null,
      why: 'refund_by_hand',
      amount: 10_600,
      owed: 10_600,
      currency: 'EUR',
      openedAt: new Date('2026-11-20T09:00:00Z'),
      proposed: false,
    },
  ],
  totals: [{ currency: 'EUR', amount: 10_600, payable: true, underWay: false, refused }],
  mayPay: true,
});

test.each(LOCALES)(
  'a brand whose payment was refused reads it beside the button that pays again: %s',
  async (locale) => {
    const text = (await textsIn(locale)).t('debts:refused');
    for (const refused of [true, false]) {
      answer.data = owed(refused);
      const html = await markup(<BrandDebts />, locale);
      expect([html.includes(text), html.includes('<button')]).toEqual([refused, true]);
    }
  },
);
