import { useTranslation } from 'react-i18next';
import type { Money } from '../../../server/core/money.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/**
 * For a brand whose refund failed: the money is still its own, and what happens next. Renders nothing if nothing is
 * owed.
 */
export function RefundOwed({ money, milestone }: { money: Money; milestone?: string }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  if (money.amount === 0) return null;
  const amount = format.money(money);
  return (
    <Alert
      tone="caution"
      title={milestone ? t('refundOwed.titleFor', { amount, milestone }) : t('refundOwed.title', { amount })}
    >
      {t('refundOwed.text')}
    </Alert>
  );
}
