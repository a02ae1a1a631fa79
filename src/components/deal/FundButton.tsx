import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { useErrorText, codeText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';

const loadDialog = () => import('@/components/deal/FundDialog.tsx');
const FundDialog = lazyNamed(loadDialog, 'FundDialog');

export interface FundButtonProps {
  milestone: Pick<MilestoneDto, 'id' | 'title' | 'currency' | 'charge' | 'state' | 'can' | 'activePayment'>;
  className?: string;
  /** Another payment of the deal is under way: this one is not offered as the next act. */
  quiet?: boolean;
}

/** "Fund €159.00": opens the full cost before anything is paid; a payment under way is finished or given up instead. */
export function FundButton({ milestone, className, quiet = false }: FundButtonProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  useErrorText();
  const [open, setOpen] = useState(false);
  const [reached, setReached] = useState(false);
  const refused = milestone.can.fund === true || milestone.activePayment ? null : milestone.can.fund;
  return (
    <>
      <Button
        variant={quiet ? 'outline' : 'money'}
        className={className}
        aria-disabled={refused !== null || undefined}
        title={refused ? codeText(refused as 'auth.not_allowed') : undefined}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => {
          setReached(true);
          setOpen(true);
        }}
      >
        {milestone.activePayment
          ? t('fund.finish')
          : t('fund.button', {
              amount: format.money({ amount: milestone.charge.total, currency: milestone.currency }),
            })}
      </Button>
      {refused ? (
        <p className="text-sm text-muted-foreground">
          {codeText(refused as 'auth.not_allowed')} <NextStepLink code={refused} />
        </p>
      ) : null}
      {reached ? (
        <Suspense fallback={null}>
          <FundDialog milestone={milestone} open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
