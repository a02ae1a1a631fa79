import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { nicheOptions } from '@/components/form/NichesPicker.tsx';
import { ANY, chosen, useFilterForm } from '@/components/form/use-filter-form.ts';
import { PACKAGE_CURRENCIES, PACKAGE_PLATFORMS, type PackageBrowseSearch } from '@/features/packages/browse-search.ts';

interface FilterValues {
  niche: string;
  platform: string;
  currency: Currency;
  priceMax: number | null;
  days: number | null;
  city: string;
  km: number | null;
}

const valuesOf = (search: PackageBrowseSearch): FilterValues => ({
  niche: search.niche ?? ANY,
  platform: search.platform ?? ANY,
  currency: search.currency ?? 'EUR',
  priceMax: search.priceMax ?? null,
  days: search.days ?? null,
  city: search.city ?? '',
  km: search.km ?? null,
});

export interface PackageFieldsProps {
  search: PackageBrowseSearch;
  /** Counts how often all filters were cleared; the fields are emptied then. */
  cleared: number;
  onChange: (part: PackageBrowseSearch) => void;
}

/** The fields of the filter sheet; each choice is written to the URL when typing pauses or the sheet closes. */
export function PackageFields({ search, cleared, onChange }: PackageFieldsProps) {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const form = useFilterForm<FilterValues>({
    values: valuesOf(search),
    empty: valuesOf({}),
    cleared,
    onChange: (values) => {
      const whole = (value: unknown, max: number) =>
        typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= max ? value : undefined;
      const city = values.city.trim() || undefined;
      onChange({
        niche: chosen(values.niche),
        platform: chosen(values.platform) as PackageBrowseSearch['platform'],
        currency: values.currency === 'EUR' ? undefined : values.currency,
        priceMax: whole(values.priceMax, 90_000_000),
        days: whole(values.days, 60),
        city,
        km: city ? whole(values.km, 500) : undefined,
      });
    },
  });
  const currency = form.watch('currency');
  const any = { value: ANY, label: t('filter.any') };
  return (
    <form className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        control={form.control}
        name="niche"
        label={t('filter.niche')}
        options={[any, ...nicheOptions((niche) => nameOf(`name.${niche}`))]}
      />
      <SelectField
        control={form.control}
        name="platform"
        label={terms('field.platform')}
        options={[any, ...PACKAGE_PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))]}
      />
      <SelectField
        control={form.control}
        name="currency"
        label={t('filter.currency')}
        options={PACKAGE_CURRENCIES.map((value) => ({ value, label: value }))}
      />
      <MoneyField control={form.control} name="priceMax" currency={currency} label={t('filter.price')} optional />
      <TextField control={form.control} name="days" type="number" label={t('filter.daysField')} optional />
      <TextField control={form.control} name="city" label={t('filter.city')} maxLength={80} optional />
      <TextField control={form.control} name="km" type="number" label={t('filter.km')} placeholder="25" optional />
    </form>
  );
}
