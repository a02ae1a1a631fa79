import { createFileRoute } from '@tanstack/react-router';
import { BrandDirectory } from '@/features/brands/BrandDirectory.tsx';
import { BrandEditor } from '@/features/brands/BrandEditor.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { flag, type RawSearch, text } from '@/lib/search.ts';

interface DirectorySearch {
  q?: string;
  verified?: true;
}

export const Route = createFileRoute('/_app/brand/')({
  validateSearch: (raw: RawSearch): DirectorySearch => {
    const q = text(raw['q'], 80);
    return { ...(q ? { q } : {}), ...(flag(raw['verified']) ? { verified: true } : {}) };
  },
  loader: () => loadTexts('brands', 'campaigns', 'niches'),
  component: Brand,
});

function Brand() {
  const { session } = Route.useRouteContext();
  const { q, verified = false } = Route.useSearch();
  return session.persona === 'brand' ? (
    <BrandEditor orgId={session.org?.id ?? ''} />
  ) : (
    <BrandDirectory q={q} verified={verified} />
  );
}
