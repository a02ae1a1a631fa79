import { useTranslation } from 'react-i18next';
import type { Control } from 'react-hook-form';
import { CURRENCY_CODES } from '../../../server/core/money.ts';
import { LIMITED_ROLES, type LimitedRole } from '../../../server/features/orgs/rules.ts';
import type { ReleaseLimitsDto } from '../../../server/features/orgs/schema.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { sending } from '@/components/form/sending.ts';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { limitFields, toLimits, type LimitFields } from '@/features/payments/release-limits.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer, useFormStart } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** What managers and reviewers may release; the owner, admins and finance have no limit. */
export function ReleaseLimits() {
  const { t } = useTranslation('payments');
  const query = useFormStart(api.orgs.releaseLimits.queryOptions());
  return (
    <section aria-labelledby="release-limits" className="mt-10 border-t border-border pt-6">
      <h2 id="release-limits" className="heading-section">
        {t('limits.title')}
      </h2>
      <p className="mt-1 mb-5 max-w-60ch text-sm text-muted-foreground">{t('limits.text')}</p>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('limits.loadFailed')} onRetry={() => void query.refetch()} />
      ) : query.data.canEdit === true ? (
        <LimitsForm saved={query.data} />
      ) : (
        <LimitsText saved={query.data} />
      )}
    </section>
  );
}

/** For those who may not change them. */
function LimitsText({ saved }: { saved: ReleaseLimitsDto }) {
  const { t } = useTranslation('payments');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  // Renders again when the texts of refusals are there.
  useErrorText();
  return (
    <>
      <dl className="grid gap-2 text-ui">
        {LIMITED_ROLES.map((role) => {
          const limit = saved.limits[role];
          return (
            <div key={role} className="flex flex-wrap justify-between gap-2 border-b border-border py-2">
              <dt>{screens(`roles.${role}`)}</dt>
              <dd className="font-medium">
                {limit.mode === 'up_to'
                  ? t('limits.upToSum', { amount: format.money(limit) })
                  : t(`limits.${limit.mode}`)}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-3 text-sm text-muted-foreground">{codeText('auth.not_allowed')}</p>
    </>
  );
}

function LimitsForm({ saved }: { saved: ReleaseLimitsDto }) {
  const { t } = useTranslation('payments');
  const form = useAppForm({
    schema: () => import('@/features/payments/checks.ts').then((checks) => checks.limitsForm),
    defaultValues: limitFields(saved.limits),
  });
  const save = trpc.orgs.saveReleaseLimits.useMutation();
  const submit = async (input: LimitFields) => {
    const settle = sending(form);
    const answer = await save.mutateAsync(toLimits(input));
    keepAnswer(api.orgs.releaseLimits.queryOptions().queryKey, answer);
    settle(limitFields(answer.limits));
  };
  return (
    <Form form={form} submitError={save.error} pending={save.isPending} onSubmit={submit}>
      {save.isSuccess && !form.formState.isDirty ? <Alert tone="done">{t('limits.saved')}</Alert> : null}
      {LIMITED_ROLES.map((role) => (
        <RoleLimit
          key={role}
          role={role}
          fields={form.watch(role)}
          control={form.control}
          changed={saved.changed[role]}
        />
      ))}
      <div>
        <Button type="submit" variant="ink" pending={save.isPending}>
          {t('limits.save')}
        </Button>
      </div>
    </Form>
  );
}

function RoleLimit({
  role,
  fields,
  control,
  changed,
}: {
  role: LimitedRole;
  fields: LimitFields[LimitedRole];
  control: Control<LimitFields>;
  changed: ReleaseLimitsDto['changed'][LimitedRole];
}) {
  const { t } = useTranslation('payments');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  return (
    <div className="grid gap-3">
      <RadioField
        control={control}
        name={`${role}.mode`}
        label={screens(`roles.${role}`)}
        options={(['never', 'up_to', 'unlimited'] as const).map((mode) => ({
          value: mode,
          label: t(`limits.${mode}`),
        }))}
      />
      {fields.mode === 'up_to' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField control={control} name={`${role}.amount`} label={t('limits.amount')} currency={fields.currency} />
          <SelectField
            control={control}
            name={`${role}.currency`}
            label={t('limits.currency')}
            hint={t('limits.currencyHint')}
            options={CURRENCY_CODES.map((code) => ({ value: code, label: code }))}
          />
        </div>
      ) : null}
      {changed ? (
        <p className="text-sm text-muted-foreground">
          {changed.by
            ? t('limits.changedBy', { name: changed.by, date: format.dateTime(changed.at) })
            : t('limits.changed', { date: format.dateTime(changed.at) })}
        </p>
      ) : null}
    </div>
  );
}
