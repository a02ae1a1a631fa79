import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';
import { controlStyles } from '@/ui/input.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
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
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className="bg-popover text-popover-foreground"
          >
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted-foreground"
      />
    </span>
  );
}
