import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '@/features/accounts/VerifyPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { innerPath } from '@/lib/search.ts';

export const Route = createFileRoute('/_public/verify-account')({
  validateSearch: (raw: Record<string, unknown>): { next?: string } => {
    const next = innerPath(raw['next']);
    return next ? { next } : {};
  },
  loader: () => loadTexts('accounts'),
  component: VerifyAccount,
});

function VerifyAccount() {
  const { next } = Route.useSearch();
  return <VerifyPage next={next} />;
}
