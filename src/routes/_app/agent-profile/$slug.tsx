import { createFileRoute } from '@tanstack/react-router';
import { PublicAgencyPage } from '@/features/agencies/PublicAgencyPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/agent-profile/$slug')({
  loader: async ({ params: { slug } }) => {
    void queryClient.prefetchQuery(api.agencies.page.queryOptions({ slug }));
    await loadTexts('agencies', 'niches', 'ratings');
  },
  component: Agency,
});

function Agency() {
  const { slug } = Route.useParams();
  return <PublicAgencyPage slug={slug} />;
}
