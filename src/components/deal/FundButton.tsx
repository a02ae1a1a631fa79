import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { useErrorText, codeText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';

const loadDialog = async () =>
  (await Promise.all([import('@/components/deal/FundDialog.tsx'), loadTexts('payments', 'terms')]))[0];
const FundDialog = lazyNamed(loadDialog, 'FundDialog');
const FundSeveralButton = lazyNamed(() => import('@/components/deal/FundSeveralButton.tsx'), 'FundSeveralButton');

export interface FundButtonProps {
  milestone: Pick<
    MilestoneDto,
    'id' | 'title' | 'currency' | 'charge' | 'state' | 'can' | 'activePayment' | 'live' | 'bonus'
  >;
  className?: string;
  /** Another payment of the deal is in progress: this one is not offered as the next action. */
  quiet?: boolean;
  /** Offers to pay others with it. */
  several?: boolean;
}

/** "Fund €159.00": shows the full cost before payment; a payment in progress is finished or canceled instead. */
export function FundButton({ milestone, className, quiet = false, several = false }: FundButtonProps) {
  const { t } = useTranslation('money');
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
      {several && milestone.can.fund === true && !milestone.activePayment ? (
        <Suspense fallback={null}>
          <FundSeveralButton start={[milestone.id]} />
        </Suspense>
      ) : null}
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
