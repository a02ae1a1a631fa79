import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { ReasonDialog } from '@/features/platform/ReasonDialog.tsx';
import { api, trpc } from '@/lib/trpc.ts';

/** The first of two staff members states why money of a currency may go out although its books disagree. */
export function LiftDialog({ currency, onClose }: { currency: Currency; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const propose = trpc.moneyCheck.proposeLift.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.moneyCheck.invalidate(), api.approvals.invalidate()]),
  });
  return (
    <ReasonDialog
      schema={() =>
        import('../../../server/features/money-check/schema.ts').then((schema) =>
          schema.proposeLiftInput.pick({ note: true }),
        )
      }
      field="note"
      label={t('stop.note')}
      maxLength={500}
      title={t('stop.ask', { currency })}
      text={t('stop.askText')}
      submit={t('stop.propose')}
      draft={`lift.${currency}`}
      call={propose}
      onSubmit={(note) => propose.mutateAsync({ currency, note })}
      onClose={onClose}
    />
  );
}
