import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { useAudienceGroup } from '@/components/creators/use-reason-text.ts';
import { AGE_BANDS } from '@/features/discovery/discovery-filters.ts';
import { countryOptions } from '@/lib/countries.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { Select } from '@/ui/select.tsx';

const ANY = 'any';
const SHARES = [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000];
const FIRST_SHARE = 3000;

/** One share of the audience for each kind: a country, a gender, an age. */
export function AudienceFilter({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const group = useAudienceGroup();
  const locale = currentLocale();
  // Names are sorted once per language.
  // oxlint-disable-next-line exhaustive-deps
  const countries = useMemo(() => countryOptions((code) => format.countryName(code), locale), [locale]);
  const [country] = filters.audienceCountries ?? [];
  const [age] = filters.audienceAge ?? [];
  const gender = filters.audienceGender;
  const any = { value: ANY, label: t('value.any') };
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-sm font-medium">{t('section.audience')}</legend>
      <Row
        label={t('audience.country')}
        value={country?.country}
        share={country?.shareBps}
        options={[any, ...countries]}
        onChange={(value, shareBps) =>
          onChange({ audienceCountries: value ? [{ country: value, shareBps }] : undefined })
        }
      />
      <Row
        label={t('audience.gender')}
        value={gender?.gender}
        share={gender?.shareBps}
        options={[any, ...(['female', 'male'] as const).map((value) => ({ value, label: group('gender', value) }))]}
        onChange={(value, shareBps) =>
          onChange({ audienceGender: value ? { gender: value as 'female', shareBps } : undefined })
        }
      />
      <Row
        label={t('audience.age')}
        value={age?.band}
        share={age?.shareBps}
        options={[any, ...AGE_BANDS.map((value) => ({ value, label: group('age', value) }))]}
        onChange={(value, shareBps) =>
          onChange({ audienceAge: value ? [{ band: value as '18-24', shareBps }] : undefined })
        }
      />
    </fieldset>
  );
}

function Row({
  label,
  value,
  share,
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  share: number | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined, shareBps: number) => void;
}) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const shares = [...new Set([...SHARES, ...(share === undefined ? [] : [share])])].toSorted((a, b) => a - b);
  return (
    <div className={value ? 'grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2' : undefined}>
      <Select
        aria-label={label}
        value={value ?? ANY}
        onValueChange={(next) => onChange(next === ANY ? undefined : next, share ?? FIRST_SHARE)}
        options={options.map((option) =>
          option.value === ANY ? { ...option, label: format.labeled(label, option.label) } : option,
        )}
      />
      {value ? (
        <Select
          aria-label={t('audience.share', { group: label })}
          value={String(share ?? FIRST_SHARE)}
          onValueChange={(next) => onChange(value, Number(next))}
          options={shares.map((bps) => ({ value: String(bps), label: `≥ ${format.percent(bps)}` }))}
        />
      ) : null}
    </div>
  );
}
