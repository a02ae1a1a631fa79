import type { Moment } from '../contracts.ts';

export interface PlannedMoment<Act extends string> {
  at: Date;
  act: Act;
  label: string;
  hours?: number;
  /** Acted upon even when its time has passed; without it a moment in the past is left out. */
  always?: boolean;
}

/** The moments still to come, soonest first, as they travel to a workflow. */
export function inOrder<Act extends string>(now: Date, planned: PlannedMoment<Act>[]): Moment<Act>[] {
  return planned
    .filter((m) => m.always || m.at.getTime() > now.getTime())
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, act, label, hours }) => ({
      at: at.toISOString(),
      act,
      label,
      ...(hours === undefined ? {} : { hours }),
    }));
}

/** Reminders `hours` before `deadline`. */
export function hoursBefore<Act extends string>(
  deadline: Date,
  hours: readonly number[],
  act: Act,
  what: string,
): PlannedMoment<Act>[] {
  return hours.map((h) => ({
    at: new Date(deadline.getTime() - h * 3_600_000),
    act,
    label: `${what}, ${h} h left`,
    hours: h,
  }));
}
