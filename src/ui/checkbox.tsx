import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onCheckedChange?: (checked: boolean) => void;
}

/** The browser's checkbox, styled; its hit area is larger than the box. */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <span className={cn('relative inline-grid size-4.5 shrink-0 place-items-center', className)}>
      <input
        type="checkbox"
        data-slot="checkbox"
        className={cn(
          'peer size-4.5 appearance-none rounded-xs border border-input bg-card checked:border-primary checked:bg-primary aria-invalid:border-destructive',
          'before:absolute before:-inset-[3px] touch:before:-inset-[13px] disabled:cursor-not-allowed disabled:border-border disabled:bg-muted',
        )}
        onChange={(event) => onCheckedChange?.(event.currentTarget.checked)}
        {...props}
      />
      <Check
        aria-hidden
        className="pointer-events-none absolute hidden size-3.5 stroke-[2.5] text-primary-foreground peer-checked:block peer-disabled:text-muted-foreground"
      />
    </span>
  );
}
