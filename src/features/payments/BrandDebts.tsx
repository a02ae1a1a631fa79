import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { BrandDebts as Owed } from '../../../server/features/payments/schema.ts';
import { CsvLink } from '@/components/money/CsvLink.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { cn } from '@/lib/cn.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/**
 * What the brand owes, why, and the way to pay it; nothing where nothing is owed, or nothing of the milestone `about`: a payment
 * is of all that is owed.
 */
export function BrandDebts({ about, className }: { about?: string; className?: string }) {
  const { t } = useTranslation('debts');
  const seesSums = usePermitted('money.view') === true;
  const query = useQuery(api.payments.debts.queryOptions());
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('loadFailed')} moneySafe onRetry={() => void query.refetch()} />;
  const { items = [], totals = [], mayPay = false } = query.data ?? {};
  if (!items.some(({ milestoneId }) => about === undefined || milestoneId === about)) return null;
  return (
    <section id="debts" aria-labelledby="debts-title" className={cn('mb-8 scroll-mt-20', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="debts-title" className="heading-section">
          {t('title')}
        </h2>
        {about === undefined && seesSums ? <CsvLink list="debts" /> : null}
      </div>
      <p className="mt-1 mb-4 text-sm text-muted-foreground">{t('text')}</p>
      <ul className="grid gap-3">
        {items.map((debt) => (
          <Debt key={debt.id} debt={debt} />
        ))}
      </ul>
      <div className="mt-4 grid gap-3">
        {totals.map((total) => (
          <Total key={total.currency} total={total} mayPay={mayPay} />
        ))}
      </div>
    </section>
  );
}

function Debt({ debt }: { debt: Owed['items'][number] }) {
  const { t } = useTranslation('debts');
  const format = useFormat();
  return (
    <li className="flex items-baseline justify-between gap-x-4 border-b border-border pb-3">
      <span className="min-w-0">
        {debt.milestoneId ? (
          <Link to="/payments/$milestoneId" params={{ milestoneId: debt.milestoneId }} className="link">
            <bdi>{debt.milestone}</bdi> · <bdi>{debt.title}</bdi>
          </Link>
        ) : (
          t('noDeal')
        )}
        <span className="block text-sm text-muted-foreground">
          {t(`why.${debt.why}`, { date: format.date(debt.openedAt) })}
          {debt.waits ? ` ${t('waits')}` : null}
        </span>
      </span>
      <MoneyText money={{ amount: debt.owed, currency: debt.currency }} className="shrink-0" />
    </li>
  );
}

function Total({ total, mayPay }: { total: Owed['totals'][number]; mayPay: boolean }) {
  const { t } = useTranslation('debts');
  const format = useFormat();
  const explain = useErrorText();
  const { currency, amount } = total;
  const pay = trpc.payments.payDebts.useMutation({
    onSuccess: ({ url }) => window.location.assign(url),
    onError: () => api.payments.debts.invalidate(),
  });
  return (
    <div className="grid justify-items-start gap-2">
      {total.payment === 'open' ? <p className="text-sm text-muted-foreground">{t('underWay')}</p> : null}
      {total.payment === 'refused' ? <Alert tone="caution">{t('refused')}</Alert> : null}
      {total.until ? (
        <Alert>{t('processing', { date: format.date(total.until) })}</Alert>
      ) : !total.payable ? (
        <p className="text-sm text-muted-foreground">{t('tooSmall')}</p>
      ) : mayPay ? (
        <Button variant="money" pending={pay.isPending} onClick={() => pay.mutate({ currency, amount })}>
          {t(total.payment === 'open' ? 'goOn' : 'pay', { amount: format.money({ amount, currency }) })}
        </Button>
      ) : (
        <p className="text-sm text-muted-foreground">{t('mayNotPay')}</p>
      )}
      {pay.error ? <Alert tone="problem">{explain(pay.error)}</Alert> : null}
    </div>
  );
}
