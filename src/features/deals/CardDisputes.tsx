import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { cardDisputeAfter } from '@/features/deals/card-dispute.ts';
import { isEarned } from '@/features/deals/deal-words.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/** Approved or paid work whose payment the bank of the brand's card disputes: the creator keeps its pay, the brand learns what follows. */
export function CardDisputes({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  return deal.milestones.map((m) => {
    const state = cardDisputeAfter(m, deal.timeline);
    // What the brand owes after a lost one has a notice of its own.
    if (!state || (state === 'lost' && deal.mySide === 'brand')) return null;
    const side = state === 'lost' ? 'lost' : deal.mySide;
    const values = {
      milestone: m.title,
      brand: deal.brand.name,
      creator: deal.creator.name,
      amount: format.money({ amount: isEarned(m.state) ? m.amount : m.balances.released, currency: m.currency }),
    };
    if (state === 'returned')
      return (
        <Alert key={m.id} tone="caution" title={t(`card.returned.${deal.mySide}.title`, values)}>
          {t(`card.returned.${deal.mySide}.text`, values)}
        </Alert>
      );
    return (
      <Alert key={m.id} tone="caution" title={t(`card.${side}.title`, values)}>
        {t(`card.${side}.${m.state === 'settled_split' ? 'settled' : 'text'}`, values)}
      </Alert>
    );
  });
}
