import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingDto, BillingInput } from '../../../server/features/orgs/schema.ts';
import { CountryField } from '@/components/form/CountryField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { sending } from '@/components/form/sending.ts';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { loadChangeLog } from '@/components/settings/load-change-log.ts';
import { SettingsPage } from '@/components/page/Pages.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { PaymentMethodsProps } from '@/features/payments/PaymentMethods.tsx';
import { keepAnswer, useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const BillingFacts = lazyNamed(() => import('@/features/payments/BillingFacts.tsx'), 'BillingFacts');
const PaymentMethods = lazyNamed(() => import('@/features/payments/PaymentMethods.tsx'), 'PaymentMethods');
const ChangeLog = lazyNamed(loadChangeLog, 'ChangeLog');
const BrandDebts = lazyNamed(() => import('@/features/payments/BrandDebts.tsx'), 'BrandDebts');
const ReleaseLimits = lazyNamed(() => import('@/features/payments/ReleaseLimits.tsx'), 'ReleaseLimits');

/** The payer's billing details for receipts, what it pays with, and who changed that. */
export function BillingSettings({ saved, onHandled }: PaymentMethodsProps) {
  const { t } = useTranslation('payments');
  const { t: screens } = useTranslation('screens');
  const query = useFormStart(api.orgs.billing.queryOptions());
  const title = screens('titles.payment-settings');
  const seesLog = usePermitted('settings_log.view') === true;
  return (
    <SettingsPage title={title} status={t('settings.status')} tabs={[]} current="billing" tabsLabel={title}>
      <Suspense fallback={null}>
        <BrandDebts />
      </Suspense>
      <section aria-labelledby="billing-entity">
        <h2 id="billing-entity" className="heading-section">
          {t('settings.entity')}
        </h2>
        <p className="mt-1 mb-5 text-sm text-muted-foreground">{t('settings.entityText')}</p>
        {query.isPending ? (
          <PendingSkeleton as="panel" rows={4} />
        ) : query.isError && !query.data ? (
          <ErrorState error={query.error} title={t('settings.loadFailed')} onRetry={() => void query.refetch()} />
        ) : (
          <Billing billing={query.data} />
        )}
      </section>
      {query.isPending ? null : (
        <Suspense fallback={<PendingSkeleton as="panel" rows={4} />}>
          <PaymentMethods saved={saved} onHandled={onHandled} />
          <ReleaseLimits />
          {seesLog ? <ChangeLog /> : null}
        </Suspense>
      )}
    </SettingsPage>
  );
}

/** A form for those who may save it. */
function Billing({ billing }: { billing: BillingDto }) {
  return usePermitted('billing.edit') === true ? (
    <BillingForm billing={billing} />
  ) : (
    <Suspense fallback={<PendingSkeleton as="panel" rows={4} />}>
      <BillingFacts billing={billing} />
    </Suspense>
  );
}

/** Optional values are empty fields here and null on the wire. */
function fieldsOf(billing: BillingInput) {
  return {
    ...billing,
    taxId: billing.taxId ?? '',
    invoiceEmail: billing.invoiceEmail ?? '',
    poNumber: billing.poNumber ?? '',
  };
}

function BillingForm({ billing }: { billing: BillingDto }) {
  const { t } = useTranslation('payments');
  const { complete: _complete, ...values } = billing;
  const form = useAppForm({
    schema: () => import('@/features/payments/checks.ts').then((checks) => checks.billingForm),
    defaultValues: fieldsOf(values),
  });
  const save = trpc.orgs.saveBilling.useMutation();
  const submit = async (input: ReturnType<typeof fieldsOf>) => {
    const settle = sending(form);
    const saved = await save.mutateAsync({
      ...input,
      taxId: input.taxId || null,
      invoiceEmail: input.invoiceEmail || null,
      poNumber: input.poNumber || null,
    });
    keepAnswer(api.orgs.billing.queryOptions().queryKey, saved);
    const { complete: _whole, ...kept } = saved;
    settle(fieldsOf(kept));
  };
  return (
    <Form form={form} submitError={save.error} pending={save.isPending} onSubmit={submit}>
      {save.isSuccess && !form.formState.isDirty ? <Alert tone="done">{t('billing.saved')}</Alert> : null}
      <TextField
        control={form.control}
        name="legalName"
        label={t('billing.legalName')}
        autoComplete="organization"
        maxLength={120}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <CountryField control={form.control} name="country" label={t('billing.country')} />
        <TextField control={form.control} name="taxId" label={t('billing.taxId')} maxLength={30} ltr optional />
      </div>
      <TextareaField control={form.control} name="address" label={t('billing.address')} rows={2} maxLength={300} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={form.control}
          name="invoiceEmail"
          type="email"
          label={t('billing.invoiceEmail')}
          hint={t('billing.invoiceHint')}
          autoComplete="email"
          maxLength={200}
          optional
        />
        <TextField
          control={form.control}
          name="poNumber"
          label={t('billing.poNumber')}
          hint={t('billing.poHint')}
          maxLength={40}
          ltr
          optional
        />
      </div>
      <div>
        <Button type="submit" variant="ink" pending={save.isPending}>
          {t('billing.save')}
        </Button>
      </div>
    </Form>
  );
}
