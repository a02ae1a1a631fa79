import { useTranslation } from 'react-i18next';
import type { PayoutScheduleDto } from '../../../server/features/payouts/schema.ts';
import { SCHEDULES, type Schedule } from '../../../server/features/payouts/schedule/rules.ts';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { SelectField } from '@/components/form/SelectField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { MONTH_DAYS, weekdayNames } from '@/features/payouts/schedule-days.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

interface Fields {
  schedule: Schedule;
  weekday: string;
  monthDay: string;
  minimum: number | null;
}

const fieldsOf = ({ schedule, day, minimum }: PayoutScheduleDto): Fields => ({
  schedule,
  weekday: String(schedule === 'weekly' ? day : 5),
  monthDay: String(schedule === 'monthly' ? day : 1),
  minimum,
});

const dayOf = (values: Fields): number | null =>
  values.schedule === 'weekly'
    ? Number(values.weekday)
    : values.schedule === 'monthly'
      ? Number(values.monthDay)
      : null;

/** How often the platform pays out by itself, and from which sum on. */
export function ScheduleForm({ saved, onDone }: { saved: PayoutScheduleDto; onDone: () => void }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const form = useAppForm({
    schema: () =>
      import('@/features/payouts/checks.ts').then((check) => check.scheduleForm(saved.currency, saved.smallest)),
    defaultValues: fieldsOf(saved),
  });
  const save = trpc.payouts.saveSchedule.useMutation();
  const submit = async (values: Fields) => {
    await save.mutateAsync({ schedule: values.schedule, day: dayOf(values), minimum: values.minimum });
    form.reset(values);
    await api.payouts.invalidate();
    onDone();
  };
  const schedule = form.watch('schedule');
  return (
    <Form form={form} draft="payout-schedule" submitError={save.error} pending={save.isPending} onSubmit={submit}>
      <RadioField
        control={form.control}
        name="schedule"
        label={t('schedule.howOften')}
        columns={2}
        options={SCHEDULES.map((value) => ({ value, label: t(`schedule.mode.${value}`) }))}
      />
      {schedule === 'weekly' ? (
        <SelectField
          control={form.control}
          name="weekday"
          label={t('schedule.weekday')}
          options={weekdayNames().map((label, i) => ({ value: String(i + 1), label }))}
        />
      ) : null}
      {schedule === 'monthly' ? (
        <SelectField
          control={form.control}
          name="monthDay"
          label={t('schedule.monthDay')}
          hint={t('schedule.monthDayHint')}
          options={MONTH_DAYS.map((day) => ({ value: String(day), label: format.number(day) }))}
        />
      ) : null}
      {schedule === 'manual' ? null : (
        <MoneyField
          control={form.control}
          name="minimum"
          label={t('schedule.minimum')}
          hint={t('schedule.minimumHint', {
            smallest: format.money({ amount: saved.smallest, currency: saved.currency }),
          })}
          currency={saved.currency}
          optional
        />
      )}
      <div>
        <Button type="submit" variant="ink" pending={save.isPending}>
          {t('schedule.save')}
        </Button>
      </div>
    </Form>
  );
}
