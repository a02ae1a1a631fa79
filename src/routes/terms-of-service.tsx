import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '@/features/policies/TermsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import type { RawSearch } from '@/lib/search.ts';

export const Route = createFileRoute('/terms-of-service')({
  // `text`: an earlier version by its hash, as it was accepted.
  validateSearch: ({ text }: RawSearch): { text?: string | undefined } => ({
    text: typeof text === 'string' && /^[0-9a-f]{64}$/u.test(text) ? text : undefined,
  }),
  loader: () => loadTexts('agreements', 'common', 'policies', 'policy-terms', 'terms'),
  component: Terms,
});

function Terms() {
  const { text } = Route.useSearch();
  return <TermsPage stored={text} />;
}
