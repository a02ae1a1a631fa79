import { useTranslation } from 'react-i18next';
import type { RulingDto } from '../../../server/features/payments/schema.ts';
import { Form } from '@/components/form/Form.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** The payee's appeal of a ruling that keeps money from them. */
export function RulingAppeal({ ruling }: { ruling: RulingDto }) {
  const { t } = useTranslation('payments');
  const form = useAppForm({
    schema: () => import('@/features/payments/checks.ts').then((checks) => checks.appealForm),
    defaultValues: { text: '' },
  });
  const appeal = trpc.payments.appealRuling.useMutation({ onSuccess: () => api.payments.rulings.invalidate() });
  return (
    <Form
      form={form}
      draft={`appeal.${ruling.id}`}
      submitError={appeal.error}
      pending={appeal.isPending}
      className="mt-4"
      onSubmit={({ text }) => appeal.mutateAsync({ rulingId: ruling.id, text })}
    >
      <TextareaField control={form.control} name="text" label={t('ruling.why')} rows={4} maxLength={2000} />
      <div>
        <Button type="submit" variant="ink" pending={appeal.isPending}>
          {t('ruling.appeal')}
        </Button>
      </div>
    </Form>
  );
}
