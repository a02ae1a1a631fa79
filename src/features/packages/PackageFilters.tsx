import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNiche } from '../../../server/features/niches/rules.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { FilterBar, type FilterChip } from '@/components/table/FilterBar.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { type PackageBrowseSearch, SORTS } from '@/features/packages/browse-search.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Select } from '@/ui/select.tsx';

const PackageFields = lazyNamed(() => import('@/features/packages/PackageFields.tsx'), 'PackageFields');

/** Filters and order of the packages; the URL holds them. */
export function PackageFilters({ search, result }: { search: PackageBrowseSearch; result: string | undefined }) {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const termsText = useTermsText();
  const format = useFormat();
  const navigate = useNavigate({ from: '/marketplace/' });
  const [cleared, setCleared] = useState(0);
  const set = (part: PackageBrowseSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });
  const chips: FilterChip[] = [];
  const chip = (id: 'niche' | 'platform' | 'price' | 'days' | 'city', value: string, part: PackageBrowseSearch) =>
    chips.push({
      id,
      name: id === 'platform' ? terms('field.platform') : t(`filter.${id}`),
      value: <bdi>{value}</bdi>,
      onRemove: () => set(part),
    });
  if (search.niche)
    chip('niche', isNiche(search.niche) ? nameOf(`name.${search.niche}`) : search.niche, { niche: undefined });
  if (search.platform) chip('platform', terms(`platform.${search.platform}`), { platform: undefined });
  if (search.priceMax)
    chip('price', format.money({ amount: search.priceMax, currency: search.currency ?? 'EUR' }), {
      priceMax: undefined,
    });
  if (search.days) chip('days', termsText.days(search.days), { days: undefined });
  if (search.city)
    chip('city', t('filter.near', { city: search.city, km: search.km ?? 25 }), { city: undefined, km: undefined });
  return (
    <FilterBar
      chips={chips}
      onClear={() => {
        setCleared((times) => times + 1);
        set({
          niche: undefined,
          platform: undefined,
          priceMax: undefined,
          currency: undefined,
          days: undefined,
          city: undefined,
          km: undefined,
        });
      }}
      result={result}
      end={
        <Select
          aria-label={t('sort')}
          value={search.sort ?? 'recent'}
          onValueChange={(sort) => set({ sort: sort === 'recent' ? undefined : (sort as 'price' | 'days') })}
          options={SORTS.map((value) => ({ value, label: t(`sortBy.${value}`) }))}
          className="w-44 max-md:w-40"
        />
      }
      filters={
        <Suspense fallback={<PendingSkeleton rows={4} />}>
          <PackageFields search={search} cleared={cleared} onChange={set} />
        </Suspense>
      }
    />
  );
}
