import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayoutScheduleDto } from '../../../server/features/payouts/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { weekdayNames } from '@/features/payouts/schedule-days.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const ScheduleForm = lazyNamed(() => import('@/features/payouts/ScheduleForm.tsx'), 'ScheduleForm');

/** When the platform pays out by itself, and the way to change it. */
export function PayoutSchedule({ schedule, canManage }: { schedule: PayoutScheduleDto; canManage: boolean }) {
  const { t } = useTranslation('payouts');
  const { t: common } = useTranslation();
  const format = useFormat();
  const explain = useErrorText();
  const [open, setOpen] = useState(false);
  const resume = trpc.payouts.saveSchedule.useMutation({ onSettled: () => api.payouts.invalidate() });
  const { currency, day, minimum, smallest } = schedule;
  const words = {
    minimum: format.money({ amount: minimum ?? smallest, currency }),
    day: schedule.schedule === 'weekly' ? (weekdayNames()[(day ?? 1) - 1] ?? '') : format.number(day ?? 1),
  };
  return (
    <section aria-labelledby="payout-schedule">
      <h2 id="payout-schedule" className="heading-section">
        {t('schedule.title')}
      </h2>
      <p className="mt-1 max-w-60ch text-ui">{t(`schedule.text.${schedule.schedule}`, words)}</p>
      {schedule.nextAt ? (
        <p className="mt-1 text-sm text-muted-foreground">
          {t('schedule.next')} <DateText value={schedule.nextAt} className="font-medium text-foreground" />
        </p>
      ) : null}
      {schedule.stoppedAt ? (
        <Alert
          tone="problem"
          className="mt-3"
          title={t('schedule.stoppedTitle')}
          action={
            canManage ? (
              <Button
                pending={resume.isPending}
                onClick={() => resume.mutate({ schedule: schedule.schedule, day, minimum })}
              >
                {t('schedule.resume')}
              </Button>
            ) : undefined
          }
        >
          {resume.error ? explain(resume.error) : t('schedule.stopped')}
        </Alert>
      ) : null}
      {canManage ? (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {t('schedule.change')}
        </Button>
      ) : (
        <p className="mt-2 text-sm text-muted-foreground">{codeText('auth.not_allowed')}</p>
      )}
      <Dialog open={open} onOpenChange={setOpen} title={t('schedule.title')} closeLabel={common('action.close')}>
        <Suspense fallback={null}>
          <ScheduleForm saved={schedule} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </section>
  );
}
