import { calendarFile } from '../../../server/features/visits/calendar/rules.ts';

export interface CalendarDeadline {
  /** The same deadline has the same id, so that its entry replaces itself. */
  id: string;
  /** What happens at it, with its amount. */
  summary: string;
  at: Date;
  /** Address of the page that it belongs to. */
  path: string;
}

/**
 * Id of a deadline on a page. `about`: the record that it belongs to, where the page shows several whose deadlines may be at
 * one moment; without it the second entry would replace the first in a calendar.
 */
export const deadlineId = (path: string, at: Date, about?: string): string =>
  [path.slice(1).replaceAll('/', '-'), about, at.getTime()].filter(Boolean).join('-');

/** Hands a deadline to the browser as a file that calendars open. */
export function downloadDeadline({ id, summary, at, path }: CalendarDeadline): void {
  const url = new URL(path, window.location.origin).href;
  const entry = { id, summary, location: '', description: url, startsAt: at, endsAt: at, url };
  const file = URL.createObjectURL(
    new Blob([calendarFile(entry, new Date())], { type: 'text/calendar;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = file;
  link.download = `deadline-${at.toISOString().slice(0, 10)}.ics`;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}
