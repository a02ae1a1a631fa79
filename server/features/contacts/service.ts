import type { OrgContext, StaffContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { blockingAct, contactCounts, lockContacts } from './queries.ts';
import { CONTACT_KINDS, CONTACT_WINDOW_MS, contactLimit, type ContactKind, type LimitKind } from './rules.ts';

/**
 * Refuses an act that reaches out to `otherOrg` beyond what the acting org may send in a day: contact.daily_limit, or
 * contact.first_limit for orgs it had no contact with, each with the limit and when it ends. Call it in the transaction of the act, before any row is locked.
 */
export async function requireContactAllowance(
  tx: OrgContext,
  input: { kind: ContactKind; otherOrg: string },
): Promise<void> {
  const { orgId } = tx.actor;
  const now = tx.clock.now();
  const since = new Date(now.getTime() - CONTACT_WINDOW_MS);
  await lockContacts(tx.db, orgId);
  const counts = await contactCounts(tx.db, { orgId, otherOrg: input.otherOrg, since });
  const limitOf = (kind: LimitKind) =>
    contactLimit(kind, counts.founded_at, now, tx.integrations.settings.contactLimitFactor);
  /** The limit, and the moment from which one more act of that kind is within it. */
  const facts = async (kind: LimitKind, count: number) => {
    const limit = limitOf(kind);
    const act = await blockingAct(tx.db, { kind, orgId, otherOrg: input.otherOrg, since, above: count - limit });
    return { limit, until: new Date((act ?? now).getTime() + CONTACT_WINDOW_MS).toISOString() };
  };
  const count = counts.sent[input.kind];
  if (count >= limitOf(input.kind))
    throw new AppError('contact.daily_limit', { kind: input.kind, ...(await facts(input.kind, count)) });
  if (!counts.known && counts.first >= limitOf('first'))
    throw new AppError('contact.first_limit', await facts('first', counts.first));
}

/** How much of each of its limits an org has used up in the last day, for its members and for staff to read. */
export async function contactUse(
  tx: OrgContext | StaffContext,
  orgId: string,
): Promise<{ kind: LimitKind; sent: number; limit: number }[]> {
  const now = tx.clock.now();
  // First contacts are counted besides one org; no org has this id.
  const counts = await contactCounts(tx.db, {
    orgId,
    otherOrg: newId(),
    since: new Date(now.getTime() - CONTACT_WINDOW_MS),
  });
  return [...CONTACT_KINDS, 'first' as const].map((kind) => ({
    kind,
    sent: kind === 'first' ? counts.first : counts.sent[kind],
    limit: contactLimit(kind, counts.founded_at, now, tx.integrations.settings.contactLimitFactor),
  }));
}
