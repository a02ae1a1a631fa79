import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { FLIPPED_STATES, MONEY_STATE_ICONS } from '@/components/money/money-states.ts';

export interface MoneyStateTagProps {
  state: MoneyState;
  /** A more specific word for the same state: "Clearing", "On the way", "Paid". */
  label?: ReactNode;
  className?: string;
}

/** Icon, word and shape identify the state; color is redundant. At most one per row. */
export function MoneyStateTag({ state, label, className }: MoneyStateTagProps) {
  const { t } = useTranslation();
  const Icon = MONEY_STATE_ICONS[state];
  return (
    <span data-slot="status" data-state={state} className={clsx('status-tag', className)}>
      <Icon aria-hidden className={FLIPPED_STATES.has(state) ? 'flip' : undefined} />
      {label ?? t(`moneyState.${state}`)}
    </span>
  );
}
