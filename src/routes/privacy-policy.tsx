import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '@/features/policies/PrivacyPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/privacy-policy')({
  loader: () => loadTexts('agreements', 'common', 'policies', 'policy-privacy'),
  component: PrivacyPage,
});
