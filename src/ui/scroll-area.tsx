import { ScrollArea as RadixScrollArea } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export function ScrollArea({
  className,
  children,
  label,
  ...props
}: ComponentProps<typeof RadixScrollArea.Root> & { label: string }) {
  return (
    <RadixScrollArea.Root className={cn('relative overflow-hidden', className)} {...props}>
      <RadixScrollArea.Viewport className="size-full rounded-[inherit]" tabIndex={0} role="region" aria-label={label}>
        {children}
      </RadixScrollArea.Viewport>
      <RadixScrollArea.Scrollbar orientation="vertical" className="flex w-2 touch-none p-px select-none">
        <RadixScrollArea.Thumb className="relative grow rounded-xs bg-border-strong" />
      </RadixScrollArea.Scrollbar>
    </RadixScrollArea.Root>
  );
}
