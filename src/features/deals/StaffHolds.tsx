import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { Alert } from '@/ui/alert.tsx';

/** Parts of the deal whose money staff hold, with the reason they gave. */
export function StaffHolds({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  return deal.milestones
    .filter((m) => m.holds.includes('staff_hold'))
    .map((m) => {
      const note = deal.timeline.findLast(
        (event) =>
          event.milestoneId === m.id && event.type === 'payment_on_hold' && event.data['reason'] === 'staff_hold',
      )?.data['note'];
      return (
        <Alert key={m.id} tone="doubt" title={t('staffHold.title', { milestone: m.title })}>
          {typeof note === 'string' ? (
            <p>
              <q dir="auto">{note}</q>
            </p>
          ) : null}
          <p>{t('staffHold.text')}</p>
        </Alert>
      );
    });
}
