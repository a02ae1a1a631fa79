import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { flag, type RawSearch, text } from '@/lib/search.ts';

interface DirectorySearch {
  q?: string | undefined;
  verified?: true | undefined;
}

// A brand never opens the directory, the others never open the editor.
const BrandDirectory = lazyNamed(() => import('@/features/brands/BrandDirectory.tsx'), 'BrandDirectory');
const BrandEditor = lazyNamed(() => import('@/features/brands/BrandEditor.tsx'), 'BrandEditor');

export const Route = createFileRoute('/_app/brand/')({
  validateSearch: (raw: RawSearch): DirectorySearch => ({ q: text(raw['q'], 80), verified: flag(raw['verified']) }),
  loader: () => loadTexts('brands', 'brand-facts', 'niches'),
  component: Brand,
});

function Brand() {
  const { session } = Route.useRouteContext();
  const { q, verified = false } = Route.useSearch();
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={6} />}>
      {session.persona === 'brand' ? (
        <BrandEditor orgId={session.org?.id ?? ''} />
      ) : (
        <BrandDirectory q={q} verified={verified} />
      )}
    </Suspense>
  );
}
