import { createFileRoute } from '@tanstack/react-router';
import { RESET_USER_TYPES } from '@/features/accounts/portals.ts';
import { ResetPage } from '@/features/accounts/ResetPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { innerPath, oneOf, type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (
    raw: RawSearch,
  ): {
    email?: string | undefined;
    user_type?: (typeof RESET_USER_TYPES)[number] | undefined;
    next?: string | undefined;
  } => ({
    email: text(raw['email'], 254),
    user_type: oneOf(raw['user_type'], RESET_USER_TYPES),
    next: innerPath(raw['next']),
  }),
  loader: () => loadTexts('accounts'),
  component: ResetPassword,
});

function ResetPassword() {
  const { email, user_type: userType, next } = Route.useSearch();
  return <ResetPage email={email} userType={userType} next={next} />;
}
