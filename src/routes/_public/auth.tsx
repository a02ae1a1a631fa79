import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '@/features/accounts/AuthPage.tsx';
import { guardPortal, readPortalSearch } from '@/features/accounts/portal-guard.ts';
import { loadSignUp } from '@/features/accounts/lazy-sign-up.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_public/auth')({
  validateSearch: readPortalSearch,
  beforeLoad: ({ search }) => guardPortal(search),
  // Of the tab: a change of it waits for its form, and the page that is shown stays.
  shouldReload: true,
  loader: ({ location }) => Promise.all([loadTexts('accounts'), loadSignUp(location.search)]),
  component: AuthPortal,
});

function AuthPortal() {
  const { tab, next } = Route.useSearch();
  const { incomplete } = Route.useRouteContext();
  return <AuthPage portal="auth" tab={tab ?? 'sign-in'} next={next} incomplete={incomplete} />;
}
