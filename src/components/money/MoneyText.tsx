import { clsx } from 'clsx';
import type { Money } from '../../../server/core/money.ts';
import { useFormat } from '@/lib/format.ts';

export interface MoneyTextProps {
  /** Null: the amount is unknown and shown as "–", never as zero. */
  money: Money | null;
  /** Zeros are shown in a muted color. */
  quietZero?: boolean;
  /** "+€450.00" for incoming money. */
  signed?: boolean;
  className?: string;
}

/** The only component that renders an amount: always with currency and cents, in one isolated left-to-right run. */
export function MoneyText({ money, quietZero = false, signed = false, className }: MoneyTextProps) {
  const format = useFormat();
  const text = money ? `${signed && money.amount > 0 ? '+' : ''}${format.money(money)}` : '–';
  return (
    <bdi
      dir="ltr"
      data-slot="money"
      className={clsx(
        'figures whitespace-nowrap',
        quietZero && money?.amount === 0 && 'font-normal text-muted-foreground',
        className,
      )}
    >
      {text}
    </bdi>
  );
}
