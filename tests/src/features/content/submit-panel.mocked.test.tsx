import { expect, test, vi } from 'vitest';
import type { ReviewDto } from '../../../../server/features/content/schema.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import { SubmitPanel } from '../../../../src/features/content/SubmitPanel.tsx';
import { markup } from '../../../support/texts.tsx';

vi.mock('../../../../src/components/money/PaymentsPaused.tsx', () => ({ usePausedCurrencies: () => [] }));
vi.mock('../../../../src/lib/trpc.ts', () => {
  const tree = (): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (name === 'useMutation' ? () => ({ error: null, isPending: false }) : tree()),
    });
  return { api: tree(), trpc: tree() };
});

const review = (state: MilestoneState) =>
  ({
    brand: { name: 'Café Lumen' },
    submissions: [],
    milestone: {
      id: 'm1',
      state,
      currency: 'EUR',
      amount: 40_000,
      rest: 32_000,
      creatorShare: { amount: 34_000, rest: 27_200, released: 6_800 },
      dueAt: new Date('2026-12-01T09:00:00Z'),
      deadlineAt: null,
      releasedAt: state === 'released' ? new Date('2026-12-01T09:00:00Z') : null,
      refundedAt: null,
      holds: [],
      can: { submit: true },
    },
  }) as unknown as ReviewDto;

test.each([
  ['funded', '272.00'],
  ['delivered', '272.00'],
  ['approved', '272.00'],
  ['released', '340.00'],
  ['awaiting_funding', '320.00'],
] as const)(
  'the review room names what goes to the creator by the share, what is not funded by the price: %s',
  async (state, amount) => {
    const html = await markup(<SubmitPanel review={review(state)} draft={null} onStarted={() => undefined} />, 'en');
    expect(html.match(/€\d+\.\d{2}/gu)).toEqual([`€${amount}`]);
  },
);
