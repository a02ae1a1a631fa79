import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

/** Hairlines, no zebra, no outer box. Scrolls sideways inside a named, focusable region. */
export function Table({ className, label, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="overflow-x-auto" role="region" aria-label={label} tabIndex={0}>
      <table className={cn('w-full border-collapse text-ui', className)} {...props} />
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('text-[0.78125rem] text-muted-foreground', className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('[&>tr:last-child>*]:border-b-0', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={className} {...props} />;
}

export function TableHeader({
  className,
  align = 'start',
  ...props
}: Omit<ComponentProps<'th'>, 'align'> & { align?: 'start' | 'end' }) {
  return (
    <th
      scope="col"
      className={cn(
        'border-b border-border px-3 py-2 font-[530] first:ps-0 last:pe-0',
        align === 'end' ? 'text-end' : 'text-start',
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({
  className,
  align = 'start',
  ...props
}: Omit<ComponentProps<'td'>, 'align'> & { align?: 'start' | 'end' }) {
  return (
    <td
      className={cn(
        'border-b border-border px-3 py-[11px] align-middle first:ps-0 last:pe-0',
        align === 'end' && 'text-end figures',
        className,
      )}
      {...props}
    />
  );
}
