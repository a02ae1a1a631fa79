import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DisputeInTheWay } from '../../../server/features/payments/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';

/** The disputed payment that new ones wait for. */
export function PaymentsWaitNotice({
  dispute,
  className,
}: {
  dispute: DisputeInTheWay;
  className: string | undefined;
}) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { contractId, milestone, title } = dispute;
  return (
    <Alert
      tone="caution"
      title={t('waits.title')}
      className={className}
      action={
        <Link to="/smart-contracts/$contractId" params={{ contractId }} className="link">
          {t('drawer.openDeal')}
        </Link>
      }
    >
      <p>{t('waits.text', { amount: format.money(dispute), milestone, title })}</p>
      <p>{t('waits.mistake')}</p>
    </Alert>
  );
}
