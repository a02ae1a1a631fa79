import type { Money } from '../../../server/core/money.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';

export interface MoneyTextProps {
  /** Null: the amount is unknown and shows as "–", never as zero. */
  money: Money | null;
  /** Zeros stay visible, but quietly. */
  quietZero?: boolean;
  /** "+€450.00" for what comes in. */
  signed?: boolean;
  className?: string;
}

/** The one place where an amount becomes text: currency and cents always, one isolated left-to-right run. */
export function MoneyText({ money, quietZero = false, signed = false, className }: MoneyTextProps) {
  const format = useFormat();
  const text = money ? `${signed && money.amount > 0 ? '+' : ''}${format.money(money)}` : '–';
  return (
    <bdi
      dir="ltr"
      data-slot="money"
      className={cn(
        'figures whitespace-nowrap',
        quietZero && money?.amount === 0 && 'font-normal text-muted-foreground',
        className,
      )}
    >
      {text}
    </bdi>
  );
}
