/** At most `limit` rows of before that time are deleted, the oldest first. */
export interface Batch {
  before: Date;
  limit: number;
}

/** How many rows a statement changed. */
export const affectedRows = ({ numAffectedRows }: { numAffectedRows?: bigint }): number =>
  Number(numAffectedRows ?? 0n);
