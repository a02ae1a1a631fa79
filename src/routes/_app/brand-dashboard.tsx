import { createFileRoute } from '@tanstack/react-router';
import { BrandHome } from '@/features/home/BrandHome.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/brand-dashboard')({
  loader: () => loadTexts('home', 'matching'),
  component: Dashboard,
});

function Dashboard() {
  const { session } = Route.useRouteContext();
  return <BrandHome orgId={session.org?.id ?? ''} />;
}
