import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BillingDto, BillingInput } from '../../../server/features/orgs/schema.ts';
import { CountryField } from '@/components/form/CountryField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { keepAnswer, useFormStart } from '@/lib/form-start.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** The fields a bill needs, as far as the org has given them; all other billing details are kept. */
export function BillingForm({ id, onSaved }: { id: string; onSaved: () => void }) {
  const billing = useFormStart(api.orgs.billing.queryOptions());
  const org = useQuery({ ...api.orgs.current.queryOptions(), enabled: billing.data?.country === '' });
  const failed = billing.error ?? org.error;
  if (failed) return <ErrorState error={failed} onRetry={() => void Promise.all([billing.refetch(), org.refetch()])} />;
  if (!billing.data || org.isLoading) return <PendingSkeleton as="panel" rows={3} />;
  return (
    <BillingFields
      id={id}
      billing={{ ...billing.data, country: billing.data.country || (org.data?.country ?? '') }}
      onSaved={onSaved}
    />
  );
}

function BillingFields({ id, billing, onSaved }: { id: string; billing: BillingDto; onSaved: () => void }) {
  const { t } = useTranslation('payments');
  const { complete: _complete, ...values } = billing;
  const save = trpc.orgs.saveBilling.useMutation();
  const form = useAppForm<BillingInput, BillingInput>({
    schema: () => import('../../../server/features/orgs/schema.ts').then((schema) => schema.billingInput),
    defaultValues: values,
  });
  return (
    <Form
      id={id}
      form={form}
      draft="billing"
      submitError={save.error}
      pending={save.isPending}
      guard={false}
      onSubmit={async (input) => {
        keepAnswer(api.orgs.billing.queryOptions().queryKey, await save.mutateAsync(input));
        onSaved();
      }}
    >
      <p className="text-sm text-muted-foreground">{t('billing.why')}</p>
      <TextField
        control={form.control}
        name="legalName"
        label={t('billing.legalName')}
        autoComplete="organization"
        maxLength={120}
      />
      <CountryField control={form.control} name="country" label={t('billing.country')} />
      <TextareaField control={form.control} name="address" label={t('billing.address')} rows={2} maxLength={300} />
    </Form>
  );
}
