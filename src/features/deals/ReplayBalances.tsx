import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { FLIPPED_STATES, MONEY_STATE_ICONS, MONEY_STATE_TEXT } from '@/components/money/money-states.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { BALANCE_PARTS, type ReplayStep } from '@/features/deals/replay-steps.ts';
import { cn } from '@/lib/cn.ts';

const CELL = 'py-2.75 ps-3 text-end';

/** Each balance before the event, what it changed, and after it. The last row proves that nothing is missing. */
export function ReplayBalances({ step, currency }: { step: ReplayStep; currency: Currency }) {
  const { t } = useTranslation('replay');
  const { t: common } = useTranslation();
  const row = (part: (typeof BALANCE_PARTS)[number] | 'funded') => {
    const Icon = part === 'funded' ? Check : MONEY_STATE_ICONS[part];
    const strong = part === 'funded';
    return (
      <tr key={part} className="border-b border-border last:border-b-0">
        <th
          scope="row"
          className={cn('py-2.75 text-start', strong ? 'font-semibold' : `font-medium ${MONEY_STATE_TEXT[part]}`)}
        >
          <span className="flex items-center gap-1.5">
            <Icon aria-hidden className={cn('size-3.5', part !== 'funded' && FLIPPED_STATES.has(part) && 'flip')} />
            {strong ? t('balances.funded') : common(`escrowPart.${part}`)}
          </span>
        </th>
        <td className={cn(CELL, 'max-sm:hidden')}>
          <MoneyText money={{ amount: step.before[part], currency }} quietZero />
        </td>
        <td className={CELL}>
          <MoneyText money={{ amount: step.change[part], currency }} quietZero signed />
        </td>
        <td className={cn(CELL, 'font-semibold')}>
          <MoneyText money={{ amount: step.after[part], currency }} quietZero />
        </td>
      </tr>
    );
  };
  const head = 'border-b border-border py-2 ps-3 text-end font-530';
  return (
    <table className="w-full border-collapse text-ui">
      <caption className="sr-only">{t('balances.title')}</caption>
      <thead className="text-caption text-muted-foreground">
        <tr>
          <th scope="col" className="border-b border-border py-2 text-start font-530">
            {t('balances.balance')}
          </th>
          <th scope="col" className={cn(head, 'max-sm:hidden')}>
            {t('balances.before')}
          </th>
          <th scope="col" className={head}>
            {t('balances.change')}
          </th>
          <th scope="col" className={head}>
            {t('balances.after')}
          </th>
        </tr>
      </thead>
      <tbody>{[...BALANCE_PARTS.map(row), row('funded')]}</tbody>
    </table>
  );
}
