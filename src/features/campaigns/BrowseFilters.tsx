import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { type FilterChip, FilterBar } from '@/components/table/FilterBar.tsx';
import { type BrowseSearch, SORTS } from '@/features/campaigns/browse-search.ts';
import { isNiche } from '../../../server/features/niches/rules.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Select } from '@/ui/select.tsx';

const BrowseFields = lazyNamed(() => import('@/features/campaigns/BrowseFields.tsx'), 'BrowseFields');

/** All filters of the market; the URL holds them. */
export function BrowseFilters({ search, result }: { search: BrowseSearch; result: string | undefined }) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const navigate = useNavigate({ from: '/campaigns/' });
  const set = (part: BrowseSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });
  const [cleared, setCleared] = useState(0);
  const chips: FilterChip[] = [];
  if (search.platform)
    chips.push({
      id: 'platform',
      name: t('browse.filterPlatform'),
      value: terms(`platform.${search.platform}`),
      onRemove: () => set({ platform: undefined }),
    });
  if (search.niche)
    chips.push({
      id: 'niche',
      name: t('browse.filterNiche'),
      value: isNiche(search.niche) ? nameOf(`name.${search.niche}`) : search.niche,
      onRemove: () => set({ niche: undefined }),
    });
  if (search.city)
    chips.push({
      id: 'city',
      name: t('browse.filterCity'),
      value: <bdi>{search.city}</bdi>,
      onRemove: () => set({ city: undefined }),
    });
  if (search.currency && search.payMin)
    chips.push({
      id: 'pay',
      name: t('browse.filterPay'),
      value: format.money({ amount: search.payMin, currency: search.currency }),
      onRemove: () => set({ payMin: undefined, currency: undefined }),
    });
  else if (search.currency)
    chips.push({
      id: 'currency',
      name: t('browse.filterCurrency'),
      value: search.currency,
      onRemove: () => set({ currency: undefined }),
    });
  if (search.saved)
    chips.push({ id: 'saved', name: t('browse.filterSaved'), value: '✓', onRemove: () => set({ saved: undefined }) });
  if (search.verified)
    chips.push({
      id: 'verified',
      name: t('browse.onlyVerified'),
      value: '✓',
      onRemove: () => set({ verified: undefined }),
    });
  return (
    <FilterBar
      {...(search.q ? { query: search.q } : {})}
      onQuery={(q) => set({ q: q || undefined })}
      chips={chips}
      onClear={() => {
        setCleared((times) => times + 1);
        set({
          platform: undefined,
          niche: undefined,
          city: undefined,
          currency: undefined,
          payMin: undefined,
          saved: undefined,
          verified: undefined,
        });
      }}
      result={result}
      end={
        <Select
          aria-label={t('browse.sort')}
          value={search.sort ?? 'newest'}
          onValueChange={(sort) => set({ sort: sort === 'newest' ? undefined : (sort as 'pay' | 'deadline') })}
          options={SORTS.map((value) => ({ value, label: t(`browse.sortBy.${value}`) }))}
          className="w-44 max-md:w-40"
        />
      }
      filters={
        <Suspense fallback={<PendingSkeleton rows={4} />}>
          <BrowseFields search={search} cleared={cleared} onChange={set} />
        </Suspense>
      }
    />
  );
}
