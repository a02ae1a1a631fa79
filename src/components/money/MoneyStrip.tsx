import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Money } from '../../../server/core/money.ts';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { FLIPPED_STATES, MONEY_STATE_ICONS, MONEY_STATE_TEXT } from '@/components/money/money-states.ts';
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

/**
 * Columns by number of items: as many beside each other as leave room for an amount, in rows of equal length; where there are
 * two, the last of an odd number fills its row.
 */
const COLUMNS: Readonly<Record<number, string>> = {
  1: '',
  2: '',
  3: '@2xl:grid-cols-3 @max-2xl:*:last:col-span-2',
  4: '@2xl:grid-cols-4',
  5: '@2xl:grid-cols-3 @4xl:grid-cols-5 @max-2xl:*:last:col-span-2',
  6: '@2xl:grid-cols-3 @4xl:grid-cols-6',
};
const MANY = '@2xl:grid-cols-4';

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
    <section aria-label={label} className={cn('@container overflow-clip border-y border-border', className)}>
      {/* Each item has a rule before and above it; those at the edges lie outside and are cut off. */}
      <div className={cn('-ms-[17px] -mt-px grid grid-cols-2 md:-ms-[21px]', COLUMNS[items.length] ?? MANY)}>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </div>
    </section>
  );
}

function Item({ item: { label, money, figure, note, state, icon } }: { item: StripItem }) {
  const Icon = icon ?? (state ? MONEY_STATE_ICONS[state] : null);
  return (
    <div className="row-span-3 grid min-w-0 grid-rows-subgrid border-s border-t border-border px-4 py-3 md:px-5 md:py-3.5">
      <p className="flex items-center gap-1.5 text-sm text-muted-foreground">
        {Icon ? (
          <Icon
            aria-hidden
            className={cn(
              'size-3.5 shrink-0',
              state && MONEY_STATE_TEXT[state],
              state && FLIPPED_STATES.has(state) && 'flip',
            )}
          />
        ) : null}
        {label}
      </p>
      <p className="figures text-[1.25rem] leading-7.5 font-semibold tracking-heading md:text-[1.375rem]">
        {money === undefined ? figure : <MoneyText money={money} />}
      </p>
      {note ? <p className="text-caption leading-4.5 text-muted-foreground">{note}</p> : null}
    </div>
  );
}
