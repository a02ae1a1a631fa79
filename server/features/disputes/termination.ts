import type * as z from 'zod';
import { withTx, type StaffContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { ALL_STAFF } from '../../core/staff-roles.ts';
import { truncated } from '../../core/text.ts';
import { requireStaffAct } from '../../guards.ts';
import { approve, assertUnrelated, propose } from '../approvals/service.ts';
import { audit } from '../audit/audit.ts';
import { interrupted, lapseRequest } from '../escrow/cancel/requests.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { isTerminable } from '../escrow/milestone/rules.ts';
import { restOf } from '../escrow/release/rules.ts';
import { setAside, terminateMilestone } from '../escrow/settlement/dispute.ts';
import { isDisputable, splitProblem } from '../escrow/settlement/rules.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { queueStaffMail } from '../notifications/queue-mail.ts';
import { beginDispute } from './begin.ts';
import { notifySide, type Milestone } from './facts.ts';
import { effectiveDecisions, insertDecision, type DecisionRow } from './queries/decisions.ts';
import { openDisputeOf, swapDispute, type DisputeRow, type NewDispute } from './queries/disputes.ts';
import { PHASE_MS, phaseEnd, TERMINATION_REASONS, terminationTimes } from './rules.ts';
import type { confirmTerminationInput, proposeTerminationInput, TerminableDto, terminationInput } from './schema.ts';
import { disputedMilestone } from './view.ts';

/*
 * Two staff members end a milestone that no act of its sides ends. It is a dispute that begins with its decision, so that both
 * sides appeal it, and it is settled, as any other. Until it takes effect the milestone goes on by its clocks and its sides.
 */

/** What staff would end, and what is held of it. Throws not_found, state.wrong, state.already_decided. */
async function held(tx: StaffContext, milestoneId: string): Promise<{ milestone: Milestone; held: number }> {
  const milestone = await readMilestone(tx, milestoneId);
  const rest = restOf(milestone);
  if (!isTerminable(milestone.state) || rest === 0) throw new AppError('state.wrong');
  // A decision that has not taken effect yet.
  if (await openDisputeOf(tx.db, milestone.id)) throw new AppError('state.already_decided');
  return { milestone, held: rest };
}

/** A milestone that staff may end. Throws not_found, state.wrong, state.already_decided. */
export async function terminable(ctx: StaffContext, input: z.output<typeof terminationInput>): Promise<TerminableDto> {
  return withTx(ctx, async (tx) => {
    const { milestone, held: amount } = await held(tx, input.milestoneId);
    return { milestone: await disputedMilestone(tx, milestone), held: amount };
  });
}

/**
 * The first of two staff members proposes to end a milestone: what its creator gets of what is held, and why. Throws
 * auth.not_allowed, auth.step_up_required, state.wrong, input.invalid (creatorGets), payment.related, approval.open, not_found.
 */
export async function proposeTermination(
  ctx: StaffContext,
  input: z.output<typeof proposeTerminationInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'disputes.proposeTermination');
  return withTx(ctx, async (tx) => {
    const { milestone, held: amount } = await held(tx, input.milestoneId);
    const { currency, state, contract_id: contractId } = milestone;
    const problem = splitProblem(input.creatorGets, amount, currency);
    if (problem) throw new AppError('input.invalid', { field: 'creatorGets', problem });
    await assertUnrelated(tx, { userIds: [tx.actor.userId], orgId: null, contractId });
    return propose(tx, {
      kind: 'milestone_termination',
      subject: milestone.id,
      payload: {
        state,
        amount,
        currency,
        creatorGets: input.creatorGets,
        reason: input.reason,
        text: input.text,
        byName: tx.actor.name,
      },
      note: input.text,
    });
  });
}

/**
 * The second confirms, and the worker ends the milestone. Throws approval.same_person, approval.expired, payment.related,
 * state.wrong, and state.changed when its state or what is held changed meanwhile.
 */
