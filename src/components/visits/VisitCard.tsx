import { Link, linkOptions } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitDto } from '../../../server/features/visits/schema.ts';
import { faceOf, PartyAvatar } from '@/components/people/Party.tsx';
import { useSlotTime } from '@/components/visits/slot-time.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { toast, toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

// Their form fields are loaded by those who open one.
const dialogs = () => import('@/components/visits/VisitDialogs.tsx');
const CodeDialog = lazyNamed(dialogs, 'CodeDialog');
const CheckInDialog = lazyNamed(dialogs, 'CheckInDialog');
const CancelDialog = lazyNamed(dialogs, 'CancelDialog');

/** The page of the deal, offer or ad that a visit belongs to. */
function subjectLink({ subject: { kind, id }, side }: Pick<VisitDto, 'subject' | 'side'>) {
  if (kind === 'contract') return linkOptions({ to: '/smart-contracts/$contractId', params: { contractId: id } });
  if (kind === 'offer') return linkOptions({ to: '/collaboration-request/$offerId', params: { offerId: id } });
  return side === 'brand'
    ? linkOptions({ to: '/my-ads/$adId', params: { adId: id } })
    : linkOptions({ to: '/browse-ads/$adId', params: { adId: id } });
}

export interface VisitCardProps {
  visit: VisitDto;
  /** Beside other pages' content the title leads to the deal, offer or ad. */
  linked?: boolean;
  /** The brand's list under a slot shows the creator alone: time and place stand above it. */
  brief?: boolean;
}

/** One visit with what its reader may do about it now. */
export function VisitCard({ visit, linked = false, brief = false }: VisitCardProps) {
  const { t } = useTranslation('visits');
  const { when, where } = useSlotTime()(visit.slot);
  const other = visit.side === 'brand' ? visit.creator : visit.brand;
  const name = <bdi>{other.name}</bdi>;
  return (
    <div className="grid cols-auto-1fr gap-x-3.5 gap-y-2 py-3">
      <PartyAvatar kind={other.kind} {...faceOf(other)} size="md" />
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">
            {linked ? (
              <Link {...subjectLink(visit)} className="link-quiet">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <Tag>{t(`state.${visit.state}`)}</Tag>
        </div>
        {linked ? (
          <p className="text-sm">
            <bdi>{visit.title}</bdi>
          </p>
        ) : null}
        {brief ? null : (
          <>
            <p className="font-semibold">
              <bdi>{when}</bdi>
            </p>
            <p className="text-sm text-muted-foreground">
              <bdi>{where}</bdi>
            </p>
          </>
        )}
        {!brief && visit.slot.offered ? (
          <p className="text-sm">
            <bdi>{visit.slot.offered}</bdi>
          </p>
        ) : null}
        <VisitNote visit={visit} />
        <VisitActs visit={visit} />
      </div>
    </div>
  );
}

/** What comes next, or how it ended. */
function VisitNote({ visit }: { visit: VisitDto }) {
  const { t } = useTranslation('visits');
  const format = useFormat();
  useErrorText();
  const { state, side, can } = visit;
  const quiet = 'text-sm text-muted-foreground';
  if (state === 'arrived' && visit.arrivedAt)
    return <p className={quiet}>{t('note.arrived', { date: format.dateTime(visit.arrivedAt) })}</p>;
  if (state === 'missed') return <p className={quiet}>{t(`note.missed.${side}`)}</p>;
  if (state === 'cancelled')
    return (
      <p className={quiet}>
        {t(`note.cancelledBy.${visit.cancelledBy ?? 'system'}`)}
        {visit.reason ? (
          <>
            {' '}
            <bdi>{visit.reason}</bdi>
          </>
        ) : null}
      </p>
    );
  if (side === 'creator' && can.checkIn === 'visit.code_locked')
    return <p className="text-sm">{codeText('visit.code_locked')}</p>;
  if (side === 'creator' && can.checkIn === 'visit.check_in_early')
    return (
      <p className={quiet}>
        {can.cancel === true
          ? t('note.changesUntil', { date: format.dateTime(visit.changesUntil) })
          : t('note.checkInFrom', { date: format.dateTime(visit.slot.startsAt) })}
      </p>
    );
  return null;
}

function VisitActs({ visit }: { visit: VisitDto }) {
  const { t } = useTranslation('visits');
  const { where } = useSlotTime()(visit.slot);
  const [dialog, setDialog] = useState<'code' | 'checkIn' | 'cancel' | null>(null);
  const arrive = trpc.visits.arrive.useMutation({
    onSuccess: async () => {
      void toast('success', t('done.arrived'));
      await api.visits.invalidate();
    },
    onError: toastError,
  });
  const { side, state, can } = visit;
  const close = () => setDialog(null);
  const other = side === 'brand' ? visit.creator.name : visit.brand.name;
  return (
    <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
      {can.checkIn === true ? (
        <Button variant="ink" onClick={() => setDialog('checkIn')}>
          {t('act.checkIn')}
        </Button>
      ) : null}
      {side === 'brand' && state === 'booked' ? (
        <Button onClick={() => setDialog('code')}>{t('act.showCode')}</Button>
      ) : null}
      {can.arrive === true ? (
        <Button pending={arrive.isPending} onClick={() => arrive.mutate({ visitId: visit.id })}>
          {t('act.arrive')}
        </Button>
      ) : null}
      {state === 'booked' && can.checkIn !== true && can.arrive !== true ? (
        <Button
          variant="quiet"
          onClick={() =>
            void import('@/components/visits/calendar.ts').then(({ downloadCalendar }) =>
              downloadCalendar(visit, {
                summary: t('calendar.summary', { name: other }),
                location: where,
                path: pathOf(visit),
              }),
            )
          }
        >
          <CalendarPlus aria-hidden />
          {t('act.calendar')}
        </Button>
      ) : null}
      {can.cancel === true ? (
        <Button variant="quiet" onClick={() => setDialog('cancel')}>
          {t('act.cancel')}
        </Button>
      ) : null}
      {dialog === null ? null : (
        <Suspense fallback={null}>
          {dialog === 'code' ? <CodeDialog visit={visit} onClose={close} /> : null}
          {dialog === 'checkIn' ? <CheckInDialog visit={visit} onClose={close} /> : null}
          {dialog === 'cancel' ? <CancelDialog visit={visit} onClose={close} /> : null}
        </Suspense>
      )}
    </div>
  );
}

function pathOf({ subject: { kind, id }, side }: VisitDto): string {
  if (kind === 'contract') return `/smart-contracts/${id}`;
  if (kind === 'offer') return `/collaboration-request/${id}`;
  return `/${side === 'brand' ? 'my-ads' : 'browse-ads'}/${id}`;
}
