/** What a step that a workflow's clock asks for came to. */
export interface StepOutcome {
  /** True when the step took effect, now or before; false when it was not (or no longer) due. */
  done: boolean;
  /** When to ask again; null when this row has nothing more to wait for. */
  next: Date | null;
  /** State of the row afterwards. */
  state: string;
}
