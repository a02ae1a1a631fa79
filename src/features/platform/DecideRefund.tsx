import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/operations/schema.ts';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { Button } from '@/ui/button.tsx';

const SendAgain = lazyNamed(() => import('@/features/platform/RefundDialogs.tsx'), 'SendAgain');
const PaidByBank = lazyNamed(() => import('@/features/platform/RefundDialogs.tsx'), 'PaidByBank');

/**
 * A refund that the provider refused or the payer's bank returned: sent again the same way, or paid by a bank transfer
 * named here.
 */
export function DecideRefund({ row }: { row: OpenOperation }) {
  const { t } = useTranslation('platform');
  const may = useStaffMay();
  const [choice, setChoice] = useState<'again' | 'byBank' | null>(null);
  const Choice = choice === 'byBank' ? PaidByBank : SendAgain;
  return (
    <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
      {row.workflowUrl ? <WorkflowAnchor url={row.workflowUrl} name={row.opId} /> : null}
      {may('operations.decideRefund') ? (
        <Button size="small" onClick={() => setChoice('again')}>
          {t('refund.again.open')}
        </Button>
      ) : null}
      {may('operations.proposeBankRefund') ? (
        <Button size="small" onClick={() => setChoice('byBank')}>
          {t('refund.byBank.open')}
        </Button>
      ) : null}
      <Suspense fallback={null}>{choice ? <Choice row={row} onClose={() => setChoice(null)} /> : null}</Suspense>
    </span>
  );
}
