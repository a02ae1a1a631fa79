import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { type Page, requirePlace, rowCursor, toPage } from '../../core/pagination.ts';
import { staffMay } from '../../core/staff.ts';
import { truncated } from '../../core/text.ts';
import { requireStaffAct, requireStepUp } from '../../guards.ts';
import { approve, pendingFor, propose } from '../approvals/service.ts';
import { audit } from '../audit/audit.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { splitProblem } from '../escrow/settlement/rules.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { briefOf } from '../terms/rules.ts';
import { NEGOTIABLE, needsSecond, phaseEnd } from './rules.ts';
import { lockedDispute } from './facts.ts';
import {
  aloneUpTo,
  confirmDecisionRow,
  decisionOfApproval,
  effectiveDecisions,
  insertDecision,
  isRelated,
  queuedDisputes,
} from './queries/decisions.ts';
import { disputeById, swapDispute, type DisputeRow } from './queries/disputes.ts';
import { decisionProblem } from './row/rules.ts';
import type {
  confirmDecisionInput,
  decideDisputeInput,
  disputeQueueInput,
  QueuedDispute,
  StaffDisputeDto,
  staffDisputeInput,
} from './schema.ts';
import { disputedMilestone, mayNothing, toDispute } from './view.ts';

const decisionNumber = (row: DisputeRow): 1 | 2 => (row.state === 'appealed' ? 2 : 1);

/** Why a staff member may not decide or confirm this dispute now; null when it may. */
async function decisionRefusal(tx: StaffContext, row: DisputeRow): Promise<ErrorCode | null> {
  // An appeal is decided by people who had no part in the decision.
  const before = row.state === 'appealed' ? await effectiveDecisions(tx.db, row.id) : [];
  const { userId } = tx.actor;
  return decisionProblem(row, {
    now: tx.clock.now(),
    related: await isRelated(tx.db, row.id, userId),
    tookPart: before.some((d) => d.decided_by === userId || d.confirmed_by === userId),
  });
}

async function refuse(tx: StaffContext, row: DisputeRow): Promise<void> {
  const refused = await decisionRefusal(tx, row);
  if (refused) throw new AppError(refused);
}

/** The decision takes effect: the time to appeal begins, or, about an appeal, the execution. The workflow notifies the sides. */
async function apply(tx: StaffContext, row: DisputeRow, kept: number): Promise<void> {
  const now = tx.clock.now();
  const isAppeal = row.state === 'appealed';
  const moved = await swapDispute(
    tx.db,
    row,
    {
      state: isAppeal ? 'executing' : 'appeal',
      outcome: 'decided',
      kept,
      settled_at: now,
      phase_ends_at: isAppeal ? new Date(now.getTime() + row.execution_ms) : phaseEnd(now, row.appeal_ms, row.zone),
    },
    now,
  );
  if (!moved) throw new AppError('dispute.settled_meanwhile');
  await signalWorkflow(tx, 'disputeCase', row.id, 'decided', `v${row.version + 1}`);
  await audit(tx, 'dispute.decided', `dispute:${row.id}`, { kept, amount: row.amount });
}

/**
 * Decides a dispute, with a reason that both sides read; above the limit it is a proposal that Finance confirms. Throws
 * auth.not_allowed, auth.step_up_required, dispute.not_yet, dispute.settled_meanwhile, dispute.related,
 * dispute.same_person, escrow.deadline_passed, state.changed, approval.open, input.invalid, not_found.
 */
export async function decide(
  ctx: StaffContext,
  input: z.output<typeof decideDisputeInput>,
): Promise<{ state: 'decided' | 'proposed' }> {
  requireStaffAct(ctx, 'disputes.decide');
  return withTx(ctx, async (tx) => {
    const row = await lockedDispute(tx, input.disputeId);
    await refuse(tx, row);
    const problem = splitProblem(input.creatorGets, row.amount, row.currency);
    if (problem) throw new AppError('input.invalid', { field: 'creatorGets', problem });
    if (row.version !== input.version) throw new AppError('state.changed', { state: row.state });
    await requireStepUp(tx, 'staff_decision');
    const now = tx.clock.now();
    const n = decisionNumber(row);
    const proposal = needsSecond(row, await aloneUpTo(tx.db, row.currency, now))
      ? await propose(tx, {
          kind: 'dispute_decision',
          subject: row.id,
          payload: { creatorGets: input.creatorGets, amount: row.amount, currency: row.currency, n },
          note: truncated(input.reason, 500),
        })
      : null;
    await insertDecision(tx.db, {
      id: newId(now.getTime()),
      dispute: row,
      n,
      kept: input.creatorGets,
      reason: input.reason,
      by: tx.actor,
      approvalId: proposal?.id ?? null,
      at: now,
    });
    if (!proposal) await apply(tx, row, input.creatorGets);
    return { state: proposal ? 'proposed' : 'decided' };
  });
}

