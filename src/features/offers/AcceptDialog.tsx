import { useTranslation } from 'react-i18next';
import type { OfferDetail } from '../../../server/features/offers/schema.ts';
import { MilestonesSummary } from '@/components/terms/TermsSummary.tsx';
import { ChargeLines } from '@/features/offers/ChargeLines.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface AcceptDialogProps {
  offer: OfferDetail;
  /** The displayed price. */
  amount: string;
  /** The price of the application, as text; null if it is the same. */
  requested: string | null;
  pending: boolean;
  onAccept: () => void;
  onClose: () => void;
}

/** What is agreed with one click: the parts with their dates, the price, and for a brand the whole bill. */
export function AcceptDialog({ offer, amount, requested, pending, onAccept, onClose }: AcceptDialogProps) {
  const { t } = useTranslation('offers');
  const { t: common } = useTranslation();
  const newest = offer.versions.at(-1);
  if (!newest) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={pending}
      title={t('ask.acceptTitle', { amount })}
      description={t('ask.acceptNote')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={pending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button variant="ink" pending={pending} onClick={onAccept}>
            {t('ask.accept', { amount })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {requested ? <p>{requested}</p> : null}
        <MilestonesSummary milestones={newest.terms.milestones} currency={newest.terms.currency} />
        {offer.mySide === 'brand' || offer.charge.commissionBps > 0 ? (
          <ChargeLines reader={offer.mySide} currency={offer.currency} charge={offer.charge} />
        ) : null}
      </div>
    </Dialog>
  );
}
