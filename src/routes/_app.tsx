import { createFileRoute, Outlet } from '@tanstack/react-router';
import { TermsHost } from '@/components/agreements/TermsHost.tsx';
import { SessionEndHost } from '@/components/security/SessionEndHost.tsx';
import { StepUpHost } from '@/components/security/StepUpHost.tsx';
import { SignedInFrame } from '@/components/page/SignedInFrame.tsx';
import { VerifyNotice } from '@/features/accounts/VerifyNotice.tsx';
import { NotificationBell } from '@/features/notifications/NotificationBell.tsx';

export const Route = createFileRoute('/_app')({
  // The guard imports the API client and the registry, which public pages do not load.
  beforeLoad: async ({ location }) => (await import('@/lib/session-guard.ts')).requireSession(location),
  component: SignedIn,
  // Nothing is rendered while the session is being checked.
  pendingComponent: () => null,
});

function SignedIn() {
  const { session } = Route.useRouteContext();
  return (
    <SignedInFrame
      session={session}
      bell={session.org ? <NotificationBell /> : undefined}
      notice={session.persona === 'staff' || session.emailVerified ? undefined : <VerifyNotice session={session} />}
    >
      <Outlet />
      <StepUpHost />
      <TermsHost />
      <SessionEndHost />
    </SignedInFrame>
  );
}
