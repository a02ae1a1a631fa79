import { createFileRoute } from '@tanstack/react-router';
import { PackageFormPage } from '@/features/packages/PackageFormPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/marketplace/edit')({
  validateSearch: (raw: RawSearch): { id?: string | undefined } => ({ id: text(raw['id'], 36) }),
  loader: () => loadTexts('packages', 'terms'),
  // Another package is another form.
  remountDeps: ({ search }) => search,
  component: Edit,
});

function Edit() {
  return <PackageFormPage id={Route.useSearch().id} />;
}
