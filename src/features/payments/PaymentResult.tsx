import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentLine, PaymentStatus } from '../../../server/features/payments/schema.ts';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { creatorsOf, priceOf, workOf } from '@/features/payments/paid-lines.ts';
import { type PaymentOutcome, outcomeOf } from '@/features/payments/payment-outcome.ts';
import { CalendarButton, WhatNow } from '@/features/payments/WhatNow.tsx';
import { useFormat } from '@/lib/format.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { cardName } from '../../../server/core/masked-number.ts';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { useLive } from '@/lib/live.ts';
import { isNoRecord } from '@/lib/app-error.ts';
import { api, appError } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** The provider answers within seconds; after a minute the result follows by mail. */
const POLL_MS = 1500;
const PATIENCE_MS = 60_000;

/** Refusals with their own advice (`payments:failure.<code>`); the rest share one. */
const FAILURES = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authentication_required',
] as const;

/** A holder who declined on the bank's page has not confirmed. */
const failureOf = (code: string | null): string | null =>
  code === 'payment_intent_authentication_failure' ? 'authentication_required' : code;

const TAG: Record<PaymentOutcome, MoneyState> = {
  confirming: 'unknown',
  processing: 'releasing',
  open: 'awaiting',
  funded: 'held',
  alreadyPaid: 'held',
  failed: 'disputed',
  expired: 'awaiting',
  refundedLate: 'refunded',
};

const GaveUpPayment = lazyNamed(
  async () => (await Promise.all([import('@/components/deal/GaveUpPayment.tsx'), loadTexts('deals')]))[0],
  'GaveUpPayment',
);

export interface PaymentResultProps {
  paymentId: string | undefined;
  /** Its page was left by "cancel". */
  gaveUp: boolean;
  onGaveUp: () => void;
}

/** The result of a payment: never read from the address, always from our ledger and the provider. */
export function PaymentResult({ paymentId, gaveUp, onGaveUp }: PaymentResultProps) {
  const { t } = useTranslation('payments');
  const [left] = useState(gaveUp);
  const waited = useWaited(PATIENCE_MS);
  const query = useQuery({
    ...api.payments.status.queryOptions({ paymentId: paymentId ?? '' }),
    enabled: paymentId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && outcomeOf(shownLine(state.data), waited) === 'confirming' ? POLL_MS : false,
  });
  useLive(query.data ? [...new Set(query.data.lines.map((line) => `contract:${line.contractId}`))] : null);
  if (paymentId === undefined || appError(query.error)?.code === 'payment.not_found' || isNoRecord(query.error))
    return <UnknownPayment />;
  if (query.isPending) return <PendingSkeleton as="page" rows={3} />;
  if (query.isError && !query.data)
    return (
      <ErrorState page error={query.error} title={t('result.failedToLoad')} onRetry={() => void query.refetch()} />
    );
  return (
    <>
      {left ? (
        <Suspense fallback={null}>
          <div className="mb-4 max-w-180">
            <GaveUpPayment paymentId={paymentId} onHandled={onGaveUp} />
          </div>
        </Suspense>
      ) : null}
      <Answer payment={query.data} outcome={outcomeOf(shownLine(query.data), waited)} />
    </>
  );
}

/** A line of a joint payment can go back while the others are funded: the payment is what came of the others. */
const shownLine = ({ lines }: PaymentStatus): PaymentLine => lines.find((line) => line.state === 'paid') ?? lines[0]!;
const isSecured = (outcome: PaymentOutcome): boolean => outcome === 'funded' || outcome === 'alreadyPaid';
const wentBack = ({ state }: PaymentLine): boolean => state === 'refunding' || state === 'refunded';

function Answer({ payment, outcome }: { payment: PaymentStatus; outcome: PaymentOutcome }) {
  const { t } = useTranslation('money');
  const secured = isSecured(outcome);
  const funded = secured ? payment.lines.filter((line) => !wentBack(line)) : payment.lines;
  return (
    <div className="max-w-180">
      <Heading payment={payment} outcome={outcome} funded={funded} />
      <div className="mt-6 grid gap-7">
        <Bill payment={payment} secured={secured} />
        {payment.receipt ? (
          <p className="text-sm">
            {t('document.receipt')} <DocumentLink document={payment.receipt} />
          </p>
        ) : null}
        {secured ? <WhatNow payment={payment} funded={funded} /> : null}
        <Actions payment={payment} outcome={outcome} funded={funded} />
      </div>
    </div>
  );
}

interface PartProps {
  payment: PaymentStatus;
  outcome: PaymentOutcome;
  /** Lines whose money stays in escrow; all of them as long as nothing is. */
  funded: readonly PaymentLine[];
}

