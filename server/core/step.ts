/** Result of a step that a workflow's timer started. */
export interface StepOutcome {
  /** True when the step took effect, now or before; false when it was not (or no longer) due. */
  done: boolean;
  /** When to read the row again; null when it has no further step. */
  next: Date | null;
  /** State of the row afterwards. */
  state: string;
}
