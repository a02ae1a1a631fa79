import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FundableList } from '@/components/deal/FundableList.tsx';
import { FundSeveralButton } from '@/components/deal/FundSeveralButton.tsx';
import { PaymentsWait } from '@/components/money/PaymentsWait.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** Milestones that can be paid now, above the list of those that await their payment. */
export function ToFundPanel() {
  const { t } = useTranslation('payments');
  const { t: moneyTexts } = useTranslation('money');
  const format = useFormat();
  const [chosen, setChosen] = useState<string[]>([]);
  const query = useQuery({ ...api.payments.toFund.queryOptions({}), staleTime: 0 });
  if (query.isPending) return <PendingSkeleton as="panel" rows={2} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} moneySafe onRetry={() => void query.refetch()} />;
  const rows = query.data;
  if (rows.length === 0) return null;
  const picked = rows.filter((row) => chosen.includes(row.milestoneId));
  const [first] = picked;
  return (
    <section aria-labelledby="to-fund" className="mt-4 rounded-lg border border-border bg-card p-4.5">
      <h2 id="to-fund" className="heading-section">
        {t('together.panel')}
      </h2>
      <p className="mb-3 text-sm text-muted-foreground">{t('together.text')}</p>
      <PaymentsWait className="mb-3" />
      <FundableList rows={rows} chosen={chosen} onChosen={setChosen} />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <FundSeveralButton variant="money" start={picked.map((row) => row.milestoneId)} disabled={first === undefined}>
          {first
            ? moneyTexts('fund.button', {
                amount: format.money({
                  amount: picked.reduce((sum, row) => sum + row.total, 0),
                  currency: first.currency,
                }),
              })
            : t('together.button')}
        </FundSeveralButton>
        {first ? null : <span className="text-sm text-muted-foreground">{t('together.none')}</span>}
      </div>
    </section>
  );
}
