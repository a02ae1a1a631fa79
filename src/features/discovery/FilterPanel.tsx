import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import { followerCount } from '../../../server/features/creators/rules.ts';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { Facets } from '../../../server/features/discovery/schema.ts';
import { languageName } from '@/components/creators/language-name.ts';
import { AudienceFilter } from '@/features/discovery/AudienceFilter.tsx';
import { changed, toggled } from '@/features/discovery/discovery-filters.ts';
import { FacetList } from '@/features/discovery/FacetList.tsx';
import { PlaceFilter } from '@/features/discovery/PlaceFilter.tsx';
import { RangeField } from '@/features/discovery/RangeField.tsx';
import {
  readAmount,
  readPercent,
  readShare,
  readWhole,
  writeAmount,
  writePercent,
} from '@/features/discovery/read-numbers.ts';
import { useFormat } from '@/lib/format.ts';
import { Select } from '@/ui/select.tsx';
import { Switch } from '@/ui/switch.tsx';

const ANY = 'any';
const POSTED_DAYS = [7, 14, 30, 90, 180];
/** Tenths of a star. */
const RATINGS = [30, 40, 45];
const FIRST_CURRENCY: Currency = 'EUR';

export interface FilterPanelProps {
  filters: Filters;
  facets: Facets | null;
  onChange: (filters: Filters) => void;
}

type ListKey = 'niches' | 'platforms' | 'languages' | 'countries' | 'formats' | 'gender';

/** All filters of the search, beside the results or in a sheet. */
export function FilterPanel({ filters, facets, onChange }: FilterPanelProps) {
  const { t } = useTranslation('discovery');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const set = (change: Partial<Filters>) => onChange(changed(filters, change));
  const list = (key: ListKey, name: (value: string) => string) => (
    <FacetList
      label={t(`name.${key}`)}
      values={facets?.[key] ?? []}
      selected={filters[key] ?? []}
      nameOf={name}
      onToggle={(value) => set({ [key]: toggled<string>(filters[key], value) })}
    />
  );
  const numbers = { read: followerCount, write: String };
  const percents = { read: readPercent, write: writePercent, unit: '%' };
  const shares = { ...percents, read: readShare };
  return (
    <div className="grid gap-5">
      {list('niches', (value) => nameOf(`name.${value as 'food'}`))}
      <PlaceFilter filters={filters} onChange={(places) => set({ places })} />
      <RangeField
        key={`followers ${JSON.stringify(filters.followers)}`}
        label={t('name.followers')}
        value={filters.followers}
        onChange={(followers) => set({ followers })}
        {...numbers}
      />
      <RangeField
        key={`engagement ${JSON.stringify(filters.engagementBps)}`}
        label={t('name.engagementBps')}
        value={filters.engagementBps}
        onChange={(engagementBps) => set({ engagementBps })}
        {...shares}
      />
      <PriceFilter filters={filters} onChange={set} />
      {list('platforms', (value) => terms(`platform.${value as 'ugc'}`))}
      {list('formats', (value) => terms(`format.${value as 'reel'}`))}
      {list('languages', languageName)}
      {list('countries', format.countryName)}
      <div className="grid gap-3">
        {(['verifiedOnly', 'availableNow', 'hideContacted'] as const).map((key) => (
          <label key={key} className="flex items-center justify-between gap-3 text-sm">
            {t(`switch.${key}`)}
            <Switch checked={filters[key] === true} onCheckedChange={(on) => set({ [key]: on ? true : undefined })} />
          </label>
        ))}
      </div>
      <div>
        <p className="mb-1.5 text-sm font-medium">{t('name.lastPostDays')}</p>
        <Select
          aria-label={t('name.lastPostDays')}
          value={filters.lastPostDays === undefined ? ANY : String(filters.lastPostDays)}
          onValueChange={(value) => set({ lastPostDays: value === ANY ? undefined : Number(value) })}
          options={[
            { value: ANY, label: t('value.any') },
            ...[...new Set([...POSTED_DAYS, ...(filters.lastPostDays ? [filters.lastPostDays] : [])])]
              .toSorted((a, b) => a - b)
              .map((days) => ({
                value: String(days),
                label: t('value.within', {
                  time: format.number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
                }),
              })),
          ]}
        />
      </div>
      <div>
        <p className="mb-1.5 text-sm font-medium">{t('name.rating')}</p>
        <Select
          aria-label={t('name.rating')}
          value={filters.rating === undefined ? ANY : String(filters.rating)}
          onValueChange={(value) => set({ rating: value === ANY ? undefined : Number(value) })}
          options={[
            { value: ANY, label: t('value.any') },
            ...[...new Set([...RATINGS, ...(filters.rating === undefined ? [] : [filters.rating])])]
              .toSorted((a, b) => a - b)
              .map((tenths) => ({
                value: String(tenths),
                label: t('value.atLeast', { value: format.number(tenths / 10) }),
              })),
          ]}
        />
      </div>
      <AudienceFilter filters={filters} onChange={set} />
      {list('gender', (value) => t(`gender.${value as 'female'}`))}
      <RangeField
        key={`age ${JSON.stringify(filters.age)}`}
        label={t('name.age')}
        value={filters.age}
        onChange={(age) => set({ age })}
        read={readWhole}
        write={String}
      />
      <RangeField
        key={`views ${JSON.stringify(filters.views)}`}
        label={t('name.views')}
        value={filters.views}
        onChange={(views) => set({ views })}
        {...numbers}
      />
      <RangeField
        key={`growth ${JSON.stringify(filters.growthBps)}`}
        label={t('name.growthBps')}
        value={filters.growthBps}
        onChange={(growthBps) => set({ growthBps })}
        {...percents}
      />
    </div>
  );
}

function PriceFilter({ filters, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  const { t } = useTranslation('discovery');
  const { price } = filters;
  // Until a price is entered, its currency is no filter.
  const [chosen, setChosen] = useState<Currency>(FIRST_CURRENCY);
  const currency = price?.currency ?? chosen;
  return (
    <div className="grid gap-2">
      <RangeField
        key={`price ${JSON.stringify(price)}`}
        label={t('name.price')}
        value={price}
        onChange={(range) =>
          onChange({ price: range.min === undefined && range.max === undefined ? undefined : { ...range, currency } })
        }
        read={readAmount(currency)}
        write={writeAmount(currency)}
        unit={currency}
      />
      <Select
        aria-label={t('price.currency')}
        value={currency}
        onValueChange={(code) => {
          setChosen(code as Currency);
          if (price) onChange({ price: { ...price, currency: code as Currency } });
        }}
        options={CURRENCY_CODES.map((code) => ({ value: code, label: code }))}
      />
    </div>
  );
}
