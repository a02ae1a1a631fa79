import type { OrgKind, OrgRole, ServiceContext } from '../../context.ts';
import { locationOf } from '../places/gazetteer.ts';
import {
  insertMember,
  insertOrg,
  lockNames as lockNameRows,
  markOrgsClosed,
  orgById,
  setSuspended,
  updateOrg,
} from './queries.ts';

/*
 * Changes of orgs that belong to the acts of other features. Each runs in the caller's transaction.
 */

/** Serializes users who request the same slug or handle at once. */
export const lockNames = (tx: ServiceContext): Promise<void> => lockNameRows(tx.db);

/** Makes an org with its first member. */
export async function createOrg(
  tx: ServiceContext,
  input: { id: string; kind: OrgKind; name: string; slug: string; userId: string; role: OrgRole },
): Promise<void> {
  const at = tx.clock.now();
  await insertOrg(tx.db, { ...input, createdBy: input.userId, at });
  await insertMember(tx.db, { orgId: input.id, userId: input.userId, role: input.role, at });
}

/** Changes an org; the place of its city follows city and country. */
export async function changeOrg(
  tx: ServiceContext,
  orgId: string,
  set: { name?: string; slug?: string; city?: string | null; country?: string | null },
): Promise<void> {
  if (set.city === undefined && set.country === undefined) return updateOrg(tx.db, orgId, set);
  const org = await orgById(tx.db, orgId);
  const { city = org?.city, country = org?.country } = set;
  return updateOrg(tx.db, orgId, { ...set, ...locationOf(city, country) });
}

/** Puts an org on hold, or lifts the hold with `at` null; `same`: it was so before. */
export const holdOrg = (tx: ServiceContext, input: { orgId: string; at: Date | null }) => setSuspended(tx.db, input);

/** Closes the orgs of an erased person. */
export async function closeOrgs(tx: ServiceContext, orgIds: readonly string[]): Promise<void> {
  if (orgIds.length > 0) await markOrgsClosed(tx.db, orgIds, tx.clock.now());
}
