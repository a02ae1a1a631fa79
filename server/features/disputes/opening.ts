import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { assertMay } from '../escrow/act.ts';
import { disputeMilestone } from '../escrow/settlement/dispute.ts';
import { requireGrant } from '../escrow/grant.ts';
import { restOf, sharedRest } from '../escrow/release/rules.ts';
import { isDisputable } from '../escrow/settlement/rules.ts';
import { lockedMilestone } from '../escrow/milestone/moves.ts';
import { appendEvent } from '../escrow/timeline/events.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { askCreator, dropRequest } from '../representations/requests.ts';
import { needsCreator } from '../representations/rules.ts';
import type { Side } from '../terms/schema.ts';
import { beginDispute } from './begin.ts';
import { lockedDispute, notifySide, type Milestone } from './facts.ts';
import { disputedPart, disputedPartProblem, type DisputedPart } from './part/rules.ts';
import { disputeById, insertStatement, openDisputeOf, swapDispute, type DisputeRow } from './queries/disputes.ts';
import { hasEnded } from './row/rules.ts';
import { disputeLimit, NEGOTIABLE, otherSide, planPhases } from './rules.ts';
import type { DisputeRoomDto, openDisputeInput } from './schema.ts';
import { roomFor } from './view.ts';

type Input = z.output<typeof openDisputeInput>;

/** The side of an actor that may act in a dispute; an agency may not. Throws not_found, auth.creator_only. */
export function actingSide(ctx: OrgContext, row: Pick<DisputeRow, 'brand_org' | 'creator_org' | 'agency_org'>): Side {
  const { orgId } = ctx.actor;
  if (orgId === row.brand_org) return 'brand';
  if (orgId === row.creator_org) return 'creator';
  throw new AppError(orgId === row.agency_org ? 'auth.creator_only' : 'not_found');
}

/**
 * Opens a dispute about what is still held of a milestone, with a reason that both sides read; one that the other side
 * opened is joined. Who disputes a part gives the rest to the other side in the same act: a brand releases it, a creator
 * gives it back. Throws dispute.approved, dispute.no_fault, dispute.not_funded, dispute.no_time_left,
 * dispute.withdrawn_before, escrow.on_hold, input.invalid (amount), escrow.over_release_limit, escrow.deadline_passed, auth.step_up_required, state.already_decided, state.changed,
 * auth.not_allowed, auth.creator_only, not_found.
 */
export async function open(ctx: OrgContext, input: Input): Promise<DisputeRoomDto> {
  if (!ctx.actor.acting) requireRight(ctx, 'escrow.cancel');
  try {
    await openOrJoin(ctx, input);
  } catch (error) {
    if (!(error instanceof OpenedMeanwhile)) throw error;
    // A caller's transaction cannot be left.
    if (ctx.db.isTransaction) throw new AppError('state.changed');
    await openOrJoin(ctx, input);
  }
  return roomFor(ctx, { milestoneId: input.milestoneId });
}

/**
 * The call waited for the other side's opening, and finds its dispute when it tries again. A dispute is locked before its
 * milestone, so that the transaction is left first, and with it the request key, which stands for nothing yet.
 */
class OpenedMeanwhile extends Error {
  override readonly name = 'OpenedMeanwhile';
}

async function openOrJoin(ctx: OrgContext, input: Input): Promise<void> {
  await withTx(ctx, async (tx) => {
    if ((await bindRequestKey(tx, 'disputes.open', input)) === 'repeated') return;
    const found = await openDisputeOf(tx.db, input.milestoneId);
    if (found) return join(tx, await lockedDispute(tx, found.id), input);
    const milestone = await lockedMilestone(tx, input.milestoneId, tx.actor.orgId);
    const side = actingSide(tx, milestone);
    if (milestone.state === 'disputed') throw new OpenedMeanwhile();
    return begin(tx, milestone, side, input);
  });
}

