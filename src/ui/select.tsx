import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';
import { controlStyles } from '@/ui/input.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Neighbors with the same group stand under its name. */
  group?: string;
}

export interface SelectProps extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children' | 'multiple' | 'size'
> {
  value: string | undefined;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Shown while nothing is selected; cannot be selected itself. */
  placeholder?: string;
}

/** The browser's own list: right on phones, in every direction and for screen readers, and without script. */
export function Select({ value, onValueChange, options, placeholder, className, ...props }: SelectProps) {
  const chosen = value ?? '';
  const unknown = chosen === '' || options.every((option) => option.value !== chosen);
  return (
    <span className={cn('relative block', className)}>
      <select
        data-slot="select"
        value={unknown ? '' : chosen}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        className={cn(
          controlStyles,
          'h-[38px] appearance-none truncate ps-3 pe-9 max-md:h-11.5 touch:h-11.5',
          unknown && 'text-muted-foreground',
        )}
        {...props}
      >
        {unknown ? (
          <option value="" disabled hidden>
            {placeholder ?? ''}
          </option>
        ) : null}
        {grouped(options).map(({ group, members }) =>
          group === undefined ? (
            members.map(optionOf)
          ) : (
            <optgroup key={group} label={group} className="bg-popover text-popover-foreground">
              {members.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted-foreground"
      />
    </span>
  );
}

const optionOf = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled} className="bg-popover text-popover-foreground">
    {label}
  </option>
);

function grouped(options: readonly SelectOption[]): { group: string | undefined; members: SelectOption[] }[] {
  const groups: { group: string | undefined; members: SelectOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}
