/**
 * A kind of case, in `cases.ts` of the feature that opens it; its name is in `platform.json` (`case.kinds`) of each
 * language.
 */
export interface CaseSpec {
  /** The hold of a milestone that an open case of this kind stands for. */
  hold?: string;
  /** A staff member who closes the case lifts the hold; otherwise it ends by itself. */
  closingLifts?: boolean;
  /** Support may close it too. */
  closedBySupport?: boolean;
}
