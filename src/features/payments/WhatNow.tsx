import { CalendarPlus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ADDRESSES } from '../../../server/core/addresses.ts';
import { disputeLimit } from '../../../server/features/disputes/rules.ts';
import type { PaymentLine, PaymentStatus } from '../../../server/features/payments/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import type { CalendarDeadline } from '@/components/time/calendar-file.ts';
import { creatorsOf, priceOf, workOf } from '@/features/payments/paid-lines.ts';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

/** After a payment: who delivers until when, how long the review takes, and when the money is returned otherwise. */
export function WhatNow({ payment, funded }: { payment: PaymentStatus; funded: readonly PaymentLine[] }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const duration = useDurationText();
  const together = payment.lines.length > 1;
  const work = workOf(funded);
  const windows = [...new Set(work.map((line) => line.reviewWindow))];
  return (
    <section aria-labelledby="what-now">
      <h2 id="what-now" className="heading-section">
        {t('next.title')}
      </h2>
      <ol className="mt-2 grid list-decimal gap-1.5 ps-5">
        {funded.map((line) => (
          <li key={line.milestoneId}>
            <ForLine line={line} named={together}>
              {line.bonus ? (
                t('next.bonus', { name: line.creator.name })
              ) : (
                <>
                  {t('next.deliver', { name: line.creator.name })}{' '}
                  <DateText value={line.dueAt} className="font-semibold" />
                </>
              )}
              {together && !line.bonus ? (
                <CalendarButton line={line} named variant="quiet" size="small" className="align-middle" />
              ) : null}
              {windows.length > 1 && !line.bonus ? (
                <span className="block text-muted-foreground">
                  {t('next.review', { time: duration(line.reviewWindow) })}
                </span>
              ) : null}
            </ForLine>
          </li>
        ))}
        {windows.length === 1 ? <li>{t('next.review', { time: duration(windows[0]!) })}</li> : null}
        {work.length > 0 ? (
          <li>
            {t('next.nothing', {
              amount: format.money({ amount: priceOf(work), currency: payment.currency }),
              name: format.list(creatorsOf(work)),
            })}
          </li>
        ) : null}
        {payment.holdExpiresAt && work.length > 0 ? (
          <>
            <li>
              {t('next.cap')} <DateText value={payment.holdExpiresAt} as="day" />
            </li>
            <li>
              {t('next.capDisputed')} <DateText value={disputeLimit(payment.holdExpiresAt)} as="day" />
            </li>
          </>
        ) : null}
      </ol>
    </section>
  );
}

/** What concerns one line; named where there are several. */
function ForLine({ line, named, children }: { line: PaymentLine; named: boolean; children: ReactNode }) {
  return (
    <>
      {named ? (
        <>
          <bdi>{line.milestoneTitle}</bdi>
          {': '}
        </>
      ) : null}
      {children}
    </>
  );
}

export function CalendarButton({
  line,
  named = false,
  ...button
}: { line: PaymentLine; named?: boolean } & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const label = common('action.addToCalendar');
  return (
    <Button
      {...button}
      aria-label={named ? `${label}: ${line.milestoneTitle}` : undefined}
      onClick={() =>
        void addToCalendar({
          id: line.milestoneId,
          summary: t('next.calendar', { milestone: line.milestoneTitle, name: line.creator.name }),
          at: line.dueAt,
          path: ADDRESSES.deal(line.contractId),
        })
      }
    >
      <CalendarPlus aria-hidden />
      {label}
    </Button>
  );
}

async function addToCalendar(deadline: CalendarDeadline): Promise<void> {
  const { downloadDeadline } = await import('@/components/time/calendar-file.ts');
  downloadDeadline(deadline);
}
