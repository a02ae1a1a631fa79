import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'role'> {
  onCheckedChange?: (checked: boolean) => void;
}

export function Switch({ className, onCheckedChange, ...props }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      data-slot="switch"
      className={cn(
        'relative inline-flex h-6 w-10 shrink-0 appearance-none items-center rounded-[0.4375rem] border border-input bg-card transition-colors duration-(--duration-fast)',
        'before:absolute before:-inset-0.5 touch:before:-inset-2.5 checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:opacity-60',
        'after:ms-[3px] after:size-4 after:rounded-xs after:bg-input after:transition-[margin] after:duration-(--duration-fast) checked:after:ms-[19px] checked:after:bg-primary-foreground',
        className,
      )}
      onChange={(event) => onCheckedChange?.(event.currentTarget.checked)}
      {...props}
    />
  );
}
