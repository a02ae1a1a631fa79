/** A calendar file as an address to download: one entry of half an hour that ends at `at`. */
export function calendarEntry({ uid, title, at }: { uid: string; title: string; at: Date }): string {
  const stamp = (value: Date) => value.toISOString().replace(/[-:]|\.\d{3}/gu, '');
  const escaped = title.replace(/([\\;,])/gu, '\\$1').replace(/\n/gu, '\\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sponsio//Deadlines//EN',
    'BEGIN:VEVENT',
    `UID:${uid}@sponsio`,
    `DTSTAMP:${stamp(new Date())}`,
    `DTSTART:${stamp(new Date(at.getTime() - 30 * 60_000))}`,
    `DTEND:${stamp(at)}`,
    `SUMMARY:${escaped}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`;
}
