import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RatingForm } from '@/components/ratings/RatingForm.tsx';
import { RatingItem } from '@/components/ratings/RatingItem.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';

/** What the creator says of an agency that represents it, or did; on the agency's page others read it. */
export function AgencyRating({ representationId, agency }: { representationId: string; agency: string }) {
  const { t } = useTranslation('ratings');
  const format = useFormat();
  const heading = useId();
  useErrorText();
  const query = useQuery(api.ratings.ofAgency.queryOptions({ representationId }));
  const [requestKey] = useState(randomId);
  const give = trpc.ratings.giveAgency.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: () => api.ratings.invalidate(),
  });
  const found = query.data;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="heading-item">
        {t('agency.title', { agency })}
      </h3>
      {query.isPending ? (
        <PendingSkeleton rows={1} className="mt-2" />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : found?.mine ? (
        <div className="mt-2">
          <RatingItem rating={found.mine} />
        </div>
      ) : found?.canRate === true ? (
        <div className="mt-1 grid gap-3">
          <p className="max-w-60ch text-sm text-muted-foreground">{t('agency.text')}</p>
          <RatingForm
            draft={representationId}
            pending={give.isPending}
            error={give.error}
            onGive={(rating) => give.mutateAsync({ representationId, ...rating })}
          />
        </div>
      ) : (
        <p className="mt-1 text-sm text-muted-foreground">
          {found?.canRate === 'rating.too_early' && found.from
            ? t('agency.from', { date: format.longDate(found.from) })
            : codeText(isErrorCode(found?.canRate ?? '') ? (found?.canRate as 'rating.given') : 'rating.time_over')}
        </p>
      )}
    </section>
  );
}
