import { createFileRoute } from '@tanstack/react-router';
import { BrandDirectory } from '@/features/brands/BrandDirectory.tsx';
import { BrandEditor } from '@/features/brands/BrandEditor.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

interface DirectorySearch {
  q?: string;
}

export const Route = createFileRoute('/_app/brand/')({
  validateSearch: (raw: RawSearch): DirectorySearch => {
    const q = text(raw['q'], 80);
    return q ? { q } : {};
  },
  loader: () => loadTexts('brands', 'campaigns', 'niches'),
  component: Brand,
});

function Brand() {
  const { session } = Route.useRouteContext();
  const { q } = Route.useSearch();
  return session.persona === 'brand' ? <BrandEditor /> : <BrandDirectory q={q} />;
}
