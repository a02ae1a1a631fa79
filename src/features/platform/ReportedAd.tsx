import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { RemovalForm } from '@/features/platform/RemovalForm.tsx';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

const MIN_REASON_LENGTH = 5;
const MAX_REASON_LENGTH = 300;

/** The ad that a case is about; staff with the right take it down, with a reason for its owner. */
export function ReportedAd({ caseId }: { caseId: string }) {
  const { t } = useTranslation('ads');
  const may = useStaffMay();
  const query = useQuery(api.ads.reported.queryOptions({ caseId }));
  const remove = trpc.ads.remove.useMutation({ onSuccess: () => api.ads.reported.invalidate({ caseId }) });
  if (query.isPending) return <PendingSkeleton rows={3} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const ad = query.data;
  return (
    <section className="mt-4">
      <h3 className="mb-1 flex flex-wrap items-baseline gap-2 font-semibold">
        <bdi>{ad.title || t('mine.untitled')}</bdi>
        <Tag>{t(`state.${ad.state}`)}</Tag>
      </h3>
      <p className="text-sm text-muted-foreground">
        <bdi>{ad.ownerName}</bdi>
      </p>
      <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
        {[ad.body, ad.goods].filter(Boolean).join('\n')}
      </p>
      {ad.state === 'removed' ? (
        <p role="status" className="mt-2 text-sm text-muted-foreground">
          {t('staff.removed')}
        </p>
      ) : ad.removable && may('ads.remove') ? (
        <RemovalForm
          length={{ min: MIN_REASON_LENGTH, max: MAX_REASON_LENGTH }}
          labels={{ reason: t('staff.reason'), hint: t('staff.reasonHint'), remove: t('staff.remove') }}
          pending={remove.isPending}
          error={remove.error}
          onRemove={(reason) => remove.mutate({ adId: ad.adId, reason })}
        />
      ) : null}
    </section>
  );
}
