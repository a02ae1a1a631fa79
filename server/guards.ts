import { withTx, type OrgActor, type OrgContext } from './context.ts';
import { AppError } from './core/errors.ts';
import { roleMay, type Action } from './features/orgs/rules.ts';

/**
 * One function per guard, so that a use case names what it asks for. Guards listed in OPEN_GUARDS pass for now: their
 * callers are in place and their conditions arrive with the account features.
 */
export const OPEN_GUARDS = ['requireStepUp'] as const;

/** Throws auth.not_allowed with the action when the actor's role lacks the right. */
export function requireRight(ctx: { actor: OrgActor }, action: Action): void {
  if (!roleMay(ctx.actor.role, action)) throw new AppError('auth.not_allowed', { action });
}

/** Publishing, applying, messaging, paying and being paid ask for the proven mailbox first. */
export function requireVerifiedMailbox(ctx: { actor: OrgActor }): void {
  if (!ctx.actor.emailVerified) throw new AppError('auth.mailbox_unverified');
}

/** Before payout accounts, payment settings and releases above a set sum. */
export async function requireStepUp(_ctx: OrgContext, _reason: 'payout_account' | 'payment_settings' | 'release'): Promise<void> {}

/** Before a creator's profile is published and the first application is sent; throws auth.age_unknown until the birth date was given. */
export async function requireAge(ctx: OrgContext): Promise<void> {
  const row = await withTx(ctx, (tx) => tx.db.selectFrom('creator_profiles').select('adult_confirmed_at').where('org_id', '=', tx.actor.orgId).executeTakeFirst());
  if (!row?.adult_confirmed_at) throw new AppError('auth.age_unknown');
}
