import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';
import { controlStyles } from '@/ui/input.tsx';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea data-slot="textarea" className={cn(controlStyles, 'field-sizing-content min-h-24 resize-y px-3 py-2', className)} {...props} />;
}
