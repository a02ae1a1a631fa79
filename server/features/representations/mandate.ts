import type { OrgContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { scopesInForce } from './queries/representations.ts';
import type { Scope } from './rules.ts';

/*
 * What an agency may do for a creator it represents. A deal names its agency until its end; whether the agency may
 * still act in it is checked at each act.
 */

/**
 * Scopes under which an agency may act for this creator now; null for parties that act for themselves. A member of an
 * agency who acts for the creator has those that were looked up at the call.
 */
export async function mandateOf(tx: OrgContext, creatorOrg: string): Promise<readonly Scope[] | null> {
  if (tx.actor.acting) return tx.actor.acting.scopes;
  if (tx.actor.orgKind !== 'agency') return null;
  return scopesInForce(tx.db, { agencyOrg: tx.actor.orgId, creatorOrg, at: tx.clock.now() });
}

/**
 * Why an agency may not act for this creator now, or null; `scope` null: any representation in force. For buttons too.
 */
export async function mandateRefusal(
  tx: OrgContext,
  creatorOrg: string,
  scope: Scope | null,
): Promise<ErrorCode | null> {
  const mandate = await mandateOf(tx, creatorOrg);
  return mandate === null || (scope === null ? mandate.length > 0 : mandate.includes(scope)) ? null : 'auth.no_mandate';
}

/** Throws auth.no_mandate where an agency acts without a representation in force that has the scope. In the act's transaction. */
export async function requireMandate(tx: OrgContext, creatorOrg: string, scope: Scope | null): Promise<void> {
  const refused = await mandateRefusal(tx, creatorOrg, scope);
  if (refused) throw new AppError(refused);
}
