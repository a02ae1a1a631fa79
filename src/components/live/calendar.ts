import { calendarFile } from '../../../server/features/visits/calendar/rules.ts';

/** Hands a deadline to the browser as a file that calendars open. */
export function downloadDeadline(of: { id: string; summary: string; at: Date; path: string }): void {
  const { id, summary, at } = of;
  const url = new URL(of.path, window.location.origin).href;
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
