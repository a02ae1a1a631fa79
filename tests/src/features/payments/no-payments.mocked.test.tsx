import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import type { IncomingSummary } from '../../../../server/features/payments/schema.ts';
import { NoPayments } from '../../../../src/features/payments/PaymentsPage.tsx';
import { markup, textsIn } from '../../../support/texts.tsx';

const read = vi.hoisted(() => ({ sums: [] as unknown[] }));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: read.sums }),
}));
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), Link: 'a' }));

const NOTHING: IncomingSummary = {
  currency: 'EUR',
  secured: 0,
  inReview: 0,
  clearing: 0,
  available: 0,
  onTheWay: 0,
  paid: 0,
  onHold: 0,
};

test.each(LOCALES)(
  'an agency whose commissions are all of former creators reads so, not that no money is on its way: %s',
  async (locale) => {
    const t = (await textsIn(locale)).getFixedT(locale, 'payments');
    const shown = async (sums: IncomingSummary[]) => {
      read.sums = sums;
      return markup(<NoPayments persona="agency" filtered={false} onShowAll={() => {}} />, locale);
    };
    for (const nothing of [[], [NOTHING]]) {
      const html = await shown(nothing);
      expect(html).toContain(t('empty.creator.title'));
      expect(html).toContain(t('empty.agency.text'));
    }
    for (const sum of ['secured', 'onHold', 'available'] as const) {
      const html = await shown([NOTHING, { ...NOTHING, [sum]: 6_000 }]);
      expect(html, sum).toContain(t('empty.agency.formerText'));
      expect(html, sum).not.toContain(t('empty.creator.title'));
    }
  },
);
