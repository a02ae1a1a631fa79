import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { proposeLiftInput } from '../../../server/features/money-check/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const reasonGiven = proposeLiftInput.pick({ note: true });

/** The first of two staff members states why money of a currency may go out although its books disagree. */
export function LiftDialog({ currency, onClose }: { currency: Currency; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const form = useAppForm({ schema: reasonGiven, defaultValues: { note: '' } });
  const propose = trpc.moneyCheck.proposeLift.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.moneyCheck.invalidate(), api.approvals.invalidate()]),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={propose.isPending}
      title={t('stop.ask', { currency })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={propose.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="ink" pending={propose.isPending}>
            {t('stop.propose')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        draft={`lift.${currency}`}
        guard={false}
        pending={propose.isPending}
        submitError={propose.error}
        onSubmit={({ note }) => propose.mutateAsync({ currency, note })}
      >
        <p>{t('stop.askText')}</p>
        <TextField control={form.control} name="note" label={t('stop.note')} maxLength={500} />
      </Form>
    </Dialog>
  );
}
