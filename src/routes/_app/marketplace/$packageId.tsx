import { createFileRoute } from '@tanstack/react-router';
import { PackagePage } from '@/features/packages/PackagePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/marketplace/$packageId')({
  loader: async ({ params: { packageId } }) => {
    void queryClient.prefetchQuery(api.packages.get.queryOptions({ packageId }));
    await loadTexts('packages', 'terms');
  },
  component: Package,
});

function Package() {
  const { session } = Route.useRouteContext();
  return <PackagePage packageId={Route.useParams().packageId} persona={session.persona} />;
}
