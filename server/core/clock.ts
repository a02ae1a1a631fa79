/** Time comes in as an argument: services read `ctx.clock`, never `Date.now()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that changes only when it is set; the demo seed and tests step it. */
export interface SteppedClock extends Clock {
  set(at: Date): void;
  advance(ms: number): void;
}

export function steppedClock(start: Date): SteppedClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (next) => void (at = next.getTime()),
    advance: (ms) => void (at += ms),
  };
}

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO-8601 duration of days, hours, minutes and seconds ("P3DT12H", "PT30S"). Throws RangeError. */
export function durationMs(iso: string): number {
  const m = DURATION.exec(iso);
  if (!m || iso === 'P' || iso.endsWith('T')) throw new RangeError(`not a duration: ${iso}`);
  const [, d = '0', h = '0', min = '0', s = '0'] = m;
  return Math.round((((Number(d) * 24 + Number(h)) * 60 + Number(min)) * 60 + Number(s)) * 1000);
}

export const plus = (at: Date, iso: string): Date => new Date(at.getTime() + durationMs(iso));
