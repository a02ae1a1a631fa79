import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const PackageForm = lazyNamed(() => import('@/features/packages/PackageForm.tsx'), 'PackageForm');

/** A new package, or the one with that id. */
export function PackageFormPage({ id }: { id: string | undefined }) {
  const { t } = useTranslation('packages');
  const query = useFormStart(api.packages.mine.queryOptions());
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data)
    return <ErrorState page error={query.error} title={t('own.couldNotLoad')} onRetry={() => void query.refetch()} />;
  const item = query.data.items.find((one) => one.id === id) ?? null;
  if (id && !item) return <NotFoundState />;
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={6} />}>
      <PackageForm item={item} liveRanges={query.data.liveRanges} />
    </Suspense>
  );
}