export async function confirmTermination(
  ctx: StaffContext,
  input: z.output<typeof confirmTerminationInput>,
): Promise<{ milestoneId: string }> {
  requireStaffAct(ctx, 'disputes.confirmTermination');
  return withTx(ctx, async (tx) => {
    const { subject, payload, proposedBy } = await approve(tx, { id: input.proposalId, kind: 'milestone_termination' });
    const { milestone, held: amount } = await held(tx, subject);
    if (milestone.state !== payload['state'] || amount !== payload['amount'])
      throw new AppError('state.changed', { state: milestone.state });
    const { contract_id: contractId } = milestone;
    await assertUnrelated(tx, { userIds: [tx.actor.userId, proposedBy], orgId: null, contractId });
    const { userId, name } = tx.actor;
    const row = await begin(tx, milestone, String(payload['reason']));
    await insertDecision(tx.db, {
      id: newId(row.opened_at.getTime()),
      dispute: row,
      n: 1,
      kept: Number(payload['creatorGets']),
      reason: String(payload['text']),
      by: { userId: proposedBy, name: String(payload['byName']) },
      approvalId: input.proposalId,
      confirmedBy: { userId, name },
      at: row.opened_at,
    });
    await audit(tx, 'milestone.terminated', `contract:${contractId}`, { milestone: milestone.id, dispute: row.id });
    return { milestoneId: milestone.id };
  });
}

/** The dispute that begins with the decision. */
async function begin(tx: StaffContext, milestone: Milestone, code: string): Promise<NewDispute> {
  const now = tx.clock.now();
  const prior = await interrupted(tx, milestone);
  const reason = TERMINATION_REASONS.find((one) => one === code);
  if (!reason || !isDisputable(prior.state) || !prior.deadlineAt || !milestone.hold_expires_at)
    throw new Error(`milestone ${milestone.id} is ${prior.state} and cannot be ended: ${code}`);
  const zone = milestone.terms.clocks.workingDaysIn ?? null;
  const { limitAt } = terminationTimes(now, { holdEnd: milestone.hold_expires_at, zone });
  return beginDispute(tx, milestone, {
    amount: restOf(milestone),
    returned: 0,
    state: 'deciding',
    reason,
    opened_side: null,
    opened_at: now,
    prior_state: prior.state,
    prior_deadline_at: prior.deadlineAt,
    talk_ends_at: now,
    evidence_ends_at: now,
    decision_ends_at: now,
    appeal_ms: PHASE_MS.appeal,
    execution_ms: PHASE_MS.execution,
    zone,
    limit_at: limitAt,
    phase_ends_at: now,
  });
}

/**
 * A decision to end a milestone takes effect: the time to appeal begins. Where the milestone moved on between the confirmation
 * and this step it does not, and who took it is mailed.
 */
export async function takeEffect(
  tx: SystemContext,
  { row, milestone }: { row: DisputeRow; milestone: Milestone },
): Promise<string> {
  const now = tx.clock.now();
  const [decision] = await effectiveDecisions(tx.db, row.id);
  if (!decision) throw new Error(`dispute ${row.id} was begun by staff without a decision`);
  const { state } = await interrupted(tx, milestone);
  if (state !== row.prior_state || restOf(milestone) !== row.amount) return fail(tx, { row, milestone, decision });
  await lapseRequest(tx, milestone);
  const appealEndsAt = phaseEnd(now, row.appeal_ms, row.zone);
  const moved = await terminateMilestone(tx, milestone, { disputeId: row.id, appealEndsAt });
  const set = { state: 'appeal', outcome: 'decided', kept: decision.kept, settled_at: now } as const;
  await swapDispute(tx.db, row, { ...set, announced: 'appeal', phase_ends_at: appealEndsAt }, now);
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    type: 'terminated',
    data: {
      amount: decision.kept,
      back: row.amount - decision.kept,
      reason: row.reason,
      note: decision.reason,
      until: appealEndsAt.toISOString(),
    },
  });
  await setAside(tx, moved);
  for (const side of ['brand', 'creator'] as const)
    await notifySide(tx, { row, milestone: moved }, side, 'milestone_terminated', 'terminated', {
      amountMinor: decision.kept,
      reason: truncated(decision.reason, 200),
      deadlineAt: appealEndsAt.toISOString(),
    });
  return 'the milestone was ended by staff';
}

async function fail(
  tx: SystemContext,
  { row, milestone, decision }: { row: DisputeRow; milestone: Milestone; decision: DecisionRow },
): Promise<string> {
  const now = tx.clock.now();
  const set = { state: 'withdrawn', outcome: 'withdrawn', announced: 'withdrawn', phase_ends_at: null } as const;
  await swapDispute(tx.db, row, { ...set, ended_at: now }, now);
  for (const only of [decision.decided_by, decision.confirmed_by])
    if (only)
      await queueStaffMail(
        tx,
        ALL_STAFF,
        {
          kind: 'termination_failed',
          key: row.id,
          data: { title: `${milestone.contract_title} · ${milestone.title}` },
        },
        { only },
      );
  return `the milestone moved on: ${milestone.state}`;
}
