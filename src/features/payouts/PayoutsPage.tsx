import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutOverview } from '../../../server/features/payouts/schema.ts';
import { CsvLink } from '@/components/money/CsvLink.tsx';
import { IncomingStrip } from '@/components/money/IncomingStrip.tsx';
import { PaymentsPaused } from '@/components/money/PaymentsPaused.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Earnings } from '@/features/payouts/Earnings.tsx';
import { PaidPerMonth } from '@/features/payouts/PaidPerMonth.tsx';
import { PayoutAccount } from '@/features/payouts/PayoutAccount.tsx';
import { PayeeDocuments } from '@/features/payouts/PayeeDocuments.tsx';
import { PayOutButton } from '@/features/payouts/PayOutButton.tsx';
import { PayoutSchedule } from '@/features/payouts/PayoutSchedule.tsx';
import { headingOf } from '@/features/payouts/payout-states.ts';
import { PayoutTable } from '@/features/payouts/PayoutTable.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { useFormat } from '@/lib/format.ts';
import { maskedNumber } from '../../../server/core/masked-number.ts';
import type { Persona } from '@/lib/screens.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface PayoutsPageProps {
  persona: Persona;
  /** Set when the user returns from the provider's form. */
  onboarding: 'done' | 'again' | undefined;
  onHandled: () => void;
}

/** Earned money on its way to a bank: how long each step takes, and why. */
export function PayoutsPage({ persona, onboarding, onHandled }: PayoutsPageProps) {
  const { t } = useTranslation('payouts');
  const { t: screens } = useTranslation('screens');
  const query = useQuery({
    ...api.payouts.overview.queryOptions(),
    // No event marks the end of a new bank account's waiting period: the account is read again at that time.
    refetchInterval: ({ state }) => {
      const ends = (state.data?.account.banks ?? []).flatMap(({ coolingUntil }) => coolingUntil?.getTime() ?? []);
      return ends.length > 0 ? Math.max(Math.min(...ends) - serverNow(), 0) + 500 : false;
    },
  });
  const refused = useReturnFromForm(onboarding, onHandled);
  const title = screens('titles.payouts');
  if (query.isPending) return <PendingSkeleton as="page" rows={6} />;
  if (query.isError && !query.data) {
    return (
      <>
        <PageHeader title={title} />
        <ErrorState error={query.error} title={t('loadFailed')} moneySafe onRetry={() => void query.refetch()} />
      </>
    );
  }
  return (
    <>
      <Heading overview={query.data} title={title} />
      {refused ? (
        <Alert tone="problem" className="mt-4">
          {refused}
        </Alert>
      ) : null}
      <Body overview={query.data} persona={persona} />
    </>
  );
}

function Heading({ overview, title }: { overview: PayoutOverview; title: string }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const onTheWay = overview.payouts.find(
    ({ state }) => state === 'in_transit' || state === 'claimed' || state === 'unknown',
  );
  const money = onTheWay ? format.money({ amount: onTheWay.amount, currency: onTheWay.currency }) : '';
  const bank = onTheWay?.bankLast4 ? isolateBidi(maskedNumber(onTheWay.bankLast4)) : '';
  return (
    <PageHeader
      documentTitle={title}
      title={onTheWay ? t(`heading.${headingOf(onTheWay)}`, { amount: money }) : t('heading.calm')}
      status={
        onTheWay?.waitsUntil
          ? t('waits.text', { date: format.dateTime(onTheWay.waitsUntil) })
          : onTheWay
            ? [
                t('heading.requested', { date: format.date(onTheWay.createdAt), bank }),
                onTheWay.state === 'unknown'
                  ? t('heading.unknownText')
                  : onTheWay.expectedAt
                    ? t('heading.expected', { date: format.date(onTheWay.expectedAt) })
                    : t('heading.banksTakeTime'),
              ].join(' ')
            : t('heading.status')
      }
      actions={
        <>
          <Button asChild variant="quiet" className="max-sm:-ms-2.5">
            <Link to="/payment-settings">{t('heading.settings')}</Link>
          </Button>
          {overview.perCurrency
            .filter(({ available }) => available > 0)
            .map((sums) => (
              <PayOutButton key={sums.currency} sums={sums} account={overview.account} />
            ))}
        </>
      }
    />
  );
}

