import { linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListPage } from '@/components/page/Pages.tsx';
import { BrowseTab } from '@/features/micro-market/BrowseTab.tsx';
import { ContactedTab } from '@/features/micro-market/ContactedTab.tsx';
import { MARKET_TABS, type MarketSearch } from '@/features/micro-market/market-search.ts';
import { MarketFilters } from '@/features/micro-market/MarketFilters.tsx';
import { MarketStats } from '@/features/micro-market/MarketStats.tsx';
import { SavedTab } from '@/features/micro-market/SavedTab.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { Suspense } from 'react';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';

const AnalyticsTab = lazyNamed(() => import('@/features/micro-market/AnalyticsTab.tsx'), 'AnalyticsTab');

/** Small creators near a place, for brands: who is free now, who was saved or contacted, what the market pays. */
export function MicroMarketPage({ search }: { search: MarketSearch }) {
  const { t } = useTranslation('micro-market');
  const current = search.tab ?? 'browse';
  const filtered = current === 'browse' || current === 'analytics';
  return (
    <ListPage
      title={t('title')}
      status={t('status')}
      tabs={{
        label: t('tabs'),
        current,
        items: MARKET_TABS.map((id) => ({
          id,
          label: t(`tab.${id}`),
          link: linkOptions({
            to: '/micro-marketplace',
            search: (before) => ({ ...before, tab: id === 'browse' ? undefined : id }),
          }),
        })),
      }}
      {...(filtered ? { filters: <MarketFilters search={search} /> } : {})}
    >
      <div className="grid gap-6">
        {filtered ? <MarketStats search={search} /> : null}
        {current === 'browse' ? <BrowseTab search={search} /> : null}
        {current === 'saved' ? <SavedTab /> : null}
        {current === 'contacted' ? <ContactedTab /> : null}
        {current === 'analytics' ? (
          <Suspense fallback={<PendingSkeleton rows={6} />}>
            <AnalyticsTab search={search} />
          </Suspense>
        ) : null}
      </div>
    </ListPage>
  );
}
