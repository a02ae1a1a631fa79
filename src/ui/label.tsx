import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export function Label({ className, ...props }: ComponentProps<'label'>) {
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the field gives `htmlFor`
  return <label data-slot="label" className={cn('block text-sm leading-4.5 font-medium', className)} {...props} />;
}
