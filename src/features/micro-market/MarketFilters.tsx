import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nicheOptions } from '@/components/form/NichesPicker.tsx';
import { MARKET_PLATFORMS, type MarketSearch, USUAL_RADIUS } from '@/features/micro-market/market-search.ts';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';

const ANY = 'any';
const RADII = [5, 10, 25, 50, 100, 250, 500];
const PAUSE_MS = 400;

/** The filter of list, map and statistics; the URL holds it. */
export function MarketFilters({ search }: { search: MarketSearch }) {
  const { t } = useTranslation('micro-market');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const navigate = useNavigate({ from: '/micro-marketplace' });
  const id = useId();
  const [city, setCity] = useState(search.city ?? '');
  useEffect(() => setCity(search.city ?? ''), [search.city]);
  const set = (part: MarketSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });
  useEffect(() => {
    const typed = city.trim();
    if (typed === (search.city ?? '')) return;
    const timer = setTimeout(() => set({ city: typed || undefined, ...(typed ? {} : { km: undefined }) }), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only what is typed starts the pause.
    // oxlint-disable-next-line exhaustive-deps
  }, [city]);
  const km = search.km ?? USUAL_RADIUS;
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-5">
      <Field id={`${id}-city`} label={t('filter.city')}>
        <Input
          id={`${id}-city`}
          type="search"
          maxLength={80}
          dir="auto"
          value={city}
          onChange={(event) => setCity(event.currentTarget.value)}
        />
      </Field>
      <Field id={`${id}-km`} label={t('filter.km')}>
        <Select
          id={`${id}-km`}
          value={String(km)}
          onValueChange={(value) => set({ km: Number(value) })}
          options={[...new Set([...RADII, km])]
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: String(value) }))}
          disabled={!search.city}
        />
      </Field>
      <Field id={`${id}-niche`} label={t('filter.niche')}>
        <Select
          id={`${id}-niche`}
          value={search.niche ?? ANY}
          onValueChange={(value) => set({ niche: value === ANY ? undefined : value })}
          options={[{ value: ANY, label: t('filter.any') }, ...nicheOptions((niche) => nameOf(`name.${niche}`))]}
        />
      </Field>
      <Field id={`${id}-platform`} label={terms('field.platform')}>
        <Select
          id={`${id}-platform`}
          value={search.platform ?? ANY}
          onValueChange={(value) => set({ platform: value === ANY ? undefined : (value as MarketSearch['platform']) })}
          options={[
            { value: ANY, label: t('filter.any') },
            ...MARKET_PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) })),
          ]}
        />
      </Field>
      <label className="flex min-h-9 items-center gap-2 text-ui touch:min-h-11">
        <Checkbox checked={search.now === true} onCheckedChange={(on) => set({ now: on ? true : undefined })} />
        {t('filter.now')}
      </label>
    </div>
  );
}
