import { cva, type VariantProps } from 'class-variance-authority';
import { CircleAlert, CircleCheck, CircleQuestionMark, Info } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';

const alertStyles = cva('flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-md px-3 py-2.5 text-ui', {
  variants: {
    tone: {
      problem: 'bg-disputed-surface text-disputed-foreground',
      done: 'bg-released-surface text-released-foreground',
      caution: 'bg-unknown-surface text-unknown-foreground',
      note: 'bg-muted text-foreground',
    },
  },
  defaultVariants: { tone: 'note' },
});
const icons = { problem: CircleAlert, done: CircleCheck, caution: CircleQuestionMark, note: Info } as const;

export interface AlertProps extends Omit<ComponentProps<'div'>, 'title'>, VariantProps<typeof alertStyles> {
  title?: ReactNode;
  /** A link or small button at the end. */
  action?: ReactNode;
}

/** A message about this part of the page; a problem is announced at once, everything else politely. */
export function Alert({ tone, title, action, className, children, ...props }: AlertProps) {
  const Icon = icons[tone ?? 'note'];
  return (
    <div role={tone === 'problem' ? 'alert' : 'status'} className={cn(alertStyles({ tone }), className)} {...props}>
      <Icon aria-hidden className="mt-0.5 size-4" />
      <div className="min-w-0 grow basis-56 wrap-anywhere">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
      {action ? <div className="shrink-0 max-sm:ps-[26px]">{action}</div> : null}
    </div>
  );
}
