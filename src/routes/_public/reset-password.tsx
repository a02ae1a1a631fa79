import { createFileRoute } from '@tanstack/react-router';
import { RESET_USER_TYPES } from '@/features/accounts/doors.ts';
import { ResetPage } from '@/features/accounts/ResetPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (raw: RawSearch): { email?: string; user_type?: (typeof RESET_USER_TYPES)[number] } => {
    const email = text(raw['email'], 254);
    const userType = oneOf(raw['user_type'], RESET_USER_TYPES);
    return { ...(email ? { email } : {}), ...(userType ? { user_type: userType } : {}) };
  },
  loader: () => loadTexts('accounts', 'errors'),
  component: ResetPassword,
});

function ResetPassword() {
  const { email, user_type: userType } = Route.useSearch();
  return <ResetPage email={email} userType={userType} />;
}
