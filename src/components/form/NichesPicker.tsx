import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isNiche, NICHE_GROUPS, nicheWithChildren, type NicheKey } from '../../../server/features/niches/rules.ts';
import type { useBoundField } from '@/components/form/fields.tsx';
import { Select, type SelectOption } from '@/ui/select.tsx';

/** Every niche under the name of its group, the group itself first. */
export function nicheOptions(nameOf: (niche: NicheKey) => string): SelectOption[] {
  return NICHE_GROUPS.flatMap((group) =>
    nicheWithChildren(group).map((value) => ({ value, label: nameOf(value), group: nameOf(group) })),
  );
}

export interface NichesPickerProps {
  value: readonly string[];
  onValue: (value: string[]) => void;
  max: number;
  attributes: ReturnType<typeof useBoundField>['attributes'];
}

/** The chosen niches, each removable, and a list to add from. */
export function NichesPicker({ value, onValue, max, attributes }: NichesPickerProps) {
  const { t } = useTranslation('niches');
  const chosen = value.filter(isNiche);
  const full = chosen.length >= max;
  const nameOf = (niche: NicheKey) => t(`name.${niche}`);
  const { 'aria-required': _required, ...rest } = attributes;
  return (
    <>
      {chosen.length > 0 ? (
        <ul aria-labelledby={`${attributes.id}-label`} className="flex flex-wrap gap-1.5">
          {chosen.map((niche) => (
            <li
              key={niche}
              className="inline-flex h-7.5 items-center gap-1.5 rounded-md border border-input bg-card ps-2.5 pe-1 text-sm whitespace-nowrap touch:h-11"
            >
              {nameOf(niche)}
              <button
                type="button"
                disabled={attributes.disabled}
                aria-label={t('field.remove', { niche: nameOf(niche) })}
                onClick={() => onValue(chosen.filter((one) => one !== niche))}
                className="grid size-6 place-items-center rounded-4 text-muted-foreground hover:bg-accent touch:size-10"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Select
        {...rest}
        disabled={attributes.disabled || full}
        value={undefined}
        placeholder={full ? t('field.full') : t('field.add')}
        options={nicheOptions(nameOf).filter((option) => !(chosen as string[]).includes(option.value))}
        onValueChange={(niche) => onValue([...chosen, niche])}
      />
    </>
  );
}
