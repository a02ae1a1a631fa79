import { useTranslation } from 'react-i18next';
import { ENOUGH_DEALS, ENOUGH_PARTIES } from '../../../server/features/rates/constants/rules.ts';
import type { ComparableDeals } from '../../../server/features/rates/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { QueryState } from '@/components/page/Pages.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormat } from '@/lib/format.ts';

/** What comparable deals were signed for, with their number. */
export function ComparableNote({ query }: { query: QueryState<ComparableDeals> }) {
  const { t } = useTranslation('rates');
  const format = useFormat();
  const { data } = query;
  return (
    <section>
      <h2 className="heading-section">{t('deals.title')}</h2>
      {data === undefined ? (
        query.isPending ? (
          <PendingSkeleton rows={1} />
        ) : (
          <ErrorState error={query.error} title={t('deals.couldNotLoad')} onRetry={() => void query.refetch()} />
        )
      ) : data.median ? (
        <p className="text-ui">
          <span className="figures font-semibold">
            <MoneyText money={data.median} />
          </span>{' '}
          <span className="text-muted-foreground">{t('deals.median', { n: format.number(data.n) })}</span>
        </p>
      ) : (
        <p className="text-ui">
          {t('deals.tooFew')}{' '}
          <span className="text-muted-foreground">
            {t('deals.needs', {
              n: format.number(data.n),
              deals: format.number(ENOUGH_DEALS),
              parties: format.number(ENOUGH_PARTIES),
            })}
          </span>
        </p>
      )}
    </section>
  );
}
