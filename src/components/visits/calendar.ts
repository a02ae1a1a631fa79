import { calendarFile } from '../../../server/features/visits/calendar/rules.ts';
import type { VisitDto } from '../../../server/features/visits/schema.ts';

/** Hands the visit to the browser as a file that calendars open. */
export function downloadCalendar(
  visit: VisitDto,
  { summary, location, path }: { summary: string; location: string; path: string },
): void {
  const { id, slot } = visit;
  const text = calendarFile(
    {
      id,
      summary,
      location,
      description: [visit.title, slot.offered].filter(Boolean).join('\n'),
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
      url: new URL(path, window.location.origin).href,
    },
    new Date(),
  );
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `visit-${slot.startsAt.toISOString().slice(0, 10)}.ics`;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
