import type { ServiceContext } from '../../context.ts';
import { creatorsAtWork, referenceRates, type ReferenceRate } from './queries/packages.ts';
import { USUAL_CAPACITY } from './rules.ts';

export type Rate = ReferenceRate;

/** The newest reference rate of each currency. In the caller's transaction. */
export const ratesNow = (tx: ServiceContext): Promise<Rate[]> => referenceRates(tx.db);

export interface CreatorWork {
  openWork: number;
  capacity: number;
  /** When a member last used a session. */
  activeAt: Date | null;
}

/** What creators have to do, and how much they take. In the caller's transaction. */
export async function workOf(tx: ServiceContext, orgIds: readonly string[]): Promise<Map<string, CreatorWork>> {
  const rows = await creatorsAtWork(tx.db, orgIds);
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      { openWork: row.open_work, capacity: row.capacity ?? USUAL_CAPACITY, activeAt: row.active_at },
    ]),
  );
}
