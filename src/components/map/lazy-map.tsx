import { Suspense } from 'react';
import type { PointMapProps } from '@/components/map/PointMap.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';

/** Code and texts of the map: loaded when it is shown. */
const PointMap = lazy(async () => {
  const [map] = await Promise.all([import('@/components/map/PointMap.tsx'), loadTexts('map')]);
  return { default: map.PointMap };
});

export function LazyPointMap(props: PointMapProps) {
  return (
    <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
      <PointMap {...props} />
    </Suspense>
  );
}
