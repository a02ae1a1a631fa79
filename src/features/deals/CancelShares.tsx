import { useTranslation } from 'react-i18next';
import type { CancelShares as Shares, DealDto } from '../../../server/features/escrow/schema.ts';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';

/** How an agreed end divides the money: the creator's part of the price, and what goes back with fee and tax. */
export function CancelShares({ deal, shares }: { deal: DealDto; shares: Shares }) {
  const { t } = useTranslation('cancel');
  const money = (amount: number) => ({ amount, currency: deal.currency });
  return (
    <QuoteLines
      lines={[{ id: 'keeps', label: t('share.keeps', { name: deal.creator.name }), money: money(shares.keeps) }]}
      total={{ label: t('share.back', { name: deal.brand.name }), money: money(shares.back) }}
    />
  );
}
