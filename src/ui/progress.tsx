import { Progress as RadixProgress } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

/** `value` 0–100. */
export function Progress({
  value,
  className,
  label,
  ...props
}: ComponentProps<typeof RadixProgress.Root> & { value: number; label: string }) {
  return (
    <RadixProgress.Root
      value={value}
      aria-label={label}
      className={cn('relative h-1.5 w-full overflow-hidden rounded-xs bg-secondary', className)}
      {...props}
    >
      <RadixProgress.Indicator
        className="absolute inset-y-0 start-0 rounded-xs bg-foreground transition-[width] duration-(--duration)"
        style={{ width: `${value}%` }}
      />
    </RadixProgress.Root>
  );
}
