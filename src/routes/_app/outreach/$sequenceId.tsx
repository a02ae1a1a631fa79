import { createFileRoute } from '@tanstack/react-router';
import { SequencePage } from '@/features/outreach/SequencePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface SequenceSearch {
  view?: 'recipients' | 'results' | undefined;
}

export const Route = createFileRoute('/_app/outreach/$sequenceId')({
  validateSearch: (raw: RawSearch): SequenceSearch => ({ view: oneOf(raw['view'], ['recipients', 'results']) }),
  loader: async ({ params: { sequenceId } }) => {
    void queryClient.prefetchQuery(api.outreach.detail.queryOptions({ sequenceId }));
    await loadTexts('outreach');
  },
  component: Sequence,
});

function Sequence() {
  const { sequenceId } = Route.useParams();
  const { view } = Route.useSearch();
  return <SequencePage sequenceId={sequenceId} view={view ?? 'messages'} />;
}
