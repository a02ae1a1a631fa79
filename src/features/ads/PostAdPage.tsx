import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { isNoRecord } from '@/lib/app-error.ts';
import { codeText } from '@/lib/error-text.ts';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

const AdForm = lazyNamed(() => import('@/features/ads/AdForm.tsx'), 'AdForm');

/** Writes a new ad, or goes on with a draft or a posted one. */
export function PostAdPage({ adId }: { adId: string | null }) {
  const { t } = useTranslation('ads');
  const can = usePermitted('ad.edit');
  if (can !== true)
    return (
      <>
        <PageHeader title={t('form.titleNew')} />
        <Alert tone="note" className="mt-5">
          {codeText(can)}
        </Alert>
      </>
    );
  return adId ? <StoredAd adId={adId} /> : <NewAd />;
}

function NewAd() {
  const query = useFormStart(api.ads.start.queryOptions());
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError) return <ErrorState page error={query.error} onRetry={() => void query.refetch()} />;
  const { kind, city, country, currency } = query.data;
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={6} />}>
      <AdForm
        kind={kind}
        stored={null}
        values={{
          title: '',
          body: '',
          niches: [],
          platform: null,
          format: null,
          remote: false,
          city,
          country,
          currency,
          payMin: null,
          payMax: null,
          goods: '',
          goodsValue: null,
          dueAt: null,
          days: 14,
          photoId: null,
        }}
      />
    </Suspense>
  );
}

function StoredAd({ adId }: { adId: string }) {
  const { t } = useTranslation('ads');
  const query = useFormStart(api.ads.draft.queryOptions({ adId }));
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError)
    return isNoRecord(query.error) ? (
      <NotFoundState />
    ) : (
      <ErrorState page error={query.error} title={t('form.couldNotLoad')} onRetry={() => void query.refetch()} />
    );
  const ad = query.data;
  return (
    <Suspense fallback={<PendingSkeleton as="page" rows={6} />}>
      <AdForm
        kind={ad.kind}
        stored={{ id: ad.id, version: ad.version, state: ad.state }}
        values={{
          title: ad.title,
          body: ad.body,
          niches: ad.niches,
          platform: ad.platform,
          format: ad.format,
          remote: ad.remote,
          city: ad.city,
          country: ad.country,
          currency: ad.currency,
          payMin: ad.payMin,
          payMax: ad.payMax,
          goods: ad.goods,
          goodsValue: ad.goodsValue,
          dueAt: ad.dueAt,
          days: ad.days,
          photoId: ad.photoId,
        }}
      />
    </Suspense>
  );
}
