import { createFileRoute } from '@tanstack/react-router';
import { AskPage } from '@/features/discovery/ask/AskPage.tsx';
import { readAskSearch } from '@/features/discovery/ask/ask-search.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/ai-smart-search')({
  validateSearch: readAskSearch,
  // The router keeps unknown search parameters, and shared links often carry tracking parameters.
  loaderDeps: ({ search }) => readAskSearch({ ...search }),
  loader: () => loadTexts('discovery', 'found', 'terms', 'figures', 'niches'),
  component: Ask,
});

function Ask() {
  return <AskPage search={Route.useLoaderDeps()} />;
}
