import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, Suspense, useRef, useState } from 'react';
import type { Control } from 'react-hook-form';
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
import { emptySlot, OTHER_PLACE, type OwnPlace, slotOf, type SlotValues } from '@/components/visits/slot-values.ts';
import { useFormStart } from '@/lib/form-start.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { randomId } from '@/lib/random-id.ts';
import { shownTimeZone } from '@/lib/time-zone.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Switch } from '@/ui/switch.tsx';

const SlotFields = lazyNamed(() => import('@/components/visits/SlotFields.tsx'), 'SlotFields');

interface QuickValues extends SlotValues {
  title: string;
  amount: number | null;
  dueAt: Date | null;
}
interface QuickOutput extends SlotValues {
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
  const [visitKey] = useState(randomId);
  const send = trpc.offers.send.useMutation(withRequestKey(requestKey));
  const offerVisit = trpc.visits.offer.useMutation(withRequestKey(visitKey));
  const [withVisit, setWithVisit] = useState(false);
  const places = useRef<readonly OwnPlace[]>([]);
  const [milestone] = start.terms.milestones;
  const form = useAppForm<QuickValues, QuickOutput>({
    schema: () =>
      import('@/features/micro-market/checks.ts').then((checks) =>
        withVisit ? checks.quickOfferWithVisit : checks.quickOffer,
      ),
    defaultValues: {
      title: '',
      amount: milestone && milestone.amount > 0 ? milestone.amount : null,
      dueAt: milestone ? new Date(milestone.dueAt) : null,
      ...emptySlot([]),
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('quick.title', { name: creator.name })}
      description={t('quick.text')}
      submitLabel={t('quick.send')}
      submitError={send.error}
      pending={send.isPending || offerVisit.isPending}
      onSubmit={async (values) => {
        const { title, amount, dueAt } = values;
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
        const { startsAt, endsAt, capacity } = values;
        if (withVisit && startsAt && endsAt && capacity !== null)
          // The offer is sent: a refused time is offered anew on its page.
          await offerVisit
            .mutateAsync({
              subject: { kind: 'offer', id: offer.id },
              ...slotOf({ ...values, startsAt, endsAt, capacity }, places.current),
              timeZone: shownTimeZone(),
            })
            .catch(toastError);
        await Promise.all([api.offers.invalidate(), api.microMarket.contacted.invalidate()]);
        onClose();
        await navigate({ to: '/collaboration-request/$offerId', params: { offerId: offer.id } });
      }}
    >
      <TextField control={form.control} name="title" label={t('quick.what')} maxLength={80} />
      <MoneyField control={form.control} name="amount" currency={start.terms.currency} label={terms('field.total')} />
      <DateField control={form.control} name="dueAt" label={terms('field.dueAt')} />
      <div className="flex items-start justify-between gap-4">
        <label htmlFor="quick-visit" className="min-w-0 text-ui font-medium">
          {t('quick.visit')}
          <span id="quick-visit-hint" className="block text-sm font-normal text-muted-foreground">
            {t('quick.visitHint')}
          </span>
        </label>
        <Switch
          id="quick-visit"
          aria-describedby="quick-visit-hint"
          checked={withVisit}
          onCheckedChange={setWithVisit}
        />
      </div>
      {withVisit ? (
        <Suspense fallback={<PendingSkeleton rows={3} />}>
          <VisitFields
            // The fields of a slot are the same in every form that has them.
            control={form.control as unknown as Control<SlotValues>}
            places={places}
            onPlaces={(own) => {
              if (own.length > 0 && form.getValues('place') === OTHER_PLACE) form.setValue('place', '0');
            }}
          />
        </Suspense>
      ) : null}
    </FormDialog>
  );
}

/** The fields of a visit, with the brand's own places once they are known. */
function VisitFields({
  control,
  places,
  onPlaces,
}: {
  control: Control<SlotValues>;
  places: RefObject<readonly OwnPlace[]>;
  onPlaces: (own: readonly OwnPlace[]) => void;
}) {
  const query = useQuery(api.brands.mine.queryOptions());
  const chosen = useRef(false);
  if (query.isPending) return <PendingSkeleton rows={3} />;
  // Without the places of the profile a place can be typed.
  const own = query.data?.locations ?? [];
  places.current = own;
  if (!chosen.current) {
    chosen.current = true;
    queueMicrotask(() => onPlaces(own));
  }
  return <SlotFields control={control} locations={own} />;
}
