import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { PaymentLine, PaymentStatus } from '../../../server/features/payments/schema.ts';
import { PaymentResult } from '../../../src/features/payments/PaymentResult.tsx';
import { markup } from '../../support/texts.tsx';

const answer = vi.hoisted(() => ({ data: undefined as unknown }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, search, children, ...rest }: { to: string; search?: object; children: ReactNode }) => (
    <a {...rest} href={`${to} ${JSON.stringify(search ?? {})}`}>
      {children}
    </a>
  ),
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: answer.data, isPending: false, isError: false, error: null }),
}));
vi.mock('../../../src/components/page/PageHeader.tsx', () => ({ PageHeader: () => <h1>Payment</h1> }));
vi.mock('../../../src/lib/live.ts', () => ({ useLive: () => undefined }));

const line = (id: string, state: PaymentLine['state']) => ({
  milestoneId: id,
  contractId: `deal ${id}`,
  dealTitle: `Deal ${id}`,
  milestoneTitle: `Reel ${id}`,
  milestoneState: state === 'paid' ? 'funded' : 'awaiting_funding',
  state,
  creator: { name: 'Maya' },
  bonus: false,
  dueAt: new Date('2026-12-04T10:00:00Z'),
  reviewWindow: 'P5D',
  price: 15_000,
});
const shown = (state: PaymentLine['state'], ...ids: string[]) => {
  answer.data = {
    state,
    currency: 'EUR',
    fee: 750,
    tax: 150,
    total: 15_900,
    lines: ids.map((id) => line(id, state)),
  } as unknown as PaymentStatus;
  return markup(<PaymentResult paymentId="p1" gaveUp={false} onGaveUp={() => {}} />);
};
const buttons = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/gu)].map(([, to]) => to);

it('a joint payment that failed is tried again in one step, a single one on its deal', async () => {
  expect(buttons(await shown('failed', 'a', 'b'))).toEqual(['/payments {&quot;state&quot;:&quot;awaiting&quot;}']);
  expect(buttons(await shown('failed', 'a'))).toEqual(['/smart-contracts/$contractId {}']);
});

it('a joint payment that was made leads to each of its deals', async () => {
  const html = await shown('paid', 'a', 'b');
  expect(buttons(html)).toHaveLength(2);
  expect(html).toContain('Deal b');
});
