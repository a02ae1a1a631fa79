import type { SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Platform } from '../terms/schema.ts';
import {
  deleteAccount,
  enteredAccount,
  followersBetween,
  insertConnected,
  markConnected,
  markProven,
  replaceAudience,
  updateFigures,
  upsertDays,
} from './queries/connected.ts';
import type { AudienceShare, DayFigures, MeasuredFigures } from './schema.ts';

/**
 * The account of a creator whose figures the network gives from now on: the one that the creator entered with this
 * handle, else a new one. In the caller's transaction.
 */
export async function openConnected(
  tx: SystemContext,
  input: { orgId: string; platform: Platform; handle: string; url: string },
): Promise<string> {
  const at = tx.clock.now();
  const entered = await enteredAccount(tx.db, input);
  if (entered) {
    await markConnected(tx.db, entered, { ...input, at });
    return entered;
  }
  const id = newId();
  await insertConnected(tx.db, { id, at, ...input });
  return id;
}

/** Writes what a network counted. In the caller's transaction. False where the account is gone. */
export const saveMeasured = (tx: SystemContext, accountId: string, figures: MeasuredFigures): Promise<boolean> =>
  updateFigures(tx.db, accountId, figures);

/** Writes figures of days; the same days again change nothing. In the caller's transaction. */
export const saveDays = (tx: SystemContext, accountId: string, days: readonly DayFigures[]): Promise<void> =>
  upsertDays(tx.db, accountId, days);

/** Replaces the shares of the followers. In the caller's transaction. */
export const saveAudience = (tx: SystemContext, accountId: string, shares: readonly AudienceShare[]): Promise<void> =>
  replaceAudience(tx.db, accountId, shares);

/** Followers four weeks before `day`, or up to three days earlier; null where they were not counted then. */
export function followersBefore(tx: SystemContext, accountId: string, day: string): Promise<number | null> {
  const ago = (days: number): string =>
    new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  return followersBetween(tx.db, accountId, ago(31), ago(28));
}

/** Followers on the last day that they were counted, not later than `day`. */
export const followersAsOf = (tx: SystemContext, accountId: string, day: string): Promise<number | null> =>
  followersBetween(tx.db, accountId, '2000-01-01', day);

/** Notes that the owner's code stood in the account's description, or (null) that this is over. In the caller's transaction. */
export const saveProof = (
  tx: SystemContext,
  input: { orgId: string; platform: Platform; handle: string; at: Date | null },
): Promise<void> => markProven(tx.db, input);

/** Deletes an account with everything that was read from its network. In the caller's transaction. */
export const closeConnected = (tx: SystemContext, accountId: string): Promise<void> => deleteAccount(tx.db, accountId);
