import type * as z from 'zod';
import { withTx, type StaffContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { requireStaffAct, requireStepUp } from '../../../guards.ts';
import { audit } from '../../audit/audit.ts';
import { countCases, openCase, openCaseAbout } from '../../cases/service.ts';
import { readMilestone } from './moves.ts';
import { holdsInEscrow } from '../timers/rules.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import type { holdMilestoneInput } from '../schema.ts';

/**
 * Holds the money of one milestone, with the reason that both sides read: neither released nor refunded until the case
 * that this opens is closed, which lifts it. Its workflow puts the hold on the row; every money movement checks for the
 * case first. Throws auth.not_allowed, auth.step_up_required, not_found, state.wrong unless money is in escrow,
 * state.already_decided.
 */
export async function holdMilestone(
  ctx: StaffContext,
  input: z.output<typeof holdMilestoneInput>,
): Promise<{ caseId: string }> {
  requireStaffAct(ctx, 'escrow.holdMilestone');
  return withTx(ctx, async (tx) => {
    const row = await readMilestone(tx, input.milestoneId);
    if (!holdsInEscrow(row.state)) throw new AppError('state.wrong');
    await requireStepUp(tx, 'staff_decision');
    const about = { kind: 'staff_hold', milestoneId: row.id } as const;
    if (await openCaseAbout(tx, about)) throw new AppError('state.already_decided');
    const { id: caseId, opened } = await openCase(tx, {
      ...about,
      key: `${row.id}:${(await countCases(tx, about)) + 1}`,
      orgId: row.brand_org,
      contractId: row.contract_id,
      amount: row.amount,
      currency: row.currency,
      message: input.reason,
    });
    if (!opened) throw new AppError('state.already_decided');
    await signalWorkflow(tx, 'escrowLifecycle', row.id, 'hold_asked', `case:${caseId}`);
    await audit(tx, 'milestone.held', `contract:${row.contract_id}`, { milestone: row.id, case: caseId });
    return { caseId };
  });
}
