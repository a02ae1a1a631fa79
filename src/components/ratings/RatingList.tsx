import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RatingDto, RatingPage } from '../../../server/features/ratings/schema.ts';
import { RatingItem } from '@/components/ratings/RatingItem.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { countValues } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

const PAGE = 10;

/** What others said of a creator or a brand after completed deals, with number and mean. */
export function RatingList({ orgId }: { orgId: string }) {
  const { t } = useTranslation('ratings');
  const format = useFormat();
  const heading = useId();
  const { query, rows } = usePages<RatingDto>((after) =>
    api.ratings.of.queryOptions({ orgId, limit: PAGE, ...(after ? { after } : {}) }),
  );
  const first = query.data?.pages[0] as RatingPage | undefined;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="heading-section">
        {t('title')}
      </h2>
      {query.isPending ? (
        <PendingSkeleton rows={2} className="mt-2" />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <p className="mt-1 text-sm text-muted-foreground">{t('none')}</p>
      ) : (
        <>
          {first && first.mean !== null ? (
            <p className="mt-1 text-ui">
              <b className="font-semibold">{t('mean', { mean: format.number(first.mean / 10) })}</b> ·{' '}
              {t('count', countValues(first.count))}
            </p>
          ) : null}
          <ul className="mt-3 grid gap-5">
            {rows.map((rating) => (
              <li key={rating.id}>
                <RatingItem rating={rating} />
              </li>
            ))}
          </ul>
          <MoreButton query={query} className="mt-3" label={t('more')} />
        </>
      )}
    </section>
  );
}
