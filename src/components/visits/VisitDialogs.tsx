import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { VisitDto } from '../../../server/features/visits/schema.ts';
import { CodeField } from '@/components/form/CodeField.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useSlotTime } from '@/components/visits/slot-time.ts';
import { useFormat } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Dialog } from '@/ui/dialog.tsx';

interface VisitDialogProps {
  visit: VisitDto;
  onClose: () => void;
}

/** The six digits for the creator to type. */
export function CodeDialog({ visit, onClose }: VisitDialogProps) {
  const { t } = useTranslation('visits');
  const { t: common } = useTranslation();
  const format = useFormat();
  const query = useQuery(api.visits.code.queryOptions({ visitId: visit.id }));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('code.title', { name: visit.creator.name })}
      description={t('code.text', {
        at: format.dateTime(visit.slot.startsAt),
        until: format.dateTime(visit.checkInUntil),
      })}
      closeLabel={common('action.close')}
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={1} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <p
          dir="ltr"
          className="figures py-3 text-center text-5xl font-semibold tracking-[0.2em] select-all"
          aria-label={[...query.data.code].join(' ')}
        >
          {query.data.code}
        </p>
      )}
    </Dialog>
  );
}

export function CheckInDialog({ visit, onClose }: VisitDialogProps) {
  const { t } = useTranslation('visits');
  const checkIn = trpc.visits.checkIn.useMutation();
  const form = useAppForm({
    schema: () => import('@/components/visits/checks.ts').then((checks) => checks.checkInForm),
    defaultValues: { code: '' },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('checkIn.title')}
      description={t('checkIn.text', { place: visit.slot.placeName })}
      submitLabel={t('act.checkIn')}
      submitError={checkIn.error}
      pending={checkIn.isPending}
      onSubmit={async ({ code }) => {
        await checkIn.mutateAsync({ visitId: visit.id, code });
        void toast('success', t('done.checkedIn'));
        await api.visits.invalidate();
        onClose();
      }}
    >
      <CodeField control={form.control} name="code" label={t('checkIn.code')} autoFocus />
    </FormDialog>
  );
}

/** Cancels a visit, with a reason for the other side. */
export function CancelDialog({ visit, onClose }: VisitDialogProps) {
  const { t } = useTranslation('visits');
  const cancel = trpc.visits.cancel.useMutation();
  return (
    <ReasonDialog
      title={t('cancel.title')}
      text={t('cancel.text', {
        name: visit.side === 'brand' ? visit.creator.name : visit.brand.name,
        date: useSlotTime()(visit.slot).when,
      })}
      submitLabel={t('act.cancel')}
      error={cancel.error}
      pending={cancel.isPending}
      onSubmit={async (reason) => {
        await cancel.mutateAsync({ visitId: visit.id, reason });
        void toast('success', t('done.cancelled'));
        await api.visits.invalidate();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface ReasonDialogProps {
  title: string;
  text: string;
  submitLabel: string;
  error: unknown;
  pending: boolean;
  onSubmit: (reason: string) => Promise<unknown>;
  onClose: () => void;
}
export function ReasonDialog({ title, text, submitLabel, error, pending, onSubmit, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('visits');
  const form = useAppForm({
    schema: () => import('@/components/visits/checks.ts').then((checks) => checks.reasonForm),
    defaultValues: { reason: '' },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      description={text}
      submitLabel={submitLabel}
      submitVariant="destructive"
      submitError={error}
      pending={pending}
      onSubmit={({ reason }) => onSubmit(reason)}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label={t('cancel.reason')}
        rows={2}
        maxLength={300}
        optional
      />
    </FormDialog>
  );
}
