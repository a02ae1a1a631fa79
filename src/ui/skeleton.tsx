import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

/** A quiet block in the final layout; no shimmer. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span aria-hidden className={cn('block h-3 rounded-4 bg-secondary', className)} {...props} />;
}
