import { useTranslation } from 'react-i18next';
import { type Currency, stepOf } from '../../../server/core/money.ts';
import { type DisputeTurn, PHASE_OF } from '../../../server/features/disputes/rules.ts';
import type { DisputeDto, DisputedMilestone } from '../../../server/features/disputes/schema.ts';
import type { Side } from '../../../server/features/terms/schema.ts';
import type { Turn } from '@/components/money/TurnTag.tsx';
import { useFormat } from '@/lib/format.ts';

/** Who moves a dispute next, for a reader who is neither side. */
export const turnByName = (turn: DisputeTurn, names: Record<Side, string>): Turn =>
  turn === 'clock' || turn === 'bank'
    ? { who: turn }
    : { who: 'them', name: turn === 'staff' ? 'Sponsio' : names[turn] };

/** Names and amounts as the texts of a dispute use them. */
export function useSplitValues(milestone: DisputedMilestone, amount: number) {
  const format = useFormat();
  const { currency, brand, creator } = milestone;
  const money = (sum: number) => format.money({ amount: sum, currency });
  return {
    money,
    nameOf: (side: Side) => (side === 'brand' ? brand.name : creator.name),
    splitAt: (creatorGets: number) => ({
      creator: creator.name,
      brand: brand.name,
      creatorAmount: money(creatorGets),
      brandAmount: money(amount - creatorGets),
    }),
  };
}

/** Where a division begins: in the middle, in steps of the currency. */
export function middleOf(amount: number, currency: Currency): number {
  const step = stepOf(currency);
  return Math.round(amount / 2 / step) * step;
}

/**
 * When the phase began whose clock runs; null where that is not known. Phases are planned at the opening, and a decision may
 * come early: the appeal begins with it.
 */
export function phaseStart({ state, phases, decisions }: DisputeDto, now: number): Date | null {
  const began =
    state === 'appeal' ? decisions.at(-1)?.at : phases.find(({ phase }) => phase === PHASE_OF[state])?.startsAt;
  return began && began.getTime() <= now ? began : null;
}

/** What happens when the phase ends without an act; null while nothing is timed. */
export function useEndText(milestone: DisputedMilestone, dispute: DisputeDto): string | null {
  const { t } = useTranslation('disputes');
  const { money, nameOf, splitAt } = useSplitValues(milestone, dispute.amount);
  const { atEnd } = dispute;
  if (!atEnd) return dispute.state === 'executing' ? t('executing') : null;
  const gets = atEnd.creatorGets ?? 0;
  const recipient = nameOf(gets > 0 ? 'creator' : 'brand');
  const silent = nameOf(dispute.openedSide === 'brand' ? 'creator' : 'brand');
  return t(`atEnd.${atEnd.event}`, { amount: money(dispute.amount), recipient, silent, ...splitAt(gets) });
}
