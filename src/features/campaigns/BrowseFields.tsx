import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { SwitchField } from '@/components/form/SwitchField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { nicheOptions } from '@/components/form/NichesPicker.tsx';
import { ANY, chosen, useFilterForm } from '@/components/form/use-filter-form.ts';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { BROWSE_PLATFORMS, type BrowseSearch } from '@/features/campaigns/browse-search.ts';
import { currencyOptions } from '@/features/campaigns/draft-values.ts';
import { useFormat } from '@/lib/format.ts';

/** For a minimum that was typed before a currency was chosen. */
const FIRST_CURRENCY: Currency = 'EUR';

interface FilterValues {
  platform: string;
  niche: string;
  city: string;
  currency: string;
  payMin: number | null;
  saved: boolean;
  verified: boolean;
}

const EMPTY: FilterValues = {
  platform: ANY,
  niche: ANY,
  city: '',
  currency: ANY,
  payMin: null,
  saved: false,
  verified: false,
};

export interface BrowseFieldsProps {
  search: BrowseSearch;
  /** Counts how often all filters were cleared; the fields are emptied then. */
  cleared: number;
  onChange: (part: BrowseSearch) => void;
}

/** The fields of the filter sheet; each choice is written to the URL when typing pauses or the sheet closes. */
export function BrowseFields({ search, cleared, onChange }: BrowseFieldsProps) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const form: UseFormReturn<FilterValues> = useFilterForm<FilterValues>({
    values: {
      platform: search.platform ?? ANY,
      niche: search.niche ?? ANY,
      city: search.city ?? '',
      currency: search.currency ?? ANY,
      payMin: search.payMin ?? null,
      saved: search.saved === true,
      verified: search.verified === true,
    },
    empty: EMPTY,
    cleared,
    onChange: (values) => {
      const hasMinimum = values.payMin !== null && Number.isSafeInteger(values.payMin);
      if (hasMinimum && values.currency === ANY) form.setValue('currency', FIRST_CURRENCY);
      const picked = (chosen(values.currency) ?? (hasMinimum ? FIRST_CURRENCY : undefined)) as Currency | undefined;
      onChange({
        platform: chosen(values.platform) as BrowseSearch['platform'],
        niche: chosen(values.niche),
        city: values.city.trim() || undefined,
        currency: picked,
        payMin: picked && hasMinimum ? (values.payMin ?? undefined) : undefined,
        saved: values.saved ? true : undefined,
        verified: values.verified ? true : undefined,
      });
    },
  });
  const currency = form.watch('currency');
  const any = { value: ANY, label: t('browse.any') };
  return (
    <form className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        control={form.control}
        name="platform"
        label={t('browse.filterPlatform')}
        options={[any, ...BROWSE_PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))]}
      />
      <SelectField
        control={form.control}
        name="niche"
        label={t('browse.filterNiche')}
        options={[any, ...nicheOptions((niche) => nameOf(`name.${niche}`))]}
      />
      <TextField control={form.control} name="city" label={t('browse.filterCity')} maxLength={80} optional />
      <SelectField
        control={form.control}
        name="currency"
        label={t('browse.filterCurrency')}
        options={[any, ...currencyOptions(format.currencyName)]}
      />
      <MoneyField
        control={form.control}
        name="payMin"
        currency={currency === ANY ? FIRST_CURRENCY : (currency as Currency)}
        label={t('browse.filterPay')}
        optional
      />
      <SwitchField control={form.control} name="saved" label={t('browse.onlySaved')} />
      <SwitchField
        control={form.control}
        name="verified"
        label={t('browse.onlyVerified')}
        hint={t('browse.onlyVerifiedHint')}
      />
    </form>
  );
}
