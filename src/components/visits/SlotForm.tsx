import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subject } from '../../../server/features/visits/schema.ts';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { SlotFields } from '@/components/visits/SlotFields.tsx';
import {
  type CheckedSlotValues,
  emptySlot,
  type OwnPlace,
  slotOf,
  type SlotValues,
} from '@/components/visits/slot-values.ts';
import { randomId } from '@/lib/random-id.ts';
import { shownTimeZone } from '@/lib/time-zone.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Offers one slot of a deal, offer or ad. */
export function SlotForm({
  subject,
  locations,
  onClose,
}: {
  subject: Subject;
  locations: readonly OwnPlace[];
  onClose: () => void;
}) {
  const { t } = useTranslation('visits');
  const { t: common } = useTranslation();
  const [requestKey] = useState(randomId);
  const offer = trpc.visits.offer.useMutation(withRequestKey(requestKey));
  const form = useAppForm<SlotValues, CheckedSlotValues>({
    schema: () => import('@/components/visits/checks.ts').then((checks) => checks.slotForm),
    defaultValues: emptySlot(locations),
  });
  return (
    <Form
      form={form}
      draft={`visit-slot.${subject.id}`}
      pending={offer.isPending}
      submitError={offer.error}
      onSubmit={async (values) => {
        await offer.mutateAsync({ subject, ...slotOf(values, locations), timeZone: shownTimeZone() });
        void toast('success', t('form.done'));
        await api.visits.invalidate();
        onClose();
      }}
    >
      <SlotFields control={form.control} locations={locations} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" pending={offer.isPending}>
          {t('form.send')}
        </Button>
        <Button variant="quiet" aria-disabled={offer.isPending || undefined} onClick={onClose}>
          {common('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}
