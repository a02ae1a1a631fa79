import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '../../../server/features/payments/schema.ts';
import { MilestoneBill, MilestoneNow, MilestonePostings } from '@/features/payments/MilestoneMoney.tsx';
import { Button } from '@/ui/button.tsx';
import { Sheet } from '@/ui/sheet.tsx';

/** One milestone's money beside the list: lines, the equation, what happens next, its postings and documents. */
export function PaymentDrawer({
  brand,
  row,
  onClose,
}: {
  brand: boolean;
  row: PaymentRow | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  return (
    <Sheet
      open={row !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={row ? <bdi>{row.milestoneTitle}</bdi> : ''}
      closeLabel={common('action.close')}
      footer={
        row ? (
          <Button asChild variant="ink">
            <Link to="/smart-contracts/$contractId" params={{ contractId: row.contractId }}>
              {t('drawer.openDeal')}
            </Link>
          </Button>
        ) : undefined
      }
    >
      {row ? <Detail row={row} brand={brand} /> : null}
    </Sheet>
  );
}

function Detail({ row, brand }: { row: PaymentRow; brand: boolean }) {
  const { t } = useTranslation('payments');
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <p className="text-sm text-muted-foreground">
          <bdi>{row.counterpart.name}</bdi> · <bdi>{row.dealTitle}</bdi>
        </p>
        <MilestoneNow row={row} />
        <p className="text-sm">
          <Link to="/payments/$milestoneId" params={{ milestoneId: row.milestoneId }} className="link">
            {t('page.open')}
          </Link>
        </p>
      </div>
      <MilestoneBill row={row} brand={brand} heading="h3" />
      <MilestonePostings milestoneId={row.milestoneId} />
    </div>
  );
}
