import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '@/features/accounts/VerifyPage.tsx';
import { visitorsSession } from '@/features/accounts/portal-guard.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { innerPath, type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_public/verify-account')({
  validateSearch: (raw: RawSearch): { email?: string | undefined; next?: string | undefined } => ({
    email: text(raw['email'], 254),
    next: innerPath(raw['next']),
  }),
  beforeLoad: async () => ({ session: await visitorsSession() }),
  loader: () => loadTexts('accounts'),
  component: VerifyAccount,
});

function VerifyAccount() {
  const { email, next } = Route.useSearch();
  const { session } = Route.useRouteContext();
  return <VerifyPage email={email} next={next} session={session} />;
}
