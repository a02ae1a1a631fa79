import { createFileRoute } from '@tanstack/react-router';
import { CreatorHome } from '@/features/home/CreatorHome.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/dashboard')({
  loader: () => loadTexts('home', 'incoming', 'matching', 'niches', 'terms', 'social', 'completeness'),
  component: Dashboard,
});

function Dashboard() {
  const { session } = Route.useRouteContext();
  return <CreatorHome orgId={session.org?.id ?? ''} />;
}