function Body({ overview, persona }: { overview: PayoutOverview; persona: Persona }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const { account, perCurrency, months, schedule, years, reportedYears } = overview;
  const { rows: earnings, more: moreEarnings } = useShowMore(overview.earnings, overview.more.earnings, (after) =>
    api.payouts.earnings.queryOptions({ after }),
  );
  const { rows: payouts, more: morePayouts } = useShowMore(overview.payouts, overview.more.payouts, (after) =>
    api.payouts.list.queryOptions({ after }),
  );
  const needsBank = account.state !== 'enabled';
  const waiting = perCurrency
    .filter(({ inReview, clearing, available, inTransit }) => inReview + clearing + available + inTransit > 0)
    .map(({ currency }) => currency);
  return (
    <>
      <PaymentsPaused currencies={waiting} className="mt-5" />
      {perCurrency.map(({ held, inTransit, minimum, ...sums }) => (
        <IncomingStrip
          key={sums.currency}
          className="mt-5"
          sums={{ ...sums, secured: held, onTheWay: inTransit }}
          minimum={minimum}
          agency={persona === 'agency'}
        />
      ))}
      {overview.taxMissing ? (
        <Alert
          tone={overview.taxMissing.waitsFrom ? 'problem' : 'note'}
          className="mt-7"
          title={t('tax.missingTitle')}
          action={
            <Button asChild>
              <Link to="/payment-settings">{t('tax.open')}</Link>
            </Button>
          }
        >
          {overview.taxMissing.waitsFrom
            ? t('tax.waits', { date: format.date(overview.taxMissing.waitsFrom) })
            : t('tax.asked')}
        </Alert>
      ) : null}
      {needsBank ? (
        <section aria-labelledby="connect-bank" className="mt-7 rounded-lg border border-border-strong bg-card p-5">
          <h2 id="connect-bank" className="heading-section mb-2">
            {t(account.state === 'none' ? 'account.connectTitle' : 'account.title')}
          </h2>
          <PayoutAccount account={account} />
        </section>
      ) : null}
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_340px]">
        <section aria-labelledby="earnings" className="min-w-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 id="earnings" className="heading-section">
              {t('earnings.title')}
            </h2>
            <div className="flex flex-wrap items-baseline gap-x-3 sm:justify-end">
              <p className="text-sm text-muted-foreground">{t('earnings.note')}</p>
              {earnings.length > 0 ? <CsvLink list="earnings" /> : null}
            </div>
          </div>
          {earnings.length === 0 ? (
            <EmptyState
              title={t('earnings.empty')}
              action={
                <Button asChild>
                  <Link to="/campaigns">{t('earnings.find')}</Link>
                </Button>
              }
            >
              {t(persona === 'agency' ? 'earnings.emptyTextAgency' : 'earnings.emptyText')}
            </EmptyState>
          ) : (
            <Earnings earnings={earnings} />
          )}
          {moreEarnings}
        </section>
        <div className="grid content-start gap-8">
          {schedule ? <PayoutSchedule schedule={schedule} canManage={overview.canManage} /> : null}
          <PaidPerMonth months={months} fallback={perCurrency[0]?.currency ?? 'EUR'} />
        </div>
      </div>
      <section className="mt-10">
        <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="heading-section">{t('payouts.title')}</h2>
          {payouts.length > 0 ? <CsvLink list="payouts" /> : null}
        </div>
        {payouts.length === 0 ? (
          <EmptyState title={t('payouts.empty')}>{t('payouts.emptyText')}</EmptyState>
        ) : (
          <PayoutTable payouts={payouts} />
        )}
        {morePayouts}
      </section>
      <PayeeDocuments years={years} reportedYears={reportedYears} />
    </>
  );
}

/** Back from the provider: the account is read again; an expired link is replaced. */
function useReturnFromForm(onboarding: 'done' | 'again' | undefined, onHandled: () => void): string | null {
  const explain = useErrorText();
  const handled = useRef(false);
  const check = trpc.payouts.refreshAccount.useMutation({ onSettled: () => api.payouts.invalidate() });
  useEffect(() => {
    if (!onboarding || handled.current) return;
    handled.current = true;
    check.mutate();
    onHandled();
    // Once per return.
    // oxlint-disable-next-line exhaustive-deps
  }, [onboarding]);
  return check.error ? explain(check.error) : null;
}
