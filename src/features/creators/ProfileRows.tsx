import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES } from '../../../server/core/money.ts';
import type { CreatorInput } from '../../../server/features/creators/schema.ts';
import { FORMATS, PLATFORMS } from '../../../server/features/terms/rules.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { FollowersField } from '@/components/form/FollowersField.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { Row, Rows } from '@/components/form/Rows.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';
import { LinkField } from '@/features/creators/LinkField.tsx';
import { HideRatesField } from '@/features/creators/WorkFields.tsx';

type ProfileControl = FormControl<CreatorInput>;

/** The accounts that the creator publishes on. */
export function Platforms({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const { fields, append, remove } = useFieldArray({ control, name: 'platforms' });
  return (
    <Rows
      legend={t('field.platforms')}
      hint={t('field.platformsHint')}
      add={t('edit.addPlatform')}
      onAdd={
        fields.length < 6
          ? () => append({ platform: 'instagram', url: '', followers: Number.NaN, engagementBps: Number.NaN })
          : null
      }
    >
      {fields.map((field, index) => (
        <Row
          columns={2}
          key={field.id}
          label={t('edit.removePlatform', { n: index + 1 })}
          onRemove={() => remove(index)}
          last={
            <PercentField
              control={control}
              name={`platforms.${index}.engagementBps`}
              label={t('field.engagement')}
              className="grow"
            />
          }
        >
          <SelectField
            control={control}
            name={`platforms.${index}.platform`}
            label={t('field.platform')}
            options={PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
          />
          <LinkField control={control} index={index} />
          <FollowersField control={control} name={`platforms.${index}.followers`} label={t('field.followers')} />
        </Row>
      ))}
    </Rows>
  );
}

export function Rates({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const { fields, append, remove } = useFieldArray({ control, name: 'rates' });
  return (
    <Rows
      legend={t('field.rates')}
      hint={t('field.ratesHint')}
      add={t('edit.addRate')}
      onAdd={
        fields.length < 12
          ? () => append({ platform: 'instagram', format: 'reel', currency: 'EUR', amount: Number.NaN })
          : null
      }
    >
      <HideRatesField control={control} />
      {fields.map((field, index) => (
        <Row
          columns={2}
          key={field.id}
          label={t('edit.removeRate', { n: index + 1 })}
          onRemove={() => remove(index)}
          last={<RateAmount control={control} index={index} />}
        >
          <SelectField
            control={control}
            name={`rates.${index}.platform`}
            label={t('field.platform')}
            options={PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
          />
          <SelectField
            control={control}
            name={`rates.${index}.format`}
            label={t('field.format')}
            options={FORMATS.map((value) => ({ value, label: terms(`format.${value}`) }))}
          />
          <SelectField
            control={control}
            name={`rates.${index}.currency`}
            label={t('field.currency')}
            options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
          />
        </Row>
      ))}
    </Rows>
  );
}

function RateAmount({ control, index }: { control: ProfileControl; index: number }) {
  const { t } = useTranslation('creators');
  const currency = useWatch({ control, name: `rates.${index}.currency` });
  return (
    <MoneyField
      control={control}
      name={`rates.${index}.amount`}
      currency={currency}
      label={t('field.amount')}
      className="grow"
    />
  );
}
