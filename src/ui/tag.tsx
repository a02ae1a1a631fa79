import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export interface TagProps extends ComponentProps<'span'> {
  icon?: LucideIcon;
}

/** A plain grey tag: states of campaigns, ads, tasks and contracts. Color is reserved for money. */
export function Tag({ icon: Icon, className, children, ...props }: TagProps) {
  return (
    <span data-slot="tag" data-state="plain" className={cn('status-tag', className)} {...props}>
      {Icon ? <Icon aria-hidden /> : null}
      {children}
    </span>
  );
}

/** A number beside a word; `hot` only if it requires an action of the user. */
export function Count({ hot = false, className, ...props }: ComponentProps<'span'> & { hot?: boolean }) {
  return (
    <span
      className={cn(
        'figures inline-grid h-[18px] min-w-[18px] place-items-center rounded-sm px-[5px] text-[0.71875rem] leading-none font-semibold',
        hot ? 'bg-primary text-primary-foreground' : 'bg-secondary',
        className,
      )}
      {...props}
    />
  );
}
