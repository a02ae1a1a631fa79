import { createFileRoute } from '@tanstack/react-router';
import { UnbuiltScreen } from '@/components/page/UnbuiltScreen.tsx';

/** Addresses without a route file: planned screens show that they are not built yet, all others are a 404. */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location }) => (await import('@/lib/session-guard.ts')).requireUnbuiltScreen(location),
  component: Unbuilt,
  pendingComponent: () => null,
});

function Unbuilt() {
  const { screen, session } = Route.useRouteContext();
  return <UnbuiltScreen screen={screen} session={session} />;
}
