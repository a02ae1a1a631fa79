import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { contentOf } from '../../../server/features/templates/rules.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { type FormControl, useAppForm } from '@/components/form/use-app-form.ts';
import { type OfferValues, typedTerms } from '@/features/offers/offer-values.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

interface Props {
  control: FormControl<OfferValues>;
}

/** Keeps the terms in the form as a template of the brand, without price and dates. */
export function SaveTemplate({ control }: Props) {
  const { t } = useTranslation('templates');
  const terms = typedTerms(useWatch({ control }) as OfferValues);
  const [naming, setNaming] = useState(false);
  return (
    <section>
      <h2 className="heading-section mb-1">{t('save.title')}</h2>
      <p className="mb-3 text-sm text-muted-foreground">{t(terms ? 'save.text' : 'save.incomplete')}</p>
      <Button aria-disabled={terms ? undefined : true} onClick={() => setNaming(terms !== null)}>
        {t('save.button')}
      </Button>
      {naming && terms ? <NameDialog terms={terms} onClose={() => setNaming(false)} /> : null}
    </section>
  );
}

function NameDialog({ terms, onClose }: { terms: DealTerms; onClose: () => void }) {
  const { t } = useTranslation('templates');
  const [requestKey] = useState(randomId);
  const form = useAppForm({
    schema: () => import('@/features/offers/checks.ts').then((checks) => checks.templateName),
    defaultValues: { name: '' },
  });
  const save = trpc.templates.save.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      void toast('success', t('save.done'));
      await api.templates.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('save.title')}
      description={t('save.text')}
      submitLabel={t('save.button')}
      form={form}
      pending={save.isPending}
      submitError={save.error}
      onSubmit={({ name }) => save.mutateAsync({ name, content: contentOf(terms, new Date()) })}
    >
      <TextField control={form.control} name="name" label={t('save.name')} maxLength={60} />
    </FormDialog>
  );
}
