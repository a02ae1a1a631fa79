import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const PaymentsWaitNotice = lazyNamed(
  async () => (await Promise.all([import('@/components/money/PaymentsWaitNotice.tsx'), loadTexts('payments')]))[0],
  'PaymentsWaitNotice',
);

/** No event reports the end of a dispute to the pages of other deals. */
const POLL_MS = 60_000;

/** Why new payments of the brand are paused, and what ends that. Renders nothing while they are not. */
export function PaymentsWait({ className }: { className?: string }) {
  const { data } = useQuery({
    ...api.payments.disputeInTheWay.queryOptions(),
    refetchInterval: ({ state }) => (state.data ? POLL_MS : false),
  });
  return data ? (
    <Suspense fallback={null}>
      <PaymentsWaitNotice dispute={data} className={className} />
    </Suspense>
  ) : null;
}
