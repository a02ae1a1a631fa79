import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingDto } from '../../../server/features/orgs/schema.ts';
import { CountryField } from '@/components/form/CountryField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { keepAnswer, useFormStart } from '@/lib/form-start.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface BillingFormProps {
  /** The likely country, preselected until the user chooses another. */
  country?: string | null | undefined;
  /** Address and tax number are reported to the tax authorities: they are not marked as optional. */
  reported?: boolean;
  onSaved: () => void;
}

/** Billing details, requested where a cost first needs them; the surrounding form is kept. */
export function BillingForm({ country, reported = false, onSaved }: BillingFormProps) {
  const query = useFormStart(api.orgs.billing.queryOptions());
  if (query.isPending) return <PendingSkeleton as="panel" rows={3} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Fields
      billing={query.data.country ? query.data : { ...query.data, country: country ?? '' }}
      reported={reported}
      onSaved={onSaved}
    />
  );
}

function Fields({ billing, reported, onSaved }: { billing: BillingDto; reported: boolean; onSaved: () => void }) {
  const { t } = useTranslation('billing');
  const explain = useErrorText();
  const { complete: _complete, ...values } = billing;
  const form = useAppForm({
    schema: () => import('../../../server/features/orgs/schema.ts').then((schema) => schema.billingInput),
    defaultValues: { ...values, taxId: values.taxId ?? '' },
  });
  const save = trpc.orgs.saveBilling.useMutation({
    onSuccess: (saved) => {
      keepAnswer(api.orgs.billing.queryOptions().queryKey, saved);
      onSaved();
    },
  });
  const taxNumber = appError(save.error)?.code === 'billing.tax_number';
  useEffect(() => {
    if (taxNumber && save.error)
      form.setError('taxId', { type: 'server', message: explain(save.error) }, { shouldFocus: true });
  }, [taxNumber, save.error, form, explain]);
  const unsupported = appError(save.error)?.data['problem'] === 'unsupported_country';
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-busy={save.isPending || undefined}
      onSubmit={(event) => {
        event.stopPropagation();
        void form.handleSubmit((input) => save.mutate({ ...input, taxId: input.taxId?.trim() || null }))(event);
      }}
    >
      {save.error && !taxNumber ? (
        <Alert tone="problem">{unsupported ? t('unsupported') : explain(save.error)}</Alert>
      ) : null}
      <TextField
        control={form.control}
        name="legalName"
        label={t('legalName')}
        autoComplete="organization"
        maxLength={120}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CountryField control={form.control} name="country" label={t('country')} />
        <TextField control={form.control} name="taxId" label={t('taxId')} maxLength={30} ltr optional={!reported} />
      </div>
      <TextareaField
        control={form.control}
        name="address"
        label={t('address')}
        rows={2}
        maxLength={300}
        optional={!reported}
      />
      <div>
        <Button type="submit" pending={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
