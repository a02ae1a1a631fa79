import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { paymentHold } from '@/features/deals/deal-words.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/** Money of the deal that the user owes, or that was taken back from the user. */
export function MoneyGoneBack({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  return deal.milestones.map((m) => (
    <Fragment key={m.id}>
      {m.owes ? (
        <Alert
          tone="caution"
          title={t('owes.title', { amount: format.money(m.owes), milestone: m.title })}
          action={
            <Link to="/payment-settings" hash="debts" className="font-semibold link">
              {t('owes.view')}
            </Link>
          }
        >
          {t('owes.text', { creator: deal.creator.name })}
        </Alert>
      ) : null}
      {m.takenBack ? (
        <Alert
          tone="caution"
          title={t('takenBack.title', { amount: format.money(m.takenBack), milestone: m.title })}
          // What staff decide about it can be read, and appealed, there.
          action={
            <Link to="/payments/$milestoneId" params={{ milestoneId: m.id }} className="font-semibold link">
              {t('milestones.money')}
            </Link>
          }
        >
          {t('takenBack.text', { date: format.dateTime(m.takenBack.at) })}
        </Alert>
      ) : null}
    </Fragment>
  ));
}

/**
 * Parts of the deal whose money is on hold, and why: holds by staff have a written reason, the others a reason by kind.
 */
export function PaymentHolds({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const { t: disputes } = useTranslation('disputes');
  return deal.milestones.map((m) => {
    const hold = paymentHold(m, deal.timeline);
    if (!hold) return null;
    return (
      <Alert
        key={m.id}
        tone="caution"
        title={t('paymentHold.title', { milestone: m.title })}
        // A ruling about suspected fraud can be read, and appealed, there.
        action={
          <Link to="/payments/$milestoneId" params={{ milestoneId: m.id }} className="font-semibold link">
            {t('milestones.money')}
          </Link>
        }
      >
        {hold.note ? (
          <p>
            <q dir="auto">{hold.note}</q>
          </p>
        ) : null}
        <p>
          {hold.why === 'fraud' || hold.why === 'noFloat' ? disputes(`hold.${hold.why}`) : t(`paymentHold.${hold.why}`)}
        </p>
      </Alert>
    );
  });
}
