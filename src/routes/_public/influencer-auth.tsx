import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '@/features/accounts/AuthPage.tsx';
import { atTheDoor, readDoorSearch } from '@/features/accounts/door-guard.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_public/influencer-auth')({
  validateSearch: readDoorSearch,
  beforeLoad: ({ search }) => atTheDoor(search),
  loader: () => loadTexts('accounts', 'errors'),
  component: InfluencerAuthDoor,
});

function InfluencerAuthDoor() {
  const { tab, as, next } = Route.useSearch();
  const { unfinished } = Route.useRouteContext();
  return <AuthPage door="influencer" tab={tab ?? 'sign-in'} as={as} next={next} unfinished={unfinished} />;
}
