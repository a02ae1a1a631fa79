import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '@/features/profile/ProfilePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/profile')({
  loader: async ({ context }) => {
    if (context.session.persona !== 'staff') void queryClient.prefetchQuery(api.privacy.settings.queryOptions());
    await loadTexts('profile');
  },
  component: Profile,
});

function Profile() {
  const { session } = Route.useRouteContext();
  return <ProfilePage session={session} />;
}
