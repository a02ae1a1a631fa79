import { createFileRoute } from '@tanstack/react-router';
import { BrandPage } from '@/features/brands/BrandPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/brand/$slug')({
  loader: async ({ params: { slug } }) => {
    void queryClient.prefetchQuery(api.brands.page.queryOptions({ slug }));
    await loadTexts('brands', 'brand-facts', 'niches', 'ratings');
  },
  component: Brand,
});

function Brand() {
  const { session } = Route.useRouteContext();
  const { slug } = Route.useParams();
  return <BrandPage slug={slug} viewerOrg={session.org?.id ?? null} />;
}
