/**
 * Countdowns run on the server's time, so that a wrong clock of a laptop never shows a wrong deadline. The offset is
 * read from the `Date` header of ordinary answers, which has whole seconds; small differences are ignored.
 */
let offsetMs = 0;

export function learnServerTime(dateHeader: string | null, sentAt: number, receivedAt: number): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (Number.isNaN(server)) return;
  const measured = server + 500 - (sentAt + receivedAt) / 2;
  offsetMs = Math.abs(measured) < 2000 ? 0 : measured;
}

export function serverNow(): number {
  return Date.now() + offsetMs;
}
