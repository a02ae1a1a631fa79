import { useCallback } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Platform } from '../../../server/features/terms/schema.ts';
import { hasHandles, profileLink } from '../../../server/features/creators/rules.ts';
import type { CreatorInput } from '../../../server/features/creators/schema.ts';
import { ReadField } from '@/components/form/ReadField.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';

const write = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The address of a profile, from its @handle or a copied link. */
export function LinkField({ control, index }: { control: FormControl<CreatorInput>; index: number }) {
  const { t } = useTranslation('creators');
  const platform: Platform = useWatch({ control, name: `platforms.${index}.platform` });
  const read = useCallback(
    (text: string) => (text.trim() === '' ? null : (profileLink(platform, text) ?? undefined)),
    [platform],
  );
  const handles = hasHandles(platform);
  return (
    <ReadField
      control={control}
      name={`platforms.${index}.url`}
      label={t(handles ? 'field.url' : 'field.blogUrl')}
      read={read}
      write={write}
      none=""
      readBack={(link: string) => link}
      problem={t(handles ? 'field.urlProblem' : 'field.blogUrlProblem')}
      placeholder={handles ? '@' : undefined}
      inputMode="url"
    />
  );
}
