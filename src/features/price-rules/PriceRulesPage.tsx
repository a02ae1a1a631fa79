import { Suspense } from 'react';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import type { Persona } from '@/lib/screens.ts';

const OwnRulesPage = lazyNamed(() => import('@/features/price-rules/OwnRulesPage.tsx'), 'OwnRulesPage');
const BandsPage = lazyNamed(() => import('@/features/price-rules/BandsPage.tsx'), 'BandsPage');

/** A creator's rules; for brands the fair ranges that they may expect. */
export function PriceRulesPage({ persona }: { persona: Persona }) {
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={5} />}>
      {persona === 'creator' ? <OwnRulesPage /> : <BandsPage />}
    </Suspense>
  );
}