/**
 * Finance confirms a decision above the limit, as a second person who is related to neither side. Throws
 * approval.same_person, approval.expired, state.already_decided and what `decide` throws.
 */
export async function confirm(
  ctx: StaffContext,
  input: z.output<typeof confirmDecisionInput>,
): Promise<{ disputeId: string }> {
  requireStaffAct(ctx, 'disputes.confirm');
  return withTx(ctx, async (tx) => {
    const decision = await decisionOfApproval(tx.db, input.proposalId);
    if (!decision) throw new AppError('not_found');
    const row = await lockedDispute(tx, decision.dispute_id);
    await refuse(tx, row);
    if (decision.n !== decisionNumber(row)) throw new AppError('dispute.settled_meanwhile');
    await approve(tx, { id: input.proposalId, kind: 'dispute_decision' });
    const { userId, name } = tx.actor;
    const at = tx.clock.now();
    if (!(await confirmDecisionRow(tx.db, decision.id, { userId, name, confirmation: input.reason, at })))
      throw new AppError('state.already_decided');
    await apply(tx, row, decision.kept);
    return { disputeId: row.id };
  });
}

/** By when a person has to decide; null where the decision is taken or the sides have settled. */
const decisionDue = (row: Pick<DisputeRow, 'state' | 'phase_ends_at' | 'decision_ends_at'>): Date | null =>
  row.state === 'appealed'
    ? row.phase_ends_at
    : (NEGOTIABLE as readonly string[]).includes(row.state)
      ? row.decision_ends_at
      : null;

/** Open disputes, the next to decide first. */
export async function queue(
  ctx: StaffContext,
  { after, limit }: z.output<typeof disputeQueueInput>,
): Promise<Page<QueuedDispute>> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const rows = await queuedDisputes(tx.db, { after: requirePlace(after), limit: limit + 1, at: now });
    const alone = new Map<Currency, number>();
    for (const { currency } of rows)
      if (!alone.has(currency)) alone.set(currency, await aloneUpTo(tx.db, currency, now));
    return toPage(rows, limit, rowCursor, (row) => ({
      id: row.id,
      dealTitle: row.deal_title,
      milestoneTitle: row.milestone_title,
      brandName: row.brand_name,
      creatorName: row.creator_name,
      amount: row.amount,
      currency: row.currency,
      reason: row.reason,
      state: row.state,
      openedAt: row.opened_at,
      dueAt: decisionDue(row),
      appealedSide: row.state === 'appealed' ? row.appealed_side : null,
      needsSecond: needsSecond(row, alone.get(row.currency) ?? 0),
      proposedByName: row.proposed_by_name,
    }));
  });
}

/** A dispute with all that both sides said, and its contract. Offers are hidden from staff. Throws not_found. */
export async function caseOf(ctx: StaffContext, input: z.output<typeof staffDisputeInput>): Promise<StaffDisputeDto> {
  return withTx(ctx, async (tx) => {
    const row = await disputeById(tx.db, input.disputeId);
    if (!row) throw new AppError('not_found');
    await audit(tx, 'staff.read_dispute', `dispute:${row.id}`, {});
    const milestone = await readMilestone(tx, row.milestone_id);
    const now = tx.clock.now();
    const limit = await aloneUpTo(tx.db, row.currency, now);
    const pending = await pendingFor(tx, { kind: 'dispute_decision', subject: row.id });
    const decision = pending ? await decisionOfApproval(tx.db, pending.id) : undefined;
    const refused = await decisionRefusal(tx, row);
    return {
      milestone: await disputedMilestone(tx, milestone),
      dispute: await toDispute(tx, row, mayNothing('auth.not_allowed'), { ownOffer: null, otherOfferedAt: null }),
      contractId: row.contract_id,
      aloneUpTo: limit,
      needsSecond: needsSecond(row, limit),
      canDecide: staffMay(tx.actor.role, 'disputes.decide') ? (refused ?? true) : 'auth.not_allowed',
      proposal:
        pending && decision
          ? {
              id: pending.id,
              creatorGets: decision.kept,
              reason: decision.reason,
              byName: pending.proposedByName,
              mine: pending.mine,
              mayConfirm: !pending.mine && refused === null && staffMay(tx.actor.role, 'disputes.confirm'),
              expiresAt: pending.expiresAt,
            }
          : null,
      priorState: row.prior_state,
      brief: { title: milestone.contract_title, items: briefOf(milestone.terms, milestone.seq) },
      serverNow: now,
    };
  });
}
