import type { ScheduledStep } from '../contracts.ts';

export interface PlannedStep<Act extends string> {
  at: Date;
  act: Act;
  label: string;
  hours?: number;
  /** Taken even when its time has passed; without it a step in the past is left out. */
  always?: boolean;
}

/** The remaining steps, soonest first, in the form of a workflow's snapshot. */
export function toScheduledSteps<Act extends string>(now: Date, planned: PlannedStep<Act>[]): ScheduledStep<Act>[] {
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
): PlannedStep<Act>[] {
  return hours.map((h) => ({
    at: new Date(deadline.getTime() - h * 3_600_000),
    act,
    label: `${what}, ${h} h left`,
    hours: h,
  }));
}
