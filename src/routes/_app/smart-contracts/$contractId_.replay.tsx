import { createFileRoute } from '@tanstack/react-router';
import { ReplayPage } from '@/features/deals/ReplayPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { useLive } from '@/lib/live.ts';
import { wholeNumber, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface ReplaySearch {
  /** Number of the event that is shown first. */
  event?: number | undefined;
}

export const Route = createFileRoute('/_app/smart-contracts/$contractId_/replay')({
  validateSearch: (raw: RawSearch): ReplaySearch => ({
    event: wholeNumber(raw['event'], { min: 1, max: 100_000 }),
  }),
  loader: async ({ params: { contractId } }) => {
    void queryClient.prefetchQuery(api.escrow.deal.queryOptions({ contractId }));
    await loadTexts('deals', 'replay');
  },
  component: Replay,
});

function Replay() {
  const { contractId } = Route.useParams();
  const { event } = Route.useSearch();
  useLive([`contract:${contractId}`]);
  return <ReplayPage contractId={contractId} event={event} />;
}
