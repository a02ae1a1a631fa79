import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { AdCenter } from '../../../server/features/ads/schema.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { SwitchField } from '@/components/form/SwitchField.tsx';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { DateField, dateText, dateValue } from '@/components/form/DateField.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { nicheOptions } from '@/components/form/NichesPicker.tsx';
import { ANY, chosen, useFilterForm } from '@/components/form/use-filter-form.ts';
import { AD_CURRENCIES, AD_FORMATS, type AdSearch, FIRST_KM } from '@/features/ads/ad-search.ts';
import { useFormat } from '@/lib/format.ts';

const RADII = [10, 25, 50, 100, 200, 0] as const;

interface FilterValues {
  city: string;
  country: string;
  km: string;
  niche: string;
  format: string;
  currency: string;
  payMin: number | null;
  from: Date | null;
  saved: boolean;
  verified: boolean;
}

export interface AdFieldsProps {
  search: AdSearch;
  center: AdCenter | null;
  /** The ads are of brands, which may have proven a domain. */
  ofBrands: boolean;
  /** Counts how often all filters were cleared; the fields are emptied then. */
  cleared: number;
  onChange: (part: AdSearch) => void;
}

/** The fields of the filter sheet; each choice is written to the URL when typing pauses or the sheet closes. */
export function AdFields({ search, center, ofBrands, cleared, onChange }: AdFieldsProps) {
  const { t } = useTranslation('ads');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const empty: FilterValues = {
    city: '',
    country: center?.country ?? '',
    km: String(FIRST_KM),
    niche: ANY,
    format: ANY,
    currency: AD_CURRENCIES[0],
    payMin: null,
    from: null,
    saved: false,
    verified: false,
  };
  const form = useFilterForm<FilterValues>({
    values: {
      city: search.city ?? '',
      country: search.country ?? center?.country ?? '',
      km: String(search.km ?? FIRST_KM),
      niche: search.niche ?? ANY,
      format: search.format ?? ANY,
      currency: search.currency ?? AD_CURRENCIES[0],
      payMin: search.payMin ?? null,
      from: search.from ? dateValue(search.from, 'start') : null,
      saved: search.saved === true,
      verified: search.verified === true,
    },
    empty,
    cleared,
    onChange: (values) => {
      const pay = values.payMin !== null && Number.isSafeInteger(values.payMin) && values.payMin > 0;
      const city = values.city.trim() || undefined;
      const km = Number(values.km);
      onChange({
        city,
        country: city ? chosen(values.country) : undefined,
        km: km === FIRST_KM ? undefined : km,
        niche: chosen(values.niche),
        format: chosen(values.format) as AdSearch['format'],
        currency: pay ? (values.currency as Currency) : undefined,
        payMin: pay ? (values.payMin ?? undefined) : undefined,
        from: values.from ? dateText(values.from, 'start') : undefined,
        saved: values.saved ? true : undefined,
        verified: values.verified ? true : undefined,
      });
    },
  });
  const currency = form.watch('currency') as Currency;
  const any = { value: ANY, label: t('find.any') };
  return (
    <form className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
      <CityField
        control={form.control}
        name="city"
        countryName="country"
        label={t('find.place')}
        hint={center && !search.city ? t('find.placeHint', { city: center.name }) : undefined}
        maxLength={80}
        optional
      />
      <CountryField control={form.control} name="country" label={t('form.country')} optional />
      <SelectField
        control={form.control}
        name="km"
        label={t('find.radius')}
        options={[...new Set([...RADII, search.km ?? FIRST_KM])].map((km) => ({
          value: String(km),
          label: km === 0 ? t('browse.everywhere') : t('find.within', { km: format.number(km) }),
        }))}
      />
      <SelectField
        control={form.control}
        name="niche"
        label={t('find.niche')}
        options={[any, ...nicheOptions((niche) => nameOf(`name.${niche}`))]}
      />
      <SelectField
        control={form.control}
        name="format"
        label={t('form.format')}
        options={[any, ...AD_FORMATS.map((value) => ({ value, label: terms(`format.${value}`) }))]}
      />
      <SelectField
        control={form.control}
        name="currency"
        label={t('form.currency')}
        options={AD_CURRENCIES.map((value) => ({ value, label: value }))}
      />
      <MoneyField control={form.control} name="payMin" currency={currency} label={t('find.pay')} optional />
      <DateField
        control={form.control}
        name="from"
        as="start"
        label={t('find.date')}
        hint={t('find.dateHint')}
        optional
      />
      <SwitchField control={form.control} name="saved" label={t('find.onlySaved')} />
      {ofBrands ? (
        <SwitchField control={form.control} name="verified" label={t('find.verified')} hint={t('find.verifiedHint')} />
      ) : null}
    </form>
  );
}
