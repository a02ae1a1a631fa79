import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Money } from '../../../server/core/money.ts';
import {
  FLIPPED_STATES,
  MONEY_STATE_ICONS,
  MONEY_STATE_TEXT,
  type MoneyState,
} from '@/components/money/money-states.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { cn } from '@/lib/cn.ts';

export interface StripItem {
  id: string;
  label: ReactNode;
  /** An amount, or any other figure. */
  money?: Money | null;
  figure?: ReactNode;
  note?: ReactNode;
  state?: MoneyState;
  icon?: LucideIcon;
}

/** Columns between two rules, not boxes: icon and label, figure, one note. */
export function MoneyStrip({
  items,
  label,
  className,
}: {
  items: readonly StripItem[];
  label: string;
  className?: string;
}) {
  return (
    <section aria-label={label} className={cn('grid grid-cols-2 border-y border-border md:flex', className)}>
      {items.map((item) => {
        const Icon = item.icon ?? (item.state ? MONEY_STATE_ICONS[item.state] : null);
        return (
          <div
            key={item.id}
            className="min-w-0 py-3 max-md:nth-[n+3]:border-t max-md:nth-[even]:border-s max-md:nth-[even]:ps-4 md:flex-1 md:border-s md:px-5 md:py-3.5 md:first:border-s-0 md:first:ps-0 border-border"
          >
            <p className="flex items-center gap-1.5 text-sm text-muted-foreground">
              {Icon ? (
                <Icon
                  aria-hidden
                  className={cn(
                    'size-3.5 shrink-0',
                    item.state && MONEY_STATE_TEXT[item.state],
                    item.state && FLIPPED_STATES.has(item.state) && 'flip',
                  )}
                />
              ) : null}
              {item.label}
            </p>
            <p className="figures text-[1.25rem] leading-7.5 font-semibold tracking-heading md:text-[1.375rem]">
              {item.money === undefined ? item.figure : <MoneyText money={item.money} />}
            </p>
            {item.note ? <p className="text-caption leading-4.5 text-muted-foreground">{item.note}</p> : null}
          </div>
        );
      })}
    </section>
  );
}
