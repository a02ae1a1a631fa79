import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DisputeInTheWay } from '../../../server/features/payments/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

export interface PaymentsWaitNoticeProps {
  dispute: DisputeInTheWay;
  /** On the page of its deal. */
  isHere?: boolean;
  className?: string | undefined;
}

/** The disputed payment that new ones wait for. */
export function PaymentsWaitNotice({ dispute, isHere = false, className }: PaymentsWaitNoticeProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { contractId, milestone, title } = dispute;
  return (
    <Alert
      tone="caution"
      title={t('waits.title')}
      className={className}
      action={
        isHere ? null : (
          <Link to="/smart-contracts/$contractId" params={{ contractId }} className="link">
            {t('drawer.openDeal')}
          </Link>
        )
      }
    >
      <p>{t('waits.text', { amount: format.money(dispute), milestone, title })}</p>
      <p>{t('waits.mistake')}</p>
    </Alert>
  );
}
