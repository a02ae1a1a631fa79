import { createFileRoute } from '@tanstack/react-router';
import { DataDeletionPage } from '@/features/profile/DataDeletionPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_public/data-deletion')({
  validateSearch: (raw: Record<string, unknown>): { code?: string; email?: string } => {
    const code = typeof raw['code'] === 'string' ? raw['code'].toUpperCase().slice(0, 19) : '';
    const email = typeof raw['email'] === 'string' ? raw['email'].slice(0, 200) : '';
    return { ...(code ? { code } : {}), ...(email ? { email } : {}) };
  },
  loader: () => loadTexts('profile'),
  component: DataDeletion,
});

function DataDeletion() {
  const { code, email } = Route.useSearch();
  return <DataDeletionPage code={code} email={email} />;
}
