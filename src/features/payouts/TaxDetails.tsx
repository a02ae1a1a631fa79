import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TAX_STATUSES, type TaxStatus } from '../../../server/features/tax-profiles/rules.ts';
import type { TaxProfileDto } from '../../../server/features/tax-profiles/schema.ts';
import { BillingForm } from '@/components/billing/BillingForm.tsx';
import { CheckboxField, RadioField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { sending } from '@/components/form/sending.ts';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer, useFormStart } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

interface Fields {
  taxStatus: TaxStatus;
  taxBps: number | null;
  bornOn: string;
  registerNumber: string;
  selfBilling: boolean;
}

const fieldsOf = (profile: TaxProfileDto): Fields => ({
  taxStatus: profile.taxStatus,
  taxBps: profile.taxBps,
  bornOn: profile.bornOn ?? '',
  registerNumber: profile.registerNumber ?? '',
  selfBilling: profile.selfBilling,
});

/** A payee's invoice details, its tax details with what is missing, and its consent to invoices in its name. */
export function TaxDetails() {
  const { t } = useTranslation('payouts');
  const query = useFormStart(api.taxProfiles.get.queryOptions());
  const [billingSaved, setBillingSaved] = useState(false);
  return (
    <>
      <section aria-labelledby="invoice-details" className="mt-10 border-t border-border pt-6">
        <h2 id="invoice-details" className="heading-section">
          {t('tax.invoiceDetails')}
        </h2>
        <p className="mt-1 mb-4 max-w-60ch text-sm text-muted-foreground">{t('tax.invoiceDetailsText')}</p>
        {billingSaved ? (
          <Alert tone="done" className="mb-4">
            {t('tax.saved')}
          </Alert>
        ) : null}
        <BillingForm
          reported
          onSaved={() => {
            setBillingSaved(true);
            void api.taxProfiles.invalidate();
          }}
        />
      </section>
      <section id="tax" aria-labelledby="tax-details" className="mt-10 border-t border-border pt-6">
        <h2 id="tax-details" className="heading-section">
          {t('tax.title')}
        </h2>
        <p className="mt-1 mb-4 max-w-60ch text-sm text-muted-foreground">{t('tax.text')}</p>
        {query.isPending ? (
          <PendingSkeleton as="panel" rows={4} />
        ) : query.isError && !query.data ? (
          <ErrorState error={query.error} title={t('tax.loadFailed')} onRetry={() => void query.refetch()} />
        ) : (
          <TaxForm profile={query.data} />
        )}
      </section>
    </>
  );
}

/** What is missing, and by when. */
function Missing({ profile }: { profile: TaxProfileDto }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const { t: billing } = useTranslation('billing');
  if (profile.missing.length === 0) return <Alert tone="done">{t('tax.complete')}</Alert>;
  const own = profile.missing.flatMap((fact) =>
    fact === 'bornOn' || fact === 'registerNumber' ? [t(`tax.fact.${fact}`)] : [],
  );
  const above = profile.missing.flatMap((fact) =>
    fact === 'bornOn' || fact === 'registerNumber' ? [] : [billing(fact)],
  );
  return (
    <Alert tone={profile.waitsFrom ? 'problem' : 'note'} title={t('tax.missingTitle')}>
      {above.length > 0 ? <span className="block">{t('tax.missingAbove', { list: format.list(above) })}</span> : null}
      {own.length > 0 ? <span className="block">{t('tax.missingHere', { list: format.list(own) })}</span> : null}
      {profile.waitsFrom ? (
        <span className="block">{t('tax.waits', { date: format.date(profile.waitsFrom) })}</span>
      ) : null}
    </Alert>
  );
}

function TaxForm({ profile }: { profile: TaxProfileDto }) {
  const { t } = useTranslation('payouts');
  useErrorText();
  const format = useFormat();
  const form = useAppForm<Fields, Fields>({
    schema: () => import('@/features/payouts/checks.ts').then((checks) => checks.taxForm),
    defaultValues: fieldsOf(profile),
  });
  const save = trpc.taxProfiles.save.useMutation();
  const submit = async (fields: Fields) => {
    const settle = sending(form);
    const answer = await save.mutateAsync({
      selfBilling: fields.selfBilling,
      taxStatus: fields.taxStatus,
      taxBps: fields.taxStatus === 'registered' ? fields.taxBps : null,
      bornOn: fields.bornOn || null,
      registerNumber: fields.registerNumber || null,
    });
    keepAnswer(api.taxProfiles.get.queryOptions().queryKey, answer);
    settle(fieldsOf(answer));
    void api.payouts.invalidate();
  };
  const company = profile.businessType === 'company';
  const mayEdit = profile.canEdit === true;
  return (
    <Form form={form} draft="tax" submitError={save.error} pending={save.isPending} onSubmit={submit}>
      {save.isSuccess && !form.formState.isDirty ? <Alert tone="done">{t('tax.saved')}</Alert> : null}
      <Missing profile={profile} />
      {company ? (
        <TextField
          control={form.control}
          name="registerNumber"
          label={t('tax.fact.registerNumber')}
          maxLength={60}
          ltr
        />
      ) : (
        <TextField
          control={form.control}
          name="bornOn"
          type="date"
          label={t('tax.fact.bornOn')}
          hint={t('tax.bornOnHint')}
          autoComplete="bday"
          ltr
          className="max-w-70"
        />
      )}
      <RadioField
        control={form.control}
        name="taxStatus"
        label={t('tax.status')}
        options={TAX_STATUSES.map((value) => ({
          value,
          label: t(`tax.statuses.${value}`),
          hint: t(`tax.statusHints.${value}`),
        }))}
      />
      {form.watch('taxStatus') === 'registered' ? (
        <PercentField
          control={form.control}
          name="taxBps"
          label={t('tax.rate')}
          hint={t('tax.rateHint')}
          className="max-w-70"
        />
      ) : null}
      <CheckboxField
        control={form.control}
        name="selfBilling"
        label={t('tax.selfBilling')}
        hint={
          profile.selfBilling && profile.selfBillingAt
            ? t('tax.selfBillingSince', { date: format.date(profile.selfBillingAt) })
            : t('tax.selfBillingHint')
        }
      />
      {mayEdit ? (
        <div>
          <Button type="submit" variant="ink" pending={save.isPending}>
            {t('tax.save')}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">{codeText('auth.not_allowed')}</p>
      )}
    </Form>
  );
}
