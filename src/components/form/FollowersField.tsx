import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { followerCount } from '../../../server/features/creators/rules.ts';
import type { BoundFieldProps } from '@/components/form/fields.tsx';
import { ReadField } from '@/components/form/ReadField.tsx';
import { useFormat } from '@/lib/format.ts';

const read = (text: string): number | null | undefined => {
  const count = followerCount(text);
  return Number.isNaN(count) ? undefined : count;
};
const write = (value: unknown): string =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : '';

/** A number of followers in common notations: 12k, 1.2M, 12 000. */
export function FollowersField<Values extends FieldValues>(bound: BoundFieldProps<Values>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ReadField
      {...bound}
      read={read}
      write={write}
      none={Number.NaN}
      readBack={(count: number) => format.number(count)}
      problem={t('form.followers')}
      placeholder="12k"
      inputMode="text"
    />
  );
}
