import { createFileRoute } from '@tanstack/react-router';
import { readCompared } from '@/features/packages/browse-search.ts';
import { ComparePage } from '@/features/packages/ComparePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/marketplace/compare')({
  validateSearch: readCompared,
  loader: () => loadTexts('packages', 'terms'),
  component: Compare,
});

function Compare() {
  return <ComparePage ids={Route.useSearch().ids?.split(',') ?? []} />;
}
