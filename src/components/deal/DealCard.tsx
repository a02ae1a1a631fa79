import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Currency } from '../../../server/core/money.ts';
import { EscrowBar } from '@/components/money/EscrowBar.tsx';
import type { EscrowParts } from '@/components/money/escrow-parts.ts';
import { PairAvatar } from '@/components/people/Party.tsx';

export interface DealCardProps {
  brand: string;
  creator: string;
  title: ReactNode;
  /** At the end of the first line: a status tag. */
  tag?: ReactNode;
  /** Between the names and the bar: an amount, a clock. */
  figures?: ReactNode;
  parts: EscrowParts;
  currency: Currency;
  /** One sentence under the bar. */
  children: ReactNode;
  className?: string;
}

/**
 * One deal as a card: the two sides, where the money is, one sentence. The only element that is placed over a
 * photograph.
 */
export function DealCard({ brand, creator, title, tag, figures, parts, currency, children, className }: DealCardProps) {
  return (
    <div
      data-slot="deal-card"
      className={clsx('rounded-lg border border-border-strong bg-card px-5 py-4.5 text-card-foreground', className)}
    >
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2.5">
          <PairAvatar brand={{ name: brand }} creator={{ name: creator }} />
          <b className="min-w-0 text-lead font-semibold break-words">{title}</b>
        </span>
        {tag}
      </div>
      {figures ? <div className="mt-3.5">{figures}</div> : null}
      <EscrowBar parts={parts} currency={currency} className="mt-3.5" />
      <p className="mt-3 text-sm">{children}</p>
    </div>
  );
}
