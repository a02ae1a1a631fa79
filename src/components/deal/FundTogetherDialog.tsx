import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntentKey } from '@/components/deal/use-intent-key.ts';
import { RequestBilling } from '@/components/deal/RequestBilling.tsx';
import { BillingForm } from '@/components/deal/BillingForm.tsx';
import { WhoHolds } from '@/components/deal/WhoHolds.tsx';
import { PayLabel, PayWith, usePayChoice } from '@/components/deal/PayWith.tsx';
import { FundableList } from '@/components/deal/FundableList.tsx';
import { useFormId } from '@/components/form/Form.tsx';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useLeaving } from '@/lib/use-leaving.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

export interface FundTogetherDialogProps {
  /** Only milestones of these contracts are offered. */
  contractIds?: readonly string[];
  /** Milestones that are chosen at the beginning; all in one currency when left out. */
  start?: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One payment for several milestones: which ones, the bill, then the hosted payment page. */
export function FundTogetherDialog({ contractIds, start, open, onOpenChange }: FundTogetherDialogProps) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const format = useFormat();
  const feeWords = useFeeWords();
  const explain = useErrorText();
  const formId = useFormId();
  const [tries, setTries] = useState(0);
  const [method, setMethod] = useState<string | null>();
  // After the bank's refusal the next try is another payment.
  const requestKey = useIntentKey(`${open} ${tries}`);
  const [picked, setPicked] = useState<string[] | null>(null);
  const list = useQuery({
    ...api.payments.toFund.queryOptions(contractIds ? { contractIds: [...contractIds] } : {}),
    enabled: open,
    staleTime: 0,
  });
  const rows = list.data ?? [];
  const chosen = (picked ?? start ?? all(rows)).filter((id) => rows.some((row) => row.milestoneId === id));
  const [milestoneId = '', ...also] = chosen;
  const picks = rows.filter((row) => chosen.includes(row.milestoneId));
  const quote = useQuery({
    ...api.payments.quote.queryOptions({ milestoneId, also }),
    enabled: open && chosen.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const pay = trpc.payments.pay.useMutation(withRequestKey(requestKey));
  const { leaving, leaveFor } = useLeaving();
  useEffect(() => {
    if (open) return;
    pay.reset();
    setPicked(null);
    setMethod(undefined);
    // Only a change of `open` counts.
    // oxlint-disable-next-line exhaustive-deps
  }, [open]);
  const needsBilling = appError(quote.error)?.code === 'billing.incomplete';
  const mayEditBilling = usePermitted('billing.edit') === true;
  const bill = quote.data && chosen.length > 0 && !quote.isError ? quote.data : null;
  const ready = bill !== null && !quote.isPlaceholderData;
  const code = appError(pay.error)?.code;
  const choice = usePayChoice(bill?.currency ?? 'EUR', method, open && bill !== null);

  const begin = async () => {
    if (!ready) return;
    try {
      const saved = choice.method ? { methodId: choice.method.id } : {};
      leaveFor((await pay.mutateAsync({ milestoneId, also, quoteId: bill.id, ...saved })).url);
    } catch (error) {
      if (appError(error)?.code === 'payment.declined') setTries((before) => before + 1);
      await Promise.all([list.refetch(), quote.refetch(), api.escrow.invalidate()]);
    }
  };
  const sum = (amount: number) => ({ amount, currency: bill!.currency });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      pending={pay.isPending || leaving}
      title={t('together.title')}
      closeLabel={common('action.close')}
      footer={
        needsBilling ? (
          <>
            <Button onClick={() => onOpenChange(false)}>{common('action.cancel')}</Button>
            {mayEditBilling ? (
              <Button variant="ink" type="submit" form={formId}>
                {t('fund.saveBilling')}
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button aria-disabled={pay.isPending || leaving || undefined} onClick={() => onOpenChange(false)}>
              {common('action.cancel')}
            </Button>
            <Button
              variant="money"
              pending={pay.isPending || leaving}
              aria-disabled={!ready || undefined}
              onClick={() => void begin()}
            >
              {picks[0] ? (
                <PayLabel
                  method={choice.method}
                  amount={format.money({
                    amount: bill && ready ? bill.total : picks.reduce((total, row) => total + row.total, 0),
                    currency: picks[0].currency,
                  })}
                />
              ) : (
                t('together.button')
              )}
            </Button>
          </>
        )
      }
    >
      {needsBilling ? (
        mayEditBilling ? (
          <BillingForm id={formId} onSaved={() => void quote.refetch()} />
        ) : (
          <RequestBilling />
        )
      ) : list.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : list.isError ? (
        <ErrorState error={list.error} moneySafe onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p>{t('together.empty')}</p>
      ) : (
        <div className="grid gap-4">
          {pay.error ? (
            <Alert tone="problem" action={<NextStepLink code={code} />}>
              {explain(pay.error)}
            </Alert>
          ) : null}
          <p className="text-sm text-muted-foreground">{t('together.text')}</p>
          <FundableList rows={rows} chosen={chosen} onChosen={setPicked} />
          {chosen.length === 0 ? (
            <p role="status" className="text-sm text-muted-foreground">
              {t('together.none')}
            </p>
          ) : quote.isError ? (
            <Alert tone="problem" action={<NextStepLink code={appError(quote.error)?.code} />}>
              {explain(quote.error)}
            </Alert>
          ) : bill ? (
            <QuoteLines
              lines={[
                { id: 'price', label: t('line.price'), money: sum(bill.price) },
                {
                  id: 'fee',
                  label:
                    bill.feeBps === null
                      ? t('together.fees')
                      : t('line.fee', { percent: feeWords({ ...bill, feeBps: bill.feeBps }) }),
                  money: sum(bill.fee),
                },
                {
                  id: 'tax',
                  label: t('line.tax', {
                    percent: format.percent(bill.taxBps),
                    country: format.countryName(bill.taxCountry),
                  }),
                  money: sum(bill.tax),
                },
              ]}
              total={{ label: t('line.total'), money: sum(bill.total) }}
            />
          ) : (
            <PendingSkeleton as="panel" rows={2} />
          )}
          {bill
            ? picks.map(({ milestoneId: id, milestoneTitle, currency, live }) =>
                live ? (
                  <ReleaseLine
                    key={id}
                    milestone={picks.length > 1 ? milestoneTitle : undefined}
                    terms={{ amounts: live, clocks: live, currency }}
                  />
                ) : null,
              )
            : null}
          {bill ? <PayWith choice={choice} of={picks} onChosen={setMethod} /> : null}
          <WhoHolds of={picks} quote={bill} />
        </div>
      )}
    </Dialog>
  );
}

/** All that one payment can hold, in the currency of the first one. */
const all = (rows: readonly { milestoneId: string; currency: string }[]): string[] =>
  rows.filter((row) => row.currency === rows[0]?.currency).map((row) => row.milestoneId);
