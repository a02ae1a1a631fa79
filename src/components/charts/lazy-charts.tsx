import { type ComponentType, type LazyExoticComponent, Suspense } from 'react';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';

/** Code and texts of the charts: loaded when one is shown. */
async function loadKit() {
  const [kit] = await Promise.all([import('@/components/charts/kit.tsx'), loadTexts('charts')]);
  return kit;
}

function shown<Props extends object>(Chart: LazyExoticComponent<ComponentType<Props>>) {
  return function Shown(props: Props) {
    return (
      <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
        <Chart {...props} />
      </Suspense>
    );
  };
}

export const LazyLineChart = shown(lazy(async () => ({ default: (await loadKit()).LineChart })));
export const LazyBarChart = shown(lazy(async () => ({ default: (await loadKit()).BarChart })));
export const LazySpreadChart = shown(lazy(async () => ({ default: (await loadKit()).SpreadChart })));
export const LazyTierChart = shown(lazy(async () => ({ default: (await loadKit()).TierChart })));