function Heading({ payment, outcome, funded }: PartProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { lines, currency } = payment;
  const creators = creatorsOf(funded);
  const values = {
    amount: format.money({ amount: priceOf(funded), currency }),
    total: format.money({ amount: payment.total, currency }),
    name: format.list(creators),
  };
  const failure = FAILURES.find((code) => code === failureOf(payment.failureCode)) ?? 'other';
  return (
    <PageHeader
      crumbs={[
        { label: t('title'), link: { to: '/payments' } },
        { label: lines.length > 1 ? t('together.paidWith') : payment.milestoneTitle },
      ]}
      title={<span aria-live="polite">{t(`result.${outcome}.title`, values)}</span>}
      documentTitle={t('result.name')}
      tag={<MoneyStateTag state={TAG[outcome]} label={t(`result.${outcome}.tag`)} />}
      status={
        outcome === 'failed'
          ? t(`failure.${failure}`)
          : outcome !== 'funded' && outcome !== 'processing'
            ? t(`result.${outcome}.text`, values)
            : funded.every((line) => line.bonus)
              ? t(`result.${outcome}Bonus`, values)
              : creators.length > 1
                ? t(`result.${outcome}Together`)
                : t(`result.${outcome}.text`, values)
      }
    />
  );
}

function Bill({ payment, secured }: { payment: PaymentStatus; secured: boolean }) {
  const { t } = useTranslation('payments');
  const money = (amount: number) => ({ amount, currency: payment.currency });
  return (
    <QuoteLines
      lines={[
        ...payment.lines.map((line) => ({
          id: line.milestoneId,
          label: t(secured && wentBack(line) ? 'result.lineReturned' : 'result.price', {
            milestone: line.milestoneTitle,
            name: line.creator.name,
          }),
          money: money(line.price),
        })),
        { id: 'fee', label: t('result.fee'), money: money(payment.fee) },
        { id: 'tax', label: t('result.tax'), money: money(payment.tax) },
      ]}
      total={{
        label: payment.paidAt ? (
          <>
            {t('result.paid')} <DateText value={payment.paidAt} className="font-normal text-muted-foreground" />
            {payment.cardLast4 ? (
              // The margin is on the line's own side, in whatever direction the number reads.
              <span className="ms-2 font-normal whitespace-nowrap text-muted-foreground">
                <bdi dir="ltr">{cardName(payment.cardBrand, payment.cardLast4)}</bdi>
              </span>
            ) : null}
          </>
        ) : (
          t('result.toPay')
        ),
        money: money(payment.total),
      }}
    />
  );
}

function Actions({ payment, outcome, funded }: PartProps) {
  const { t } = useTranslation('payments');
  const together = payment.lines.length > 1;
  const deals = dealsOf(funded);
  const unpaid = outcome === 'failed' || outcome === 'expired';
  return (
    <div className="flex flex-wrap gap-2">
      {outcome === 'open' && payment.url ? (
        <Button asChild variant="ink">
          <a href={payment.url}>{t('result.continue')}</a>
        </Button>
      ) : null}
      {unpaid && together ? (
        <Button asChild variant="ink">
          <Link to="/payments" search={{ state: 'awaiting' }}>
            {t('result.tryOther')}
          </Link>
        </Button>
      ) : (
        deals.map(({ contractId, dealTitle }) => (
          <Button
            key={contractId}
            asChild
            variant={deals.length > 1 || (outcome === 'open' && payment.url) ? 'outline' : 'ink'}
          >
            <Link to="/smart-contracts/$contractId" params={{ contractId }}>
              <span>
                {t(unpaid ? 'result.tryOther' : 'result.openDeal')}
                {together ? (
                  <>
                    {': '}
                    <bdi>{dealTitle}</bdi>
                  </>
                ) : null}
              </span>
            </Link>
          </Button>
        ))
      )}
      {isSecured(outcome) && !together
        ? workOf(funded).map((line) => <CalendarButton key={line.milestoneId} line={line} />)
        : null}
    </div>
  );
}

/** Each deal of the lines once. */
const dealsOf = (lines: readonly PaymentLine[]): PaymentLine[] =>
  lines.filter((line, i) => lines.findIndex((other) => other.contractId === line.contractId) === i);

/** An unknown payment and one of another org look the same. */
function UnknownPayment() {
  const { t } = useTranslation('payments');
  return (
    <>
      <PageHeader title={t('result.unknown.title')} status={t('result.unknown.text')} />
      <Button asChild variant="ink" className="mt-5">
        <Link to="/payments">{t('result.unknown.action')}</Link>
      </Button>
    </>
  );
}

/** How long this page has been waiting, in the steps that change its text. */
function useWaited(untilMs: number): number {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => {
      const passed = Date.now() - start;
      setWaited(passed);
      if (passed > untilMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return waited;
}
