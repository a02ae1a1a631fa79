import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';
import type { OfferStart } from '../../../server/features/offers/schema.ts';
import { DateField } from '@/components/form/DateField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormStart } from '@/lib/form-start.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Dialog } from '@/ui/dialog.tsx';

interface QuickValues {
  title: string;
  amount: number | null;
  dueAt: Date | null;
}
interface QuickOutput {
  title: string;
  amount: number;
  dueAt: Date;
}

/** An offer in three fields: one piece of work at the creator's first rate, everything else as usual. */
export function QuickOffer({ creator, onClose }: { creator: FoundCreator; onClose: () => void }) {
  const { t } = useTranslation('micro-market');
  const { t: common } = useTranslation();
  const query = useFormStart(api.offers.start.queryOptions({ creatorOrg: creator.orgId }));
  if (query.data) return <QuickForm creator={creator} start={query.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('quick.title', { name: creator.name })}
      closeLabel={common('action.close')}
    >
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PendingSkeleton as="panel" rows={3} />
      )}
    </Dialog>
  );
}

function QuickForm({ creator, start, onClose }: { creator: FoundCreator; start: OfferStart; onClose: () => void }) {
  const { t } = useTranslation('micro-market');
  const { t: terms } = useTranslation('terms');
  const navigate = useNavigate();
  const [requestKey] = useState(randomId);
  const send = trpc.offers.send.useMutation(withRequestKey(requestKey));
  const [milestone] = start.terms.milestones;
  const form = useAppForm<QuickValues, QuickOutput>({
    schema: () => import('@/features/micro-market/checks.ts').then((checks) => checks.quickOffer),
    defaultValues: {
      title: '',
      amount: milestone && milestone.amount > 0 ? milestone.amount : null,
      dueAt: milestone ? new Date(milestone.dueAt) : null,
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onOpenChange={onClose}
      title={t('quick.title', { name: creator.name })}
      description={t('quick.text')}
      submitLabel={t('quick.send')}
      submitError={send.error}
      pending={send.isPending}
      onSubmit={async ({ title, amount, dueAt }) => {
        const [first] = start.terms.milestones;
        const offer = await send.mutateAsync({
          creatorOrg: creator.orgId,
          title,
          terms: {
            ...start.terms,
            milestones: [{ title, amount, dueAt, deliverableIds: first?.deliverableIds ?? [] }],
          },
        });
        void toast('success', t('quick.sent', { name: creator.name }));
        await Promise.all([api.offers.invalidate(), api.microMarket.contacted.invalidate()]);
        onClose();
        await navigate({ to: '/collaboration-request/$offerId', params: { offerId: offer.id } });
      }}
    >
      <TextField control={form.control} name="title" label={t('quick.what')} maxLength={80} />
      <MoneyField control={form.control} name="amount" currency={start.terms.currency} label={terms('field.total')} />
      <DateField control={form.control} name="dueAt" label={terms('field.dueAt')} />
    </FormDialog>
  );
}
