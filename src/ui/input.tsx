import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export const controlStyles = [
  'w-full rounded-md border border-input bg-card text-base transition-colors duration-(--duration-fast)',
  'aria-invalid:border-destructive aria-invalid:outline-1 aria-invalid:outline-destructive',
  'focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-ring',
  'disabled:cursor-not-allowed disabled:border-border disabled:bg-muted disabled:text-muted-foreground',
  // At less than 16 px phones zoom into the field.
  'max-md:text-md touch:text-md',
].join(' ');

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(controlStyles, 'h-[38px] px-3 max-md:h-11.5 touch:h-11.5', className)}
      {...props}
    />
  );
}
