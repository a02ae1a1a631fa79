/** What a calendar needs of a visit. */
export interface CalendarVisit {
  id: string;
  summary: string;
  description: string;
  location: string;
  startsAt: Date;
  endsAt: Date;
  /** Address of the page that it belongs to. */
  url: string;
}

const utc = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
/** RFC 5545 §3.3.11: separators and line breaks are escaped. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/[,;]/g, (mark) => `\\${mark}`)
    .replaceAll(/\r?\n/g, '\\n');

const MAX_LINE_BYTES = 75;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** RFC 5545 §3.1: a line has at most 75 bytes; the rest follows after a line break and a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const char of line) {
    if (bytesOf(part) + bytesOf(char) > MAX_LINE_BYTES - (parts.length > 0 ? 1 : 0)) {
      parts.push(part);
      part = '';
    }
    part += char;
  }
  return [...parts, part].join('\r\n ');
}

/** A calendar file (RFC 5545) with one event and its reminders; the same visit replaces itself when it is read again. */
export function calendarFile(visit: CalendarVisit, now: Date): string {
  const alarm = (trigger: string): string[] => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(visit.summary)}`,
    `TRIGGER:${trigger}`,
    'END:VALARM',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sponsio//Visits//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:visit-${visit.id}@sponsio`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(visit.startsAt)}`,
    // RFC 5545 §3.8.2.4: an end is later than its beginning; a moment has none.
    ...(visit.endsAt > visit.startsAt ? [`DTEND:${utc(visit.endsAt)}`] : []),
    `SUMMARY:${escaped(visit.summary)}`,
    ...(visit.location ? [`LOCATION:${escaped(visit.location)}`] : []),
    ...(visit.description ? [`DESCRIPTION:${escaped(visit.description)}`] : []),
    `URL:${visit.url}`,
    ...alarm('-P1D'),
    ...alarm('-PT2H'),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
