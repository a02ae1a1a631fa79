import { useTranslation } from 'react-i18next';
import { MILESTONE_MONEY, type ShownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';

/** The state of a milestone's money, with a more specific word where there is one. */
export function MilestoneStateTag({ state, className }: { state: ShownState; className?: string }) {
  const { t } = useTranslation('money');
  const { state: money, word } = MILESTONE_MONEY[state];
  return (
    <MoneyStateTag
      state={money}
      {...(word ? { label: t(`word.${word}`) } : {})}
      {...(className ? { className } : {})}
    />
  );
}
