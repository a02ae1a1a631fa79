import { createFileRoute } from '@tanstack/react-router';
import { OutreachPage } from '@/features/outreach/OutreachPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface OutreachSearch {
  view?: 'suppressed' | undefined;
}

export const Route = createFileRoute('/_app/outreach/')({
  validateSearch: (raw: RawSearch): OutreachSearch => ({ view: oneOf(raw['view'], ['suppressed']) }),
  loader: async () => {
    void queryClient.prefetchQuery(api.outreach.list.queryOptions({}));
    await loadTexts('outreach');
  },
  component: Outreach,
});

function Outreach() {
  const { view } = Route.useSearch();
  return <OutreachPage view={view ?? 'sequences'} />;
}
