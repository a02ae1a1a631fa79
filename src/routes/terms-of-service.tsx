import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '@/features/policies/TermsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/terms-of-service')({
  loader: () => loadTexts('common', 'policies', 'policy-terms', 'terms'),
  component: TermsPage,
});
