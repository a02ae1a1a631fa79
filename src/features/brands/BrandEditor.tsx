import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const BrandForm = lazyNamed(() => import('@/features/brands/BrandForm.tsx'), 'BrandForm');

/** What creators and agencies read of the brand. */
export function BrandEditor({ orgId }: { orgId: string }) {
  const { t } = useTranslation('brands');
  const query = useFormStart(api.brands.mine.queryOptions());
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data)
    return <ErrorState page error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />;
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={6} />}>
      <BrandForm profile={query.data} orgId={orgId} />
    </Suspense>
  );
}
