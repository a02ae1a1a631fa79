import { useCallback } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Platform } from '../../../server/features/terms/schema.ts';
import { hasHandles, profileLink } from '../../../server/features/creators/rules.ts';
import type { CreatorInput } from '../../../server/features/creators/schema.ts';
import { ReadField } from '@/components/form/ReadField.tsx';

const write = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The address of a profile, from its @handle or a copied link. */
// oxlint-disable-next-line no-explicit-any -- context and output of the form are its own business
export function LinkField({ control, index }: { control: Control<CreatorInput, any, any>; index: number }) {
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
