import { ClockAlert } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '@/components/time/use-now.ts';
import { cn } from '@/lib/cn.ts';
import { ANNOUNCED_AT_MS, countdown, elapsedPercent } from '@/lib/countdown.ts';
import { Button } from '@/ui/button.tsx';

export interface ClockProps {
  deadline: Date;
  /** The start of the period; with it the track is drawn. */
  start?: Date;
  /** After the clock: "until it approves itself". */
  until?: ReactNode;
  /** Under the ends of the track. */
  startLabel?: ReactNode;
  endLabel?: ReactNode;
  /** What happens at the deadline: with it the deadline can be added to a calendar. */
  calendar?: string;
  /** The clock is stopped for this reason; `leftMs` is the remaining time. */
  paused?: { reason: ReactNode; leftMs: number };
  className?: string;
}

/** A deadline that counts down on the server's time. Announced at 24 hours, 2 hours and 10 minutes only. */
export function Clock({ deadline, start, until, startLabel, endLabel, calendar, paused, className }: ClockProps) {
  const { t } = useTranslation();
  const now = useNow((at) => (paused ? null : countdown(deadline.getTime() - at).tickMs));
  const left = paused ? paused.leftMs : deadline.getTime() - now;
  const { segments, urgent, over: isOver } = countdown(left);
  const label = t('clock.left', {
    time: segments.map(({ unit, value }) => t(`clock.${unit}`, { count: value })).join(' '),
  });
  const fill =
    paused && start
      ? elapsedPercent(start.getTime(), deadline.getTime(), deadline.getTime() - paused.leftMs)
      : start
        ? elapsedPercent(start.getTime(), deadline.getTime(), now)
        : null;
  const hot = urgent && !paused;
  return (
    <div data-slot="clock" className={className}>
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        {paused ? (
          <span className="text-clock font-semibold tracking-[-0.025em] text-muted-foreground">
            {t('clock.paused')}
          </span>
        ) : isOver ? (
          <span className="text-lg font-semibold">{t('clock.now')}</span>
        ) : (
          <span
            role="timer"
            aria-label={label}
            className={cn(
              'figures inline-flex gap-2.5 text-clock font-semibold tracking-[-0.025em]',
              hot && 'text-urgent',
            )}
          >
            {/* Units are boxes of their own, so that days stay first in reading order in every direction. */}
            {segments.map(({ unit, text }) => (
              <span key={unit} className="inline-flex items-baseline gap-[3px]">
                {text}
                <small
                  className={cn('text-base font-medium tracking-normal', hot ? 'text-urgent' : 'text-muted-foreground')}
                >
                  {t(`unit.${unit}`)}
                </small>
              </span>
            ))}
          </span>
        )}
        {hot && !isOver ? <ClockAlert aria-hidden className="size-5 self-center text-urgent" /> : null}
        {until && !isOver ? <span className="text-sm text-muted-foreground">{until}</span> : null}
      </div>
      {fill === null ? null : (
        <div
          className="clock-track mt-2.5"
          aria-hidden
          style={
            { '--clock-fill': paused ? 'var(--input)' : hot ? 'var(--urgent)' : 'var(--foreground)' } as CSSProperties
          }
        >
          <b style={{ width: `${fill}%` }} />
        </div>
      )}
      {startLabel || endLabel ? (
        <div className="mt-2 flex justify-between gap-3 text-xs text-muted-foreground">
          {/* Without a track, the date stands under the clock. */}
          {fill === null && !startLabel ? null : <span>{startLabel}</span>}
          <span className="not-first:text-end">{endLabel}</span>
        </div>
      ) : null}
      {paused ? <p className="mt-2 text-sm text-muted-foreground">{paused.reason}</p> : null}
      {calendar && !paused && !isOver ? <AddToCalendar at={deadline} summary={calendar} /> : null}
      {hot && !isOver ? <p className="sr-only">{t('clock.urgent')}</p> : null}
      <ClockAnnouncer leftMs={paused ? null : left} text={label} />
    </div>
  );
}

/** A deadline as an entry for the reader's own calendar; `about` as for `deadlineId`. */
export function AddToCalendar({ at, summary, about }: { at: Date; summary: string; about?: string }) {
  const { t } = useTranslation();
  const download = async () => {
    const { deadlineId, downloadDeadline } = await import('@/components/time/calendar-file.ts');
    const path = window.location.pathname;
    downloadDeadline({ id: deadlineId(path, at, about), summary, at, path });
  };
  return (
    <Button variant="link" className="mt-2 text-sm!" onClick={() => void download()}>
      {t('action.addToCalendar')}
    </Button>
  );
}

/** A live region that is filled only when one of the three thresholds passes while the page is open. */
function ClockAnnouncer({ leftMs, text }: { leftMs: number | null; text: string }) {
  const before = useRef(leftMs);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const previous = before.current;
    before.current = leftMs;
    if (previous === null || leftMs === null) return;
    if (ANNOUNCED_AT_MS.some((threshold) => previous > threshold && leftMs <= threshold)) setAnnouncement(text);
  }, [leftMs, text]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}
