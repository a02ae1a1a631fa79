import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isOver, turnsOf } from '../../../server/features/disputes/rules.ts';
import type { DisputeDto, DisputeRoomDto } from '../../../server/features/disputes/schema.ts';
import { type Turn, TurnTag } from '@/components/money/TurnTag.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { AddEvidence } from '@/components/disputes/AddEvidence.tsx';
import { EndingActs, OwnOffer, MessageForm } from '@/components/disputes/DisputeActs.tsx';
import { phaseStart, turnByName, useEndText, useSplitValues } from '@/components/disputes/dispute-words.ts';
import { PhaseBar } from '@/components/disputes/PhaseBar.tsx';
import { GaveBack } from '@/components/disputes/GaveBack.tsx';
import { DisputeWhatIf } from '@/components/disputes/DisputeWhatIf.tsx';
import { BothSides, Decisions } from '@/components/disputes/Statements.tsx';
import { useFormat } from '@/lib/format.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { api } from '@/lib/trpc.ts';

/** The dispute about a milestone for one of its parties; nothing where there was none. */
export function DisputeRoom({ milestoneId }: { milestoneId: string }) {
  const { t } = useTranslation('disputes');
  const query = useQuery(api.disputes.room.queryOptions({ milestoneId }));
  if (query.isPending) return <PendingSkeleton as="panel" rows={4} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />;
  const { dispute } = query.data;
  return dispute ? <Room room={query.data} dispute={dispute} /> : null;
}

/** Who acts next; both sides by name where the reader may not act and the phase waits for both. */
function shownTurns({ milestone: { brand, creator } }: DisputeRoomDto, dispute: DisputeDto): Turn[] {
  const turns = turnsOf(dispute);
  const ofSides = turns.includes('brand') || turns.includes('creator');
  if (ofSides && Object.values(dispute.can).includes(true)) return [{ who: 'you' }];
  return turns.map((turn) => turnByName(turn, { brand: brand.name, creator: creator.name }));
}

function Room({ room, dispute }: { room: DisputeRoomDto; dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const { milestone } = room;
  const { money, nameOf, splitAt } = useSplitValues(milestone, dispute.amount);
  const endText = useEndText(milestone, dispute);
  const turns = shownTurns(room, dispute);
  const over = isOver(dispute.state);
  const start = phaseStart(dispute, serverNow());
  const id = `dispute-${dispute.id}`;
  const negotiable = dispute.can.offer === true || dispute.ownOffer !== null;
  return (
    <section aria-labelledby={id} data-slot="dispute" className="@container grid scroll-mt-20 grid-cols-1 gap-6">
      <div className="grid gap-3">
        {turns.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {turns.map((turn) => (
              <TurnTag key={turn.who === 'them' ? turn.name : turn.who} turn={turn} />
            ))}
          </div>
        ) : null}
        <h2 id={id} className="heading-section">
          {t(dispute.openedSide === null ? 'terminated.title' : over ? 'titleOver' : 'title', {
            amount: money(dispute.amount),
          })}
        </h2>
        <p className="text-sm text-muted-foreground">
          <Rich
            text={
              dispute.openedSide === null
                ? t('terminated.by', { reason: t(`reason.${dispute.reason}`) })
                : t('openedBy', { name: nameOf(dispute.openedSide), reason: t(`reason.${dispute.reason}`) })
            }
            parts={{ date: <DateText value={dispute.openedAt} /> }}
          />{' '}
          {dispute.joinedAt
            ? t('joinedBy', { name: nameOf(dispute.openedSide === 'brand' ? 'creator' : 'brand') })
            : null}
        </p>
        {room.mySide === 'creator' && milestone.commissionBps > 0 ? (
          <p className="text-sm text-muted-foreground">
            {t('beforeCommission', { percent: format.percent(milestone.commissionBps) })}
          </p>
        ) : null}
        <GaveBack milestone={milestone} dispute={dispute} />
        <PhaseBar dispute={dispute} />
      </div>
      {dispute.outcome && dispute.creatorGets !== null ? (
        <p className="rounded-lg border border-border p-4">
          {t(`outcome.${dispute.outcome}`)} <b className="font-semibold">{t('split', splitAt(dispute.creatorGets))}</b>
        </p>
      ) : dispute.outcome ? (
        <p>{t(`outcome.${dispute.outcome}`)}</p>
      ) : null}
      {over ? null : (
        <div className="rounded-lg border border-border-strong bg-card @2xl:grid @2xl:grid-cols-[minmax(0,1fr)_276px]">
          <div className="grid content-start gap-4 p-4 empty:hidden md:px-5 md:py-5">
            {negotiable ? <OwnOffer key={dispute.id} room={room} dispute={dispute} /> : null}
            <EndingActs room={room} dispute={dispute} />
          </div>
          <div className="border-t border-border p-4 md:px-5 md:py-5 @2xl:border-s @2xl:border-t-0 [:empty+&]:col-span-full [:empty+&]:border-0">
            {dispute.phaseEndsAt && dispute.atEnd ? (
              <Clock
                deadline={dispute.phaseEndsAt}
                {...(start ? { start, startLabel: <DateText value={start} /> } : {})}
                endLabel={<DateText value={dispute.phaseEndsAt} />}
                until={t('until')}
                {...(endText ? { calendar: `${milestone.title} · ${endText}` } : {})}
              />
            ) : null}
            {endText ? <p className="mt-2 text-sm">{endText}</p> : null}
            <p className="mt-4 text-sm text-muted-foreground">
              {t(dispute.openedSide === null ? 'terminated.who' : 'who')}
            </p>
          </div>
        </div>
      )}
      <Decisions milestone={milestone} dispute={dispute} />
      <BothSides
        milestone={milestone}
        dispute={dispute}
        mySide={room.mySide}
        own={dispute.can.addEvidence === true ? <AddEvidence disputeId={dispute.id} /> : null}
      />
      {dispute.can.send === true ? <MessageForm dispute={dispute} /> : null}
      <DisputeWhatIf room={room} dispute={dispute} />
    </section>
  );
}
