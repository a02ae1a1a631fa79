import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TERMINATION_REASONS } from '../../../server/features/disputes/rules.ts';
import type { TerminableDto } from '../../../server/features/disputes/schema.ts';
import { SplitPreview, SplitSlider } from '@/components/disputes/SplitSlider.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** The first of two staff members proposes to end a milestone: what goes to whom, and why. */
export function TerminateDialog({
  milestoneId,
  title,
  onClose,
}: {
  milestoneId: string;
  title: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('disputes');
  const { t: platform } = useTranslation('platform');
  const { t: common } = useTranslation();
  const formId = useFormId();
  const query = useQuery(api.disputes.terminable.queryOptions({ milestoneId }));
  const propose = trpc.disputes.proposeTermination.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operators.invalidate(), api.approvals.invalidate()]),
  });
  return (
    <Dialog
      open
      onOpenChange={(stays) => (stays ? undefined : onClose())}
      pending={propose.isPending}
      title={t('terminate.title', { milestone: title })}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={propose.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          {query.data ? (
            <Button type="submit" form={formId} variant="ink" pending={propose.isPending}>
              {platform('case.suspense.submit')}
            </Button>
          ) : null}
        </>
      }
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={4} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <TerminateForm of={query.data} formId={formId} propose={propose} />
      )}
    </Dialog>
  );
}

function TerminateForm({
  of: { milestone, held },
  formId,
  propose,
}: {
  of: TerminableDto;
  formId: string;
  propose: ReturnType<typeof trpc.disputes.proposeTermination.useMutation>;
}) {
  const { t } = useTranslation('disputes');
  const [creatorGets, setCreatorGets] = useState(0);
  const form = useAppForm({
    schema: () => import('@/features/platform/checks.ts').then((checks) => checks.termination),
    // Which of them holds is for the person to say.
    defaultValues: { text: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`terminate.${milestone.id}`}
      guard={false}
      pending={propose.isPending}
      submitError={propose.error}
      onSubmit={(values) => propose.mutateAsync({ milestoneId: milestone.id, creatorGets, ...values })}
    >
      <p>{t('terminate.text')}</p>
      <SplitSlider milestone={milestone} amount={held} value={creatorGets} onChange={setCreatorGets} />
      <SplitPreview milestone={milestone} creatorGets={creatorGets} side={null} />
      <RadioField
        control={form.control}
        name="reason"
        label={t('terminate.reason')}
        columns={2}
        options={TERMINATION_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
      />
      <TextareaField control={form.control} name="text" label={t('staff.reason')} maxLength={500} rows={4} />
    </Form>
  );
}
