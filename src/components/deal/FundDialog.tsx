import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { ActivePayment, ActivePaymentFooter } from '@/components/deal/ActivePayment.tsx';
import { MissingBilling, MissingBillingFooter } from '@/components/deal/MissingBilling.tsx';
import { PayFooter } from '@/components/deal/PayFooter.tsx';
import { PayLabel, PayWith, usePayChoice } from '@/components/deal/PayWith.tsx';
import { QuoteBill } from '@/components/deal/QuoteBill.tsx';
import { useFundPayment } from '@/components/deal/use-fund-payment.ts';
import { WhoHolds } from '@/components/deal/WhoHolds.tsx';
import { useFormId } from '@/components/form/Form.tsx';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';
import { Dialog } from '@/ui/dialog.tsx';

export interface FundDialogProps {
  milestone: Pick<MilestoneDto, 'id' | 'title' | 'currency' | 'charge' | 'activePayment' | 'live' | 'bonus'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The bill line by line, then the hosted payment page. Missing billing details are requested here. */
export function FundDialog({ milestone, open, onOpenChange }: FundDialogProps) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const format = useFormat();
  const formId = useFormId();
  const payment = useFundPayment(open);
  const { activePayment: active, currency } = milestone;
  const quote = useQuery({
    ...api.payments.quote.queryOptions({ milestoneId: milestone.id }),
    enabled: open && !active,
    staleTime: 0,
    retry: false,
  });
  const cancel = trpc.payments.cancel.useMutation({ onSettled: () => api.escrow.invalidate() });
  const choice = usePayChoice(currency, payment.chosen, open && !active);
  const needsBilling = appError(quote.error)?.code === 'billing.incomplete';
  const close = () => onOpenChange(false);
  useEffect(() => {
    if (!open) cancel.reset();
    // Only a change of `open` counts.
    // oxlint-disable-next-line exhaustive-deps
  }, [open]);

  const pay = async () => {
    if (!quote.data) return;
    const saved = choice.method ? { methodId: choice.method.id } : {};
    await payment.begin({ milestoneId: milestone.id, quoteId: quote.data.id, ...saved }, async (code) => {
      if (code === 'payment.quote_expired' || code === 'payment.quote_changed') await quote.refetch();
      await api.escrow.invalidate();
    });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      pending={payment.pending || cancel.isPending}
      title={t('fund.title', { milestone: milestone.title })}
      closeLabel={common('action.close')}
      footer={
        active ? (
          <ActivePaymentFooter
            payment={active}
            givingUp={cancel.isPending}
            leaving={payment.leaving}
            onGiveUp={() => cancel.mutate({ paymentId: active.paymentId })}
            onContinue={payment.leaveFor}
          />
        ) : needsBilling ? (
          <MissingBillingFooter formId={formId} onCancel={close} />
        ) : (
          <PayFooter
            pending={payment.pending}
            ready={quote.data !== undefined}
            onCancel={close}
            onPay={() => void pay()}
          >
            <PayLabel
              method={choice.method}
              amount={format.money({ amount: quote.data?.total ?? milestone.charge.total, currency })}
            />
          </PayFooter>
        )
      }
    >
      {active ? (
        <ActivePayment payment={active} refused={cancel.error} />
      ) : needsBilling ? (
        <MissingBilling formId={formId} onSaved={() => void quote.refetch()} />
      ) : quote.isError ? (
        <RefusalAlert error={quote.error} />
      ) : quote.data ? (
        <div className="grid gap-4">
          <RefusalAlert error={payment.error} />
          <QuoteBill quote={quote.data} />
          {milestone.live ? (
            <ReleaseLine terms={{ amounts: milestone.live, clocks: milestone.live, currency }} />
          ) : null}
          <PayWith choice={choice} of={[milestone]} onChosen={payment.setChosen} />
          <WhoHolds of={[milestone]} quote={quote.data} />
        </div>
      ) : (
        <PendingSkeleton as="panel" rows={3} />
      )}
    </Dialog>
  );
}