async function begin(tx: OrgContext, milestone: Milestone, side: Side, input: Input): Promise<void> {
  const now = tx.clock.now();
  await assertMay(tx, 'dispute', milestone, input.version);
  const part = partOf(milestone, side, input);
  if (!isDisputable(milestone.state) || !milestone.deadline_at || !milestone.hold_expires_at)
    throw new Error(`milestone ${milestone.id} is funded without a deadline`);
  const limitAt = disputeLimit(milestone.hold_expires_at);
  const phases = planPhases(now, limitAt, milestone.terms.clocks.workingDaysIn);
  if (!phases) throw new AppError('dispute.no_time_left');
  if (needsCreator(tx.actor.acting, 'dispute_open')) return ask(tx, milestone, input);
  await requireRelease(tx, milestone, part.released);
  const { talkEnds, evidenceEnds, decisionEnds, zone } = phases;
  const { id } = await beginDispute(tx, milestone, {
    amount: part.disputed,
    returned: part.returned,
    state: 'talk',
    reason: input.reason,
    opened_side: side,
    opened_at: now,
    prior_state: milestone.state,
    prior_deadline_at: milestone.deadline_at,
    talk_ends_at: talkEnds,
    evidence_ends_at: evidenceEnds,
    decision_ends_at: decisionEnds,
    appeal_ms: phases.appealMs,
    execution_ms: phases.executionMs,
    zone,
    limit_at: limitAt,
    phase_ends_at: talkEnds,
  });
  const moved = await disputeMilestone(tx, milestone, {
    disputeId: id,
    phaseEndsAt: talkEnds,
    released: part.released,
  });
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    type: 'dispute_opened',
    data: {
      by: side,
      reason: input.reason,
      amount: part.disputed,
      ...(part.returned > 0 ? { returned: part.returned } : {}),
      until: talkEnds.toISOString(),
    },
  });
  const dispute = (await disputeById(tx.db, id))!;
  await state(tx, dispute, side, input);
  await notifySide(tx, { row: dispute, milestone: moved }, otherSide(side), 'dispute_opened', 'opened');
  await audit(tx, 'dispute.opened', `dispute:${id}`, { milestone: milestone.id, reason: input.reason });
}

/** What the act does with what is held. Throws input.invalid. */
function partOf(milestone: Milestone, side: Side, { amount: typed }: Input): DisputedPart {
  const held = restOf(milestone);
  const amount = typed ?? held;
  const problem = disputedPartProblem(amount, held, milestone.currency);
  if (problem)
    throw new AppError('input.invalid', {
      field: 'amount',
      problem,
      amountMinor: held,
      currency: milestone.currency,
    });
  return disputedPart(amount, held, side);
}

/** A brand that gives the rest to the creator releases it. */
async function requireRelease(tx: OrgContext, milestone: Milestone, released: number): Promise<void> {
  if (released === 0) return;
  requireRight(tx, 'escrow.release');
  if (milestone.holds.length > 0 || milestone.charged_back_at) throw new AppError('escrow.on_hold');
  await requireGrant(tx, milestone, released, null);
}

/** An agency does not open it: its creator confirms, on the version that the agency saw. */
const ask = (tx: OrgContext, milestone: Milestone, input: Input): Promise<void> =>
  askCreator(tx, {
    act: 'dispute_open',
    subjectId: milestone.id,
    title: milestone.title,
    price: sharedRest(milestone, partOf(milestone, 'creator', input).disputed),
    input,
  });

/** The other side opens it as well, or the same side adds a statement. */
async function join(tx: OrgContext, row: DisputeRow, input: Input): Promise<void> {
  const side = actingSide(tx, row);
  if (needsCreator(tx.actor.acting, 'dispute_open')) return ask(tx, await lockedMilestone(tx, row.milestone_id), input);
  if (!(NEGOTIABLE as readonly string[]).includes(row.state) || row.opened_side === null)
    throw new AppError('dispute.settled_meanwhile');
  // Who wanted to dispute another sum did not know of this dispute, in which nothing is released.
  if (input.amount !== undefined && input.amount !== row.amount)
    throw new AppError('state.changed', { state: 'disputed' });
  const now = tx.clock.now();
  if (hasEnded(row, now)) throw new AppError('escrow.deadline_passed');
  await state(tx, row, side, input);
  if (side === row.opened_side) return;
  const isFirst = row.joined_at === null;
  await swapDispute(
    tx.db,
    row,
    { joined_at: row.joined_at ?? now, [`${side}_answered_at`]: row[`${side}_answered_at`] ?? now },
    now,
  );
  if (isFirst) {
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.milestone_id,
      type: 'dispute_joined',
      data: { by: side, reason: input.reason },
    });
    await signalWorkflow(tx, 'disputeCase', row.id, 'joined', `v${row.version + 1}`);
  }
  await audit(tx, 'dispute.joined', `dispute:${row.id}`, { reason: input.reason });
}

async function state(tx: OrgContext, dispute: DisputeRow, side: Side, input: Input): Promise<void> {
  if (side === 'creator') await dropRequest(tx, 'dispute_open', dispute.milestone_id);
  await insertStatement(tx.db, {
    id: newId(tx.clock.now().getTime()),
    dispute,
    side,
    kind: 'opening',
    reason: input.reason,
    body: input.text,
    userId: tx.actor.userId,
    name: tx.actor.name,
    at: tx.clock.now(),
  });
}
