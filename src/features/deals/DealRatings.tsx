import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { RatingForm } from '@/components/ratings/RatingForm.tsx';
import { RatingItem } from '@/components/ratings/RatingItem.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** The two sides of a completed deal review each other; neither reads the other's review before its own is in. */
export function DealRatings({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('ratings');
  useErrorText();
  const format = useFormat();
  const { contractId } = deal;
  const heading = useId();
  const [requestKey] = useState(randomId);
  const give = trpc.ratings.give.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: () => api.ratings.invalidate(),
  });
  const query = useQuery(api.ratings.ofDeal.queryOptions({ contractId }));
  const other = deal.mySide === 'brand' ? deal.creator.name : deal.brand.name;
  const found = query.data;
  const date = found?.endsAt ? format.longDate(found.endsAt) : '';
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="heading-section">
        {t('title')}
      </h2>
      {query.isPending ? (
        <PendingSkeleton rows={2} className="mt-2" />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : (
        <div className="mt-2 grid gap-5">
          {found?.canRate === true ? (
            <>
              <p className="max-w-60ch text-sm text-muted-foreground">{t('until', { date })}</p>
              <RatingForm
                draft={contractId}
                pending={give.isPending}
                error={give.error}
                onGive={(rating) => give.mutateAsync({ contractId, ...rating })}
              />
            </>
          ) : found?.canRate === 'rating.time_over' && !found.theirs ? (
            <p className="text-sm text-muted-foreground">{t('over', { date })}</p>
          ) : found && !['rating.given', 'rating.time_over'].includes(found.canRate as string) ? (
            <p className="text-sm text-muted-foreground">{codeText(found.canRate as ErrorCode)}</p>
          ) : null}
          {found?.mine && !found.shown ? <Alert tone="note">{t('waiting', { name: other, date })}</Alert> : null}
          {found?.theirs ? <RatingItem rating={found.theirs} /> : null}
          {found?.mine ? <RatingItem rating={found.mine} /> : null}
        </div>
      )}
    </section>
  );
}
