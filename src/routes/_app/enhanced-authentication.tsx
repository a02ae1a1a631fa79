import { createFileRoute, useRouter } from '@tanstack/react-router';
import { SecurityPage } from '@/features/security/SecurityPage.tsx';
import { sessionChanged } from '@/lib/auth-calls.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/enhanced-authentication')({
  loader: () => loadTexts('security', 'accounts'),
  component: Screen,
});

function Screen() {
  const router = useRouter();
  const { session } = Route.useRouteContext();
  // Staff who have just set up their authenticator may open every screen.
  const enrolled = async () => {
    if (!session.mustEnrol) return;
    await sessionChanged();
    await router.invalidate();
  };
  return (
    <SecurityPage
      userType={session.persona === 'staff' ? 'admin' : session.userType}
      onEnrolled={() => void enrolled()}
    />
  );
}
