import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { paymentHold } from '@/features/deals/deal-words.ts';
import { Alert } from '@/ui/alert.tsx';

/** Parts of the deal whose money is on hold, and why: staff say it in their own words, the rest is said by the kind of hold. */
export function PaymentHolds({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  return deal.milestones.map((m) => {
    const hold = paymentHold(m, deal.timeline);
    if (!hold) return null;
    return (
      <Alert key={m.id} tone="doubt" title={t('paymentHold.title', { milestone: m.title })}>
        {hold.note ? (
          <p>
            <q dir="auto">{hold.note}</q>
          </p>
        ) : null}
        <p>{t(`paymentHold.${hold.why}`)}</p>
      </Alert>
    );
  });
}
