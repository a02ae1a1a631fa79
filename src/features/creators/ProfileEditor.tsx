import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const ProfileForm = lazyNamed(() => import('@/features/creators/ProfileForm.tsx'), 'ProfileForm');

/** What brands read: name, work, audience, rates. */
export function ProfileEditor() {
  const { t } = useTranslation('creators');
  const query = useFormStart(api.creators.mine.queryOptions());
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data)
    return <ErrorState page error={query.error} title={t('edit.couldNotLoad')} onRetry={() => void query.refetch()} />;
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={6} />}>
      <ProfileForm profile={query.data} />
    </Suspense>
  );
}
