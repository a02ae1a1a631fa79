import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdCenter } from '../../../server/features/ads/schema.ts';
import { isNiche } from '../../../server/features/niches/rules.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { FilterBar, type FilterChip } from '@/components/table/FilterBar.tsx';
import { AD_SORTS, type AdSearch, FIRST_KM } from '@/features/ads/ad-search.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Select } from '@/ui/select.tsx';

const AdFields = lazyNamed(() => import('@/features/ads/AdFields.tsx'), 'AdFields');

export interface AdFiltersProps {
  search: AdSearch;
  center: AdCenter | null;
  ofBrands: boolean;
  result: string | undefined;
  onChange: (part: AdSearch) => void;
}

/** Place, radius and what is looked for; the URL holds them. */
export function AdFilters({ search, center, ofBrands, result, onChange }: AdFiltersProps) {
  const { t } = useTranslation('ads');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const [cleared, setCleared] = useState(0);
  const km = search.km ?? FIRST_KM;
  const chips: FilterChip[] = [];
  const own = search.city === undefined;
  if (center && km > 0)
    chips.push({
      id: 'near',
      name: t('find.near'),
      value: (
        <>
          <bdi>{center.name}</bdi> · {t('find.within', { km: format.number(km) })}
        </>
      ),
      onRemove: () => onChange(own ? { km: 0 } : { city: undefined, country: undefined }),
    });
  else if (!own && center)
    chips.push({
      id: 'near',
      name: t('find.from'),
      value: <bdi>{center.name}</bdi>,
      onRemove: () => onChange({ city: undefined, country: undefined }),
    });
  if (search.niche)
    chips.push({
      id: 'niche',
      name: t('find.niche'),
      value: isNiche(search.niche) ? nameOf(`name.${search.niche}`) : search.niche,
      onRemove: () => onChange({ niche: undefined }),
    });
  if (search.format)
    chips.push({
      id: 'format',
      name: t('form.format'),
      value: terms(`format.${search.format}`),
      onRemove: () => onChange({ format: undefined }),
    });
  if (search.currency && search.payMin)
    chips.push({
      id: 'pay',
      name: t('find.pay'),
      value: format.money({ amount: search.payMin, currency: search.currency }),
      onRemove: () => onChange({ payMin: undefined, currency: undefined }),
    });
  if (search.from)
    chips.push({
      id: 'from',
      name: t('find.date'),
      value: format.date(new Date(`${search.from}T12:00:00Z`)),
      onRemove: () => onChange({ from: undefined }),
    });
  if (search.saved)
    chips.push({
      id: 'saved',
      name: t('find.saved'),
      value: '✓',
      onRemove: () => onChange({ saved: undefined }),
    });
  if (search.verified)
    chips.push({
      id: 'verified',
      name: t('find.verified'),
      value: '✓',
      onRemove: () => onChange({ verified: undefined }),
    });
  return (
    <FilterBar
      chips={chips}
      onClear={() => {
        setCleared((times) => times + 1);
        onChange({
          city: undefined,
          country: undefined,
          km: undefined,
          niche: undefined,
          format: undefined,
          currency: undefined,
          payMin: undefined,
          from: undefined,
          saved: undefined,
          verified: undefined,
        });
      }}
      result={result}
      end={
        <Select
          aria-label={t('find.sort')}
          value={search.sort ?? 'distance'}
          onValueChange={(sort) => onChange({ sort: sort === 'distance' ? undefined : (sort as 'newest' | 'pay') })}
          options={AD_SORTS.map((value) => ({ value, label: t(`find.sortBy.${value}`) }))}
          className="w-44 max-md:w-40"
        />
      }
      filters={
        <Suspense fallback={<PendingSkeleton rows={4} />}>
          <AdFields search={search} center={center} ofBrands={ofBrands} cleared={cleared} onChange={onChange} />
        </Suspense>
      }
    />
  );
}
