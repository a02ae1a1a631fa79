import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';
import { controlStyles } from '@/ui/input.tsx';

/**
 * With `dir="auto"`, the blank placeholder lets the style sheet detect an empty field, which then follows the page's
 * direction.
 */
export function Textarea({
  className,
  dir,
  placeholder = dir === 'auto' ? ' ' : undefined,
  ...props
}: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      dir={dir}
      placeholder={placeholder}
      className={cn(controlStyles, 'field-sizing-content min-h-24 resize-y px-3 py-2', className)}
      {...props}
    />
  );
}
