import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** The marketplace of small creators on a home screen, with how many are available now. */
export function MarketTile() {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(api.microMarket.stats.queryOptions({}));
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-card p-4.5">
      <div className="min-w-0">
        <h2 className="heading-item">{t('market.title')}</h2>
        <p className="text-sm text-muted-foreground">
          {data
            ? t('market.figure', { n: format.number(data.availableNow), of: format.number(data.creators) })
            : t('market.text')}
        </p>
      </div>
      <Button asChild>
        <Link to="/micro-marketplace" aria-label={`${common('label.tryItNow')}: ${t('market.title')}`}>
          {common('label.tryItNow')}
        </Link>
      </Button>
    </section>
  );
}
