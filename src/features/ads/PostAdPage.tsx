import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdStart } from '../../../server/features/ads/schema.ts';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { NotFoundState } from '@/components/states/NotFoundState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { isNoRecord } from '@/lib/app-error.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useFormat } from '@/lib/format.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const AdForm = lazyNamed(() => import('@/features/ads/AdForm.tsx'), 'AdForm');

/** Writes a new ad, or goes on with a draft or a posted one. */
export function PostAdPage({ adId }: { adId: string | null }) {
  const { t } = useTranslation('ads');
  useErrorText();
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
  const begun = useRef<AdStart | null>(null);
  const [afresh, setAfresh] = useState(false);
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data) return <ErrorState page error={query.error} onRetry={() => void query.refetch()} />;
  const { kind, city, country, currency } = query.data;
  // What this page saves itself must not replace its form.
  begun.current ??= query.data;
  const { formDraft } = begun.current;
  if (formDraft && !afresh)
    return <StoredAd adId={formDraft.adId} notice={<RestoredNote {...formDraft} onAfresh={() => setAfresh(true)} />} />;
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

/** What was typed earlier, perhaps in another browser, is in the form; a click begins a new one. */
function RestoredNote({ adId, updatedAt, onAfresh }: { adId: string; updatedAt: Date; onAfresh: () => void }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const aside = trpc.ads.putAside.useMutation({
    onSuccess: () => {
      onAfresh();
    },
    onError: toastError,
  });
  return (
    <Alert
      tone="note"
      action={
        <Button size="small" pending={aside.isPending} onClick={() => aside.mutate({ adId })}>
          {t('form.afresh')}
        </Button>
      }
    >
      {t('form.restored', { date: format.dateTime(updatedAt) })}
    </Alert>
  );
}

function StoredAd({ adId, notice }: { adId: string; notice?: ReactNode }) {
  const { t } = useTranslation('ads');
  const query = useFormStart(api.ads.draft.queryOptions({ adId }));
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data)
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
        notice={notice}
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
