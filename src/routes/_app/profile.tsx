import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '@/features/profile/ProfilePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

/** How YouTube's sign-in ended, as `OUTCOMES` of server/features/connections/schema.ts; `resume`: go on after a sign-in. */
const YOUTUBE_RETURNS = [
  'connected',
  'denied',
  'elsewhere',
  'expired',
  'other_browser',
  'other_user',
  'personal',
  'refused',
  'scopes',
  'unavailable',
  'working',
  'resume',
] as const;
type YoutubeReturn = (typeof YOUTUBE_RETURNS)[number];

export const Route = createFileRoute('/_app/profile')({
  validateSearch: (raw: RawSearch): { youtube?: YoutubeReturn | undefined; tab?: 'representation' | undefined } => ({
    youtube: oneOf(raw['youtube'], YOUTUBE_RETURNS),
    tab: oneOf(raw['tab'], ['representation']),
  }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: async ({ context, deps: { tab } }) => {
    if (context.session.persona !== 'staff') void queryClient.prefetchQuery(api.privacy.settings.queryOptions());
    const isCreator = context.session.persona === 'creator';
    if (isCreator) void queryClient.prefetchQuery(api.connections.mine.queryOptions());
    await loadTexts(
      'profile',
      ...(!isCreator ? [] : tab === 'representation' ? (['representation'] as const) : (['social', 'terms'] as const)),
    );
  },
  component: Profile,
});

function Profile() {
  const { session } = Route.useRouteContext();
  const { tab } = Route.useSearch();
  return <ProfilePage session={session} tab={tab ?? 'account'} />;
}
