import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CoverPicker } from '@/components/people/CoverPicker.tsx';
import type { DraftValues } from '@/features/campaigns/draft-values.ts';

/** The picture that stands above the campaign, from the brand's kit. */
export function CoverField({ control }: { control: Control<DraftValues> }) {
  const { t } = useTranslation('campaigns');
  const { field } = useController({ control, name: 'coverId' });
  return (
    <CoverPicker
      label={t('cover.label')}
      hint={t('cover.hint')}
      none={t('cover.none')}
      nameOf={(n) => t('cover.name', { n })}
      empty={t('cover.empty')}
      toKit={t('cover.toKit')}
      couldNotLoad={t('cover.couldNotLoad')}
      value={field.value}
      onValue={field.onChange}
    />
  );
}
