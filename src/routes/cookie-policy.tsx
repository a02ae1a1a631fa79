import { createFileRoute } from '@tanstack/react-router';
import { CookiePage } from '@/features/policies/CookiePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/cookie-policy')({
  loader: () => loadTexts('agreements', 'common', 'consent', 'policies', 'policy-cookies'),
  component: CookiePage,
});
