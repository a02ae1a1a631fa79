import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FundableRow, QuoteDto } from '../../../server/features/payments/schema.ts';
import { FundableList } from '@/components/deal/FundableList.tsx';
import { MissingBilling, MissingBillingFooter } from '@/components/deal/MissingBilling.tsx';
import { PayFooter } from '@/components/deal/PayFooter.tsx';
import { type PayChoice, PayLabel, PayWith, usePayChoice } from '@/components/deal/PayWith.tsx';
import { QuoteBill } from '@/components/deal/QuoteBill.tsx';
import { useFundPayment } from '@/components/deal/use-fund-payment.ts';
import { WhoHolds } from '@/components/deal/WhoHolds.tsx';
import { useFormId } from '@/components/form/Form.tsx';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, appError } from '@/lib/trpc.ts';
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
  const { t: words } = useTranslation('money');
  const format = useFormat();
  const formId = useFormId();
  const payment = useFundPayment(open);
  const [picked, setPicked] = useState<string[] | null>(null);
  useEffect(() => {
    if (!open) setPicked(null);
  }, [open]);
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
  const needsBilling = appError(quote.error)?.code === 'billing.incomplete';
  const bill = quote.data && chosen.length > 0 && !quote.isError ? quote.data : null;
  const ready = bill !== null && !quote.isPlaceholderData;
  const choice = usePayChoice(bill?.currency ?? 'EUR', payment.chosen, open && bill !== null);
  const total = bill && ready ? bill.total : picks.reduce((sum, row) => sum + row.total, 0);
  const close = () => onOpenChange(false);

  const pay = async () => {
    if (!ready) return;
    const saved = choice.method ? { methodId: choice.method.id } : {};
    await payment.begin({ milestoneId, also, quoteId: bill.id, ...saved }, () =>
      Promise.all([list.refetch(), quote.refetch(), api.escrow.invalidate()]),
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      pending={payment.pending}
      title={words('together')}
      closeLabel={common('action.close')}
      footer={
        needsBilling ? (
          <MissingBillingFooter formId={formId} onCancel={close} />
        ) : (
          <PayFooter pending={payment.pending} ready={ready} onCancel={close} onPay={() => void pay()}>
            {picks[0] ? (
              <PayLabel method={choice.method} amount={format.money({ amount: total, currency: picks[0].currency })} />
            ) : (
              t('together.button')
            )}
          </PayFooter>
        )
      }
    >
      {needsBilling ? (
        <MissingBilling formId={formId} onSaved={() => void quote.refetch()} />
      ) : list.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : list.isError ? (
        <ErrorState error={list.error} moneySafe onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p>{t('together.empty')}</p>
      ) : (
        <div className="grid gap-4">
          <RefusalAlert error={payment.error} />
          <p className="text-sm text-muted-foreground">{t('together.text')}</p>
          <FundableList rows={rows} chosen={chosen} onChosen={setPicked} />
          <BillOf picks={picks} bill={bill} refused={quote.error} choice={choice} onChoice={payment.setChosen} />
        </div>
      )}
    </Dialog>
  );
}

interface BillOfProps {
  picks: readonly FundableRow[];
  bill: QuoteDto | null;
  refused: unknown;
  choice: PayChoice;
  onChoice: (methodId: string | null) => void;
}

/** What the milestones that are picked cost, when their money is released, and what it is paid with. */
function BillOf({ picks, bill, refused, choice, onChoice }: BillOfProps) {
  const { t } = useTranslation('payments');
  return (
    <>
      {picks.length === 0 ? (
        <p role="status" className="text-sm text-muted-foreground">
          {t('together.none')}
        </p>
      ) : refused ? (
        <RefusalAlert error={refused} />
      ) : bill ? (
        <QuoteBill quote={bill} />
      ) : (
        <PendingSkeleton as="panel" rows={2} />
      )}
      {bill
        ? picks.map(({ milestoneId, milestoneTitle, currency, live }) =>
            live ? (
              <ReleaseLine
                key={milestoneId}
                milestone={picks.length > 1 ? milestoneTitle : undefined}
                terms={{ amounts: live, clocks: live, currency }}
              />
            ) : null,
          )
        : null}
      {bill ? <PayWith choice={choice} of={picks} onChosen={onChoice} /> : null}
      <WhoHolds of={picks} quote={bill} />
    </>
  );
}

/** All that one payment can hold, in the currency of the first one. */
const all = (rows: readonly FundableRow[]): string[] =>
  rows.filter((row) => row.currency === rows[0]?.currency).map((row) => row.milestoneId);
