import type { ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';

export interface EmptyStateProps {
  /** "Nothing waits for your review". */
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** One outline button. */
  action?: ReactNode;
  /** In a panel; without it inside tables and sections. */
  panel?: boolean;
  className?: string;
}

/** Left-aligned title, one sentence, one action; no picture. */
export function EmptyState({ title, children, action, panel = false, className }: EmptyStateProps) {
  return (
    <div
      data-slot="empty"
      className={cn(panel ? 'rounded-lg border border-border bg-card px-6 py-7' : 'py-6', className)}
    >
      <h2 className="heading-item">{title}</h2>
      {children ? <p className="mt-0.5 max-w-60ch text-sm text-muted-foreground">{children}</p> : null}
      {action ? <div className="mt-3.5">{action}</div> : null}
    </div>
  );
}
