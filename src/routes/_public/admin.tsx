import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '@/features/accounts/AuthPage.tsx';
import { atTheDoor, readDoorSearch } from '@/features/accounts/door-guard.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_public/admin')({
  validateSearch: readDoorSearch,
  beforeLoad: ({ search }) => atTheDoor(search),
  loader: () => loadTexts('accounts', 'errors'),
  component: AdminDoor,
});

function AdminDoor() {
  const { tab, next } = Route.useSearch();
  const { unfinished } = Route.useRouteContext();
  return <AuthPage door="admin" tab={tab ?? 'sign-in'} next={next} unfinished={unfinished} />;
}
