import type { Money } from '../../core/money.ts';

/** Figures measured from the platform's own rows; null where there are too few rows: a single one is no figure. */
export interface PublicFigures {
  /** Creators with a published profile and a verified mailbox. */
  creators: number | null;
  /** Milestones released since the start. */
  paid: number | null;
  /** Sum of released milestones in the currency most of them have. */
  released: Money | null;
  measuredAt: Date;
}
