import type { OrgContext, ServiceContext } from '../../context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { blockedOrgs, lockAgreements } from './queries.ts';

/*
 * Whether something new may be agreed with an org. Agreements share a lock on each of their orgs; putting an org on
 * hold or erasing it takes that lock exclusively: the later of the two sees the rows of the earlier. Lock order: orgs
 * before any row.
 */

/**
 * Why nothing new can be agreed among these orgs now, as a code for the actor, or null. For buttons, without a lock.
 */
export async function orgStatusRefusal(tx: OrgContext, orgIds: readonly string[]): Promise<ErrorCode | null> {
  const out = await blockedOrgs(tx.db, orgIds);
  if (out.some((o) => o.id === tx.actor.orgId)) return 'org.suspended';
  if (out.some((o) => o.closed_at)) return 'org.closed';
  return out.length > 0 ? 'org.other_on_hold' : null;
}

/** The same, with these orgs locked until commit. */
export async function lockOrgStatus(tx: OrgContext, orgIds: readonly string[]): Promise<ErrorCode | null> {
  await lockAgreements(tx.db, orgIds, 'shared');
  return orgStatusRefusal(tx, orgIds);
}

/** Waits for agreements under way and blocks new ones until commit; for putting an org on hold and erasing it. */
export async function blockAgreements(tx: ServiceContext, orgIds: readonly string[]): Promise<void> {
  await lockAgreements(tx.db, orgIds, 'exclusive');
}
