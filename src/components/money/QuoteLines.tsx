import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import type { Money } from '../../../server/core/money.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';

export interface QuoteLinesProps {
  lines: readonly { id: string; label: ReactNode; money: Money }[];
  /** "You pay today". */
  total: { label: ReactNode; money: Money };
  /** With more room between the lines, for a page that shows one bill. */
  spacious?: boolean;
  className?: string;
}

/** Price, fee, tax, total: exactly what the button below charges. */
export function QuoteLines({ lines, total, spacious = false, className }: QuoteLinesProps) {
  return (
    <dl
      className={clsx(
        'grid cols-1fr-auto',
        spacious ? 'text-lead leading-5.5 [&>*]:py-2.25' : 'text-ui [&>*]:py-1.5',
        className,
      )}
    >
      {lines.map((line) => (
        <Fragment key={line.id}>
          <dt>{line.label}</dt>
          <dd className="ps-4 text-end font-540">
            <MoneyText money={line.money} />
          </dd>
        </Fragment>
      ))}
      <dt className="mt-1 border-t border-border-strong pt-2 font-semibold">{total.label}</dt>
      <dd className="mt-1 border-t border-border-strong ps-4 pt-2 text-end font-semibold">
        <MoneyText money={total.money} />
      </dd>
    </dl>
  );
}
