import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EscrowBar, type EscrowBarProps, shareStyle } from '@/components/money/EscrowBar.tsx';
import { type EscrowPart, type EscrowSegment, escrowSegments } from '@/components/money/escrow-parts.ts';
import { FLIPPED_STATES, MONEY_STATE_ICONS, MONEY_STATE_TEXT } from '@/components/money/money-states.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';

export interface EscrowLegendProps extends EscrowBarProps {
  /** One line under an amount: "Reel, in review. Released to Maya on approval." */
  notes?: Partial<Record<EscrowPart, ReactNode>>;
  /** Another label for a part: "Left of €2,000.00". */
  labels?: Partial<Record<EscrowPart, ReactNode>>;
}

/** The bar with its legend beneath, aligned to the segments; on phones the legend is a list. */
export function EscrowBarWithLegend({ parts, currency, notes = {}, labels = {}, className }: EscrowLegendProps) {
  const segments = escrowSegments(parts, currency);
  return (
    <div className={className}>
      <EscrowBar parts={parts} currency={currency} />
      <div className="mt-2.5 md:flex max-md:mt-1.5">
        {segments.map((segment) => (
          <LegendEntry key={segment.part} segment={segment} note={notes[segment.part]} label={labels[segment.part]} />
        ))}
      </div>
    </div>
  );
}

function LegendEntry({ segment, note, label }: { segment: EscrowSegment; note: ReactNode; label: ReactNode }) {
  const { t } = useTranslation();
  const { part, money, share } = segment;
  const Icon = part === 'left' ? null : MONEY_STATE_ICONS[part];
  return (
    <div
      style={shareStyle(share)}
      className="grid min-w-0 cols-1fr-auto items-center border-b border-border py-2.25 last:border-b-0 md:block md:min-w-24 md:grow-(--share) md:basis-0 md:border-b-0 md:py-0 md:pe-4 md:not-first:ps-[7px]"
    >
      <div
        className={clsx(
          'flex items-center gap-1.5 text-sm font-medium',
          part === 'left' ? 'text-muted-foreground' : MONEY_STATE_TEXT[part],
        )}
      >
        {Icon ? (
          <Icon aria-hidden className={clsx('size-3.5', part !== 'left' && FLIPPED_STATES.has(part) && 'flip')} />
        ) : null}
        {label ?? t(`escrowPart.${part}`)}
      </div>
      <div className="text-lead leading-6 font-semibold tracking-[-0.01em] md:text-intro">
        <MoneyText money={money} />
      </div>
      {note ? <div className="col-span-2 text-sm text-muted-foreground">{note}</div> : null}
    </div>
  );
}
