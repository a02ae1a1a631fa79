import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../server/core/money.ts';
import { type EscrowParts, escrowSegments } from '@/components/money/escrow-parts.ts';
import { useFormat } from '@/lib/format.ts';

export interface EscrowBarProps {
  /** Minor units by part; empty parts are left out. */
  parts: EscrowParts;
  currency: Money['currency'];
  /** 14 px, or 8 px in rows of a table. */
  size?: 'default' | 'sm';
  className?: string;
}

/**
 * An image with a sentence: "Held €450.00 of €600.00, awaiting funding €150.00". The numbers are in the text beside it.
 */
export function EscrowBar({ parts, currency, size = 'default', className }: EscrowBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const segments = escrowSegments(parts, currency);
  const total = { amount: segments.reduce((sum, { money }) => sum + money.amount, 0), currency };
  const sentence =
    segments.length === 0
      ? t('escrowBar.empty')
      : t('escrowBar.sentence', {
          parts: format.list(
            segments.map(({ part, money }) =>
              t('escrowBar.part', { part: t(`escrowPart.${part}`), amount: format.money(money) }),
            ),
          ),
          total: format.money(total),
        });
  return (
    <div
      role="img"
      aria-label={sentence}
      data-slot="escrow-bar"
      data-size={size}
      className={clsx('escrow-bar', className)}
    >
      {segments.length === 0 ? (
        <i className="escrow-segment" data-part="left" style={shareStyle(1)} />
      ) : (
        segments.map(({ part, share }) => (
          <i key={part} className="escrow-segment" data-part={part} style={shareStyle(share)} />
        ))
      )}
    </div>
  );
}

/** The width of a part. */
export function shareStyle(share: number): CSSProperties {
  // Multiplied: flex-grow factors that sum to less than 1 would not fill the bar after rounding.
  return { '--share': String(Math.max(share, 0.0001) * 1000) } as CSSProperties;
}
