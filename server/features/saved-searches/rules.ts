/** Saved searches of one org, and those of them with a digest. */
export const MAX_SAVED_SEARCHES = 50;
export const MAX_ALERTS = 20;
export const MAX_SEARCH_NAME = 60;
/** A search with more results is too wide to say who is new. */
export const MAX_WATCHED_RESULTS = 1_000;
/** The hour of the digest in the owner's zone. */
export const DIGEST_HOUR = 8;

const DAY_MS = 24 * 3_600_000;

/** How many milliseconds the clocks of the zone are ahead of UTC at that moment. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(at / 1000) * 1000;
}

/** The first DIGEST_HOUR o’clock in the zone after `now`; in UTC for a zone that is not known. */
export function nextDigestAt(now: Date, timeZone: string): Date {
  try {
    return morningAfter(now, timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return morningAfter(now, 'UTC');
  }
}

function morningAfter(now: Date, timeZone: string): Date {
  const local = new Date(now.getTime() + offsetAt(now.getTime(), timeZone));
  const today = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), DIGEST_HOUR);
  for (const wall of [today, today + DAY_MS]) {
    // The offset of the wanted hour: it may differ from that of now where the clocks change between them.
    const at = wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone);
    if (at > now.getTime()) return new Date(at);
  }
  return new Date(now.getTime() + DAY_MS);
}
