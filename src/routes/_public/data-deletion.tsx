import { createFileRoute } from '@tanstack/react-router';
import { DataDeletionPage } from '@/features/profile/DataDeletionPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_public/data-deletion')({
  validateSearch: (raw: RawSearch): { code?: string | undefined; email?: string | undefined } => ({
    code: text(raw['code'], 19)?.toUpperCase(),
    email: text(raw['email']),
  }),
  loader: () => loadTexts('profile'),
  component: DataDeletion,
});

function DataDeletion() {
  const { code, email } = Route.useSearch();
  return <DataDeletionPage code={code} email={email} />;
}
