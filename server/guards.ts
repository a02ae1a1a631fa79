import { withTx, type OrgActor, type OrgContext, type StaffActor, type StaffContext } from './context.ts';
import { AppError } from './core/errors.ts';
import { staffMay, staffRefusal, type StaffAct } from './core/staff.ts';
import { roleMay, type Action } from './features/orgs/rules.ts';
import type { StepUpReason } from './features/security/schema.ts';
import { assertFreshProof } from './features/security/step-up.ts';

// One function per guard, so that a use case names what it requires.

/** Throws auth.not_allowed with the action when the actor's role lacks the right. */
export function requireRight(ctx: { actor: OrgActor }, action: Action): void {
  if (!roleMay(ctx.actor.role, action)) throw new AppError('auth.not_allowed', { action });
}

/** Throws auth.not_allowed with the act and the roles that may do it when the staff member's role may not do it. */
export function requireStaffAct(ctx: { actor: StaffActor }, act: StaffAct): void {
  if (!staffMay(ctx.actor.role, act)) throw new AppError('auth.not_allowed', staffRefusal(act));
}

/** Required for publishing, applying, messaging, paying and being paid; throws auth.mailbox_unverified. */
export function requireVerifiedMailbox(ctx: { actor: OrgActor }): void {
  if (!ctx.actor.emailVerified) throw new AppError('auth.mailbox_unverified');
}

/**
 * Required for payout accounts, payment settings, releases and signatures above a set sum, the deletion of the account,
 * the copy of its data and decisions of two staff members; throws auth.step_up_required without a proof of the last ten
 * minutes.
 */
export async function requireStepUp(ctx: OrgContext | StaffContext, reason: StepUpReason): Promise<void> {
  await assertFreshProof(ctx, reason);
}

/**
 * Required for publishing a creator's profile and sending the first application; throws auth.age_unknown until the
 * birth date was given.
 */
export async function requireAge(ctx: OrgContext): Promise<void> {
  const row = await withTx(ctx, (tx) =>
    tx.db
      .selectFrom('creator_profiles')
      .select('adult_confirmed_at')
      .where('org_id', '=', tx.actor.orgId)
      .executeTakeFirst(),
  );
  if (!row?.adult_confirmed_at) throw new AppError('auth.age_unknown');
}
