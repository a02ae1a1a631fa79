import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MilestoneDto } from '../../../server/features/escrow/schema.ts';
import type { QuoteDto } from '../../../server/features/payments/schema.ts';
import { useIntentKey } from '@/components/deal/use-intent-key.ts';
import { RequestBilling } from '@/components/deal/RequestBilling.tsx';
import { BillingForm } from '@/components/deal/BillingForm.tsx';
import { WhoHolds } from '@/components/deal/WhoHolds.tsx';
import { PayLabel, PayWith, usePayChoice } from '@/components/deal/PayWith.tsx';
import { useFormId } from '@/components/form/Form.tsx';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useLeaving } from '@/lib/use-leaving.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
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
  const feeWords = useFeeWords();
  const explain = useErrorText();
  const formId = useFormId();
  const [tries, setTries] = useState(0);
  const [chosen, setChosen] = useState<string | null>();
  // After the bank's refusal the next try is another payment.
  const requestKey = useIntentKey(`${open} ${tries}`);
  const quote = useQuery({
    ...api.payments.quote.queryOptions({ milestoneId: milestone.id }),
    enabled: open && !milestone.activePayment,
    staleTime: 0,
    retry: false,
  });
  const pay = trpc.payments.pay.useMutation(withRequestKey(requestKey));
  const cancel = trpc.payments.cancel.useMutation({ onSettled: () => api.escrow.invalidate() });
  const { leaving, leaveFor } = useLeaving();
  const choice = usePayChoice(milestone.currency, chosen, open && !milestone.activePayment);
  const needsBilling = appError(quote.error)?.code === 'billing.incomplete';
  const mayEditBilling = usePermitted('billing.edit') === true;
  const close = () => onOpenChange(false);
  useEffect(() => {
    if (open) return;
    pay.reset();
    cancel.reset();
    setChosen(undefined);
    // Only a change of `open` counts.
    // oxlint-disable-next-line exhaustive-deps
  }, [open]);

  const start = async () => {
    if (!quote.data) return;
    try {
      const { url } = await pay.mutateAsync({
        milestoneId: milestone.id,
        quoteId: quote.data.id,
        ...(choice.method ? { methodId: choice.method.id } : {}),
      });
      leaveFor(url);
    } catch (error) {
      if (appError(error)?.code === 'payment.declined') setTries((before) => before + 1);
      if (['payment.quote_expired', 'payment.quote_changed'].includes(appError(error)?.code ?? ''))
        await quote.refetch();
      await api.escrow.invalidate();
    }
  };

  const active = milestone.activePayment;
  const feeLabel = ({ feeBps, feeTerms, currency }: QuoteDto) =>
    feeBps === null ? t('together.fees') : t('line.fee', { percent: feeWords({ feeBps, feeTerms, currency }) });
  const money = (amount: number) => ({ amount, currency: milestone.currency });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      pending={pay.isPending || cancel.isPending || leaving}
      title={t('fund.title', { milestone: milestone.title })}
      closeLabel={common('action.close')}
      footer={
        active ? (
          <>
            <Button pending={cancel.isPending} onClick={() => cancel.mutate({ paymentId: active.paymentId })}>
              {t('fund.giveUp')}
            </Button>
            <Button
              variant="ink"
              aria-disabled={active.url === null || undefined}
              pending={leaving}
              onClick={() => active.url && leaveFor(active.url)}
            >
              {t('fund.continue')}
            </Button>
          </>
        ) : needsBilling ? (
          <>
            <Button onClick={close}>{common('action.cancel')}</Button>
            {mayEditBilling ? (
              <Button variant="ink" type="submit" form={formId}>
                {t('fund.saveBilling')}
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button aria-disabled={pay.isPending || leaving || undefined} onClick={close}>
              {common('action.cancel')}
            </Button>
            <Button
              variant="money"
              pending={pay.isPending || leaving}
              aria-disabled={!quote.data || undefined}
              onClick={() => void start()}
            >
              <PayLabel
                method={choice.method}
                amount={format.money(money(quote.data?.total ?? milestone.charge.total))}
              />
            </Button>
          </>
        )
      }
    >
      {active ? (
        <div className="grid gap-3">
          <p>{t('fund.inProgress', { name: active.startedBy })}</p>
          <p className="text-sm text-muted-foreground">
            {t('fund.inProgressUntil')} <DateText value={active.expiresAt} />
          </p>
          {cancel.error ? <Alert tone="problem">{explain(cancel.error)}</Alert> : null}
        </div>
      ) : needsBilling ? (
        mayEditBilling ? (
          <BillingForm id={formId} onSaved={() => void quote.refetch()} />
        ) : (
          <RequestBilling />
        )
      ) : quote.isError ? (
        <Alert tone="problem" action={<NextStepLink code={appError(quote.error)?.code} />}>
          {explain(quote.error)}
        </Alert>
      ) : quote.data ? (
        <div className="grid gap-4">
          {pay.error ? (
            <Alert tone="problem" action={<NextStepLink code={appError(pay.error)?.code} />}>
              {explain(pay.error)}
            </Alert>
          ) : null}
          <QuoteLines
            lines={[
              { id: 'price', label: t('line.price'), money: money(quote.data.price) },
              {
                id: 'fee',
                label: feeLabel(quote.data),
                money: money(quote.data.fee),
              },
              {
                id: 'tax',
                label: t('line.tax', {
                  percent: format.percent(quote.data.taxBps),
                  country: format.countryName(quote.data.taxCountry),
                }),
                money: money(quote.data.tax),
              },
            ]}
            total={{ label: t('line.total'), money: money(quote.data.total) }}
          />
          {milestone.live ? (
            <ReleaseLine terms={{ amounts: milestone.live, clocks: milestone.live, currency: milestone.currency }} />
          ) : null}
          <PayWith choice={choice} of={[milestone]} onChosen={setChosen} />
          <WhoHolds of={[milestone]} quote={quote.data} />
        </div>
      ) : (
        <PendingSkeleton as="panel" rows={3} />
      )}
    </Dialog>
  );
}
