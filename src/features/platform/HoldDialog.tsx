import { useTranslation } from 'react-i18next';
import { type FoundOrg, suspendOrgInput } from '../../../server/features/platform/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const reasonGiven = suspendOrgInput.pick({ reason: true });

/** Puts an account on hold, with a reason that its members read. */
export function HoldDialog({ org, onClose }: { org: Pick<FoundOrg, 'orgId' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const form = useAppForm({ schema: reasonGiven, defaultValues: { reason: '' } });
  const suspend = trpc.platform.suspendOrg.useMutation({
    onSuccess: onClose,
    onSettled: () => api.operators.invalidate(),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={suspend.isPending}
      title={t('account.ask', { name: org.name })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={suspend.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="destructive" pending={suspend.isPending}>
            {t('account.suspend')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        draft={`hold.${org.orgId}`}
        guard={false}
        pending={suspend.isPending}
        submitError={suspend.error}
        onSubmit={({ reason }) => suspend.mutateAsync({ orgId: org.orgId, reason })}
      >
        <p>{t('account.text')}</p>
        <TextField control={form.control} name="reason" label={t('account.reason')} maxLength={200} />
      </Form>
    </Dialog>
  );
}
