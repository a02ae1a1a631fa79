import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SlotDto, Subject, VisitsOf } from '../../../server/features/visits/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useSlotTime } from '@/components/visits/slot-time.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const VisitCard = lazyNamed(() => import('@/components/visits/VisitCard.tsx'), 'VisitCard');
const SlotForm = lazyNamed(() => import('@/components/visits/SlotForm.tsx'), 'SlotForm');
const ReasonDialog = lazyNamed(() => import('@/components/visits/VisitDialogs.tsx'), 'ReasonDialog');

export interface VisitPanelProps {
  subject: Subject;
  /** Opened to offer a time. */
  offering?: boolean;
}

/** The visits of a deal, offer or ad: a brand offers times, a creator books one. */
export function VisitPanel({ subject, offering: asked = false }: VisitPanelProps) {
  const { t } = useTranslation('visits');
  const heading = useId();
  const query = useQuery(api.visits.of.queryOptions(subject));
  const [offering, setOffering] = useState(asked);
  const may = usePermitted('visit.edit');
  const found = query.data;
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-border bg-card px-5 py-4.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="heading-section flex items-center gap-2">
          <CalendarClock aria-hidden className="size-4.5" />
          {t('title')}
        </h2>
        {found?.canOffer === true && !offering ? (
          <RefusableButton can={may} onClick={() => setOffering(true)}>
            {t('act.offer')}
          </RefusableButton>
        ) : null}
      </div>
      {query.isError ? (
        <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : found ? (
        <>
          {found.slots.length === 0 && !offering ? (
            <p className="mt-1 max-w-60ch text-sm text-muted-foreground">{t(`empty.${found.subject.kind}`)}</p>
          ) : null}
          {offering ? (
            <div className="mt-4 mb-5">
              <Suspense fallback={<PendingSkeleton rows={4} />}>
                <SlotForm subject={subject} locations={found.locations} onClose={() => setOffering(false)} />
              </Suspense>
            </div>
          ) : null}
          {found.mine ? (
            <Suspense fallback={<PendingSkeleton rows={2} />}>
              <VisitCard visit={found.mine} />
            </Suspense>
          ) : null}
          <Slots found={found} />
        </>
      ) : null}
    </section>
  );
}

/** The brand sees all slots, a creator those that are to be booked. */
function Slots({ found }: { found: VisitsOf }) {
  const { t } = useTranslation('visits');
  const { side, mine } = found;
  const slots =
    side === 'brand'
      ? found.slots
      : found.slots.filter(({ can }) => can.book === true || can.move === true || can.book === 'visit.overlap');
  if (slots.length === 0)
    return side === 'creator' && mine?.state !== 'booked' && mine?.state !== 'arrived' ? (
      <p className="mt-1 text-sm text-muted-foreground">{t('noneFree')}</p>
    ) : null;
  return (
    <>
      {side === 'brand' && found.hasEarlier ? (
        <p className="mt-2 text-sm text-muted-foreground">{t('earlier', { count: found.slots.length })}</p>
      ) : null}
      {mine?.state === 'booked' ? <h3 className="mt-3 text-sm font-semibold">{t('others')}</h3> : null}
      <ul aria-label={t('slots')} className="mt-2">
        {slots.map((slot) => (
          <SlotRow key={slot.id} slot={slot} side={side} visitId={mine?.state === 'booked' ? mine.id : null} />
        ))}
      </ul>
    </>
  );
}

function SlotRow({ slot, side, visitId }: { slot: SlotDto; side: VisitsOf['side']; visitId: string | null }) {
  const { t } = useTranslation('visits');
  const format = useFormat();
  const { when, where } = useSlotTime()(slot);
  const may = usePermitted('visit.edit');
  const [closing, setClosing] = useState(false);
  const done = (text: string) => ({
    onSuccess: async () => {
      void toast('success', text);
      await api.visits.invalidate();
    },
    onError: async (error: unknown) => {
      toastError(error);
      await api.visits.invalidate();
    },
  });
  const book = trpc.visits.book.useMutation(done(t('done.booked')));
  const move = trpc.visits.move.useMutation(done(t('done.moved')));
  const close = trpc.visits.closeSlot.useMutation();
  const can = visitId ? slot.can.move : slot.can.book;
  const free = slot.capacity - slot.taken;
  return (
    <li className="border-t border-border py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold">
            <bdi>{when}</bdi>
          </p>
          <p className="text-sm text-muted-foreground">
            <bdi>{where}</bdi>
          </p>
          {slot.offered ? (
            <p className="text-sm">
              <bdi>{slot.offered}</bdi>
            </p>
          ) : null}
          <p className="text-sm text-muted-foreground">
            {slot.state === 'closed'
              ? t('slot.closed')
              : [
                  t('slot.free', { n: format.number(free), max: format.number(slot.capacity) }),
                  t('slot.cancel', { count: slot.cancelHours }),
                ].join(' · ')}
          </p>
        </div>
        {side === 'creator' ? (
          <div className="grid justify-items-end gap-1">
            <RefusableButton
              can={may === true ? can : may}
              variant={visitId ? 'outline' : 'ink'}
              pending={book.isPending || move.isPending}
              aria-label={`${t(visitId ? 'act.move' : 'act.book')}: ${when}`}
              onClick={() => {
                if (may !== true || can !== true) return;
                if (visitId) move.mutate({ visitId, slotId: slot.id });
                else book.mutate({ slotId: slot.id });
              }}
            >
              {t(visitId ? 'act.move' : 'act.book')}
            </RefusableButton>
          </div>
        ) : slot.can.close === true && may === true ? (
          <Button variant="quiet" aria-label={`${t('act.withdraw')}: ${when}`} onClick={() => setClosing(true)}>
            {t('act.withdraw')}
          </Button>
        ) : null}
      </div>
      {side === 'brand' && slot.visits.length > 0 ? (
        <Suspense fallback={<PendingSkeleton rows={2} />}>
          {slot.visits.map((visit) => (
            <VisitCard key={visit.id} visit={visit} brief />
          ))}
        </Suspense>
      ) : null}
      {closing ? (
        <Suspense fallback={null}>
          <ReasonDialog
            title={t('withdraw.title')}
            text={t('withdraw.text', { date: when })}
            submitLabel={t('act.withdraw')}
            error={close.error}
            pending={close.isPending}
            onSubmit={async (reason) => {
              await close.mutateAsync({ slotId: slot.id, reason });
              await api.visits.invalidate();
              setClosing(false);
            }}
            onClose={() => setClosing(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
