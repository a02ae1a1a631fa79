import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Stars } from '@/components/ratings/Stars.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { RemovalForm } from '@/features/platform/RemovalForm.tsx';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 200;

/** The review that a case is about; staff with the right remove it, with a reason for its author. */
export function ReportedRating({ caseId }: { caseId: string }) {
  const { t } = useTranslation('ratings');
  const may = useStaffMay();
  const query = useQuery(api.ratings.reported.queryOptions({ caseId }));
  const remove = trpc.ratings.remove.useMutation({ onSuccess: () => api.ratings.reported.invalidate({ caseId }) });
  if (query.isPending) return <PendingSkeleton rows={2} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { ratingId, stars, body, reply, removed } = query.data;
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{t('staff.title')}</h3>
      <Stars count={stars} />
      {body ? (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {body}
        </p>
      ) : null}
      {reply ? (
        <p dir="auto" className="mt-2 border-s-2 border-border ps-3 whitespace-pre-wrap break-words">
          {reply}
        </p>
      ) : null}
      {removed ? (
        <p role="status" className="mt-2 text-sm text-muted-foreground">
          {t('staff.removed')}
        </p>
      ) : may('ratings.remove') ? (
        <RemovalForm
          length={{ min: MIN_REASON_LENGTH, max: MAX_REASON_LENGTH }}
          labels={{ reason: t('staff.reason'), hint: t('staff.reasonHint'), remove: t('staff.remove') }}
          pending={remove.isPending}
          error={remove.error}
          onRemove={(reason) => remove.mutate({ ratingId, reason })}
        />
      ) : null}
    </section>
  );
}
