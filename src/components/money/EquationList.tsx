import { clsx } from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../server/core/money.ts';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { FLIPPED_STATES, MONEY_STATE_ICONS, MONEY_STATE_TEXT } from '@/components/money/money-states.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';

export interface EquationLine {
  id: string;
  label: ReactNode;
  money: Money;
  /** Icon, and colour while the amount is not zero. */
  state?: MoneyState;
  /** A part of the line above, which is not counted again. */
  within?: boolean;
}

export interface EquationListProps {
  /** The total: "Funded". */
  total: { label: ReactNode; money: Money };
  lines: readonly EquationLine[];
  className?: string;
}

/** Funded = held + released + disputed + refunded, with all terms shown; zeros stay visible. */
export function EquationList({ total, lines, className }: EquationListProps) {
  const { t } = useTranslation();
  const sum = lines.filter((line) => !line.within).reduce((amount, line) => amount + line.money.amount, 0);
  const right = sum === total.money.amount;
  return (
    <dl className={clsx('grid cols-1fr-auto text-ui [&>*]:py-1.5', className)}>
      <dt className="border-b border-border">{total.label}</dt>
      <dd className="border-b border-border text-end font-semibold">
        <MoneyText money={total.money} />
      </dd>
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
      <dt
        className={clsx(
          'mt-1 flex items-center gap-2 border-t border-border-strong pt-2 font-semibold',
          !right && 'text-destructive',
        )}
      >
        {right ? <Check aria-hidden className="size-3.5" /> : <TriangleAlert aria-hidden className="size-3.5" />}
        {right ? t('equation.addsUp') : t('equation.doesNotAddUp')}
      </dt>
      <dd className="mt-1 border-t border-border-strong pt-2 text-end font-semibold">
        <MoneyText money={{ ...total.money, amount: sum }} />
      </dd>
    </dl>
  );
}

function Line({ line }: { line: EquationLine }) {
  const Icon = line.state ? MONEY_STATE_ICONS[line.state] : null;
  const zero = line.money.amount === 0;
  return (
    <Fragment>
      <dt
        className={clsx(
          'flex items-center gap-2',
          line.within && 'ps-[22px]',
          line.state && !zero ? MONEY_STATE_TEXT[line.state] : line.within && 'text-muted-foreground',
        )}
      >
        {Icon ? (
          <Icon aria-hidden className={clsx('size-3.5', line.state && FLIPPED_STATES.has(line.state) && 'flip')} />
        ) : null}
        {line.label}
      </dt>
      <dd className={clsx('text-end', line.within ? 'text-muted-foreground' : 'font-540')}>
        <MoneyText money={line.money} quietZero />
      </dd>
    </Fragment>
  );
}
