import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { requireGrant } from '../escrow/grant.ts';
import { readMilestone } from '../escrow/milestone/moves.ts';
import { splitProblem } from '../escrow/settlement/rules.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import type { Side } from '../terms/schema.ts';
import { lockedDispute, notifySide } from './facts.ts';
import { factsOf, hasEnded, resumesInTime } from './row/rules.ts';
import { actingSide } from './opening.ts';
import { insertStatement, putOffer, settleIfMet, swapDispute, type DisputeRow } from './queries/disputes.ts';
import { actRefusal, allTo, appealDueAt, otherSide } from './rules.ts';
import type { actInput, appealInput, DisputeAction, DisputeRoomDto, offerInput, messageInput } from './schema.ts';
import { roomFor } from './view.ts';

interface Acting {
  tx: OrgContext;
  row: DisputeRow;
  side: Side;
  now: Date;
}

/**
 * One act of a side, in one transaction on the locked dispute. `bound`: what the request key stands for; never an
 * offer's value, whose hash could be guessed.
 */
async function perform(
  ctx: OrgContext,
  action: DisputeAction,
  bound: { disputeId: string; version?: number; text?: string },
  apply: (acting: Acting) => Promise<void>,
): Promise<DisputeRoomDto> {
  const milestoneId = await withTx(ctx, async (tx) => {
    const { version, ...input } = bound;
    const first = (await bindRequestKey(tx, `disputes.${action}`, input)) === 'first';
    const row = await lockedDispute(tx, bound.disputeId);
    const side = actingSide(tx, row);
    if (!first) return row.milestone_id;
    const now = tx.clock.now();
    const milestone = await readMilestone(tx, row.milestone_id);
    const refused = actRefusal(
      action,
      { ...factsOf(row), holds: milestone.holds },
      { side, now, resumes: resumesInTime(row, milestone, now) },
    );
    if (refused) throw new AppError(refused);
    if (version !== undefined && version !== row.version) throw new AppError('state.changed', { state: row.state });
    await apply({ tx, row, side, now });
    return row.milestone_id;
  });
  return roomFor(ctx, { milestoneId });
}

async function move({ tx, row, now }: Acting, event: string, set: Parameters<typeof swapDispute>[2]): Promise<void> {
  if (!(await swapDispute(tx.db, row, set, now))) throw new AppError('state.already_decided');
  await signalWorkflow(tx, 'disputeCase', row.id, event, `v${row.version + 1}`);
}

const answered = ({ row, side, now }: Acting) => ({ [`${side}_answered_at`]: row[`${side}_answered_at`] ?? now });

/** A message that the other side and staff read; past the end of a phase it comes too late to count as an answer. */
export async function send(ctx: OrgContext, input: z.output<typeof messageInput>): Promise<DisputeRoomDto> {
  requireRight(ctx, 'message.send');
  return perform(ctx, 'send', { disputeId: input.disputeId, text: input.text }, async (acting) => {
    await write(acting, 'message', input.text);
    const { row, now } = acting;
    await move(acting, 'message', hasEnded(row, now) ? {} : answered(acting));
  });
}

async function write({ tx, row, side, now }: Acting, kind: 'message' | 'appeal', body: string): Promise<void> {
  const id = newId(now.getTime());
  await insertStatement(tx.db, {
    id,
    dispute: row,
    side,
    kind,
    reason: null,
    body,
    userId: tx.actor.userId,
    name: tx.actor.name,
    at: now,
  });
  if (kind === 'message') {
    const milestone = await readMilestone(tx, row.milestone_id);
    await notifySide(tx, { row, milestone }, otherSide(side), 'dispute_message', id);
  }
}

/** Money that the brand offers or gives is a release of that sum; a creator gives nothing but its own claim. */
async function requireShare({ tx, row, side }: Acting, creatorGets: number): Promise<void> {
  if (side === 'brand') await requireGrant(tx, row, creatorGets, { kind: 'dispute', id: row.id });
}

/**
 * Sets the side's own offer, which no other reader sees; when it meets the other side's, the dispute is settled halfway in
 * this transaction. Throws input.invalid (below 0, above what is held, off the currency's step) and
 * escrow.over_release_limit.
 */
export async function offer(ctx: OrgContext, input: z.output<typeof offerInput>): Promise<DisputeRoomDto> {
  requireRight(ctx, 'escrow.cancel');
  return perform(ctx, 'offer', { disputeId: input.disputeId }, async (acting) => {
    const { tx, row, side, now } = acting;
    const problem = splitProblem(input.creatorGets, row.amount, row.currency);
    if (problem) throw new AppError('input.invalid', { field: 'creatorGets', problem });
    await requireShare(acting, input.creatorGets);
    await putOffer(tx.db, { disputeId: row.id, side, orgId: tx.actor.orgId, creatorGets: input.creatorGets, at: now });
    if (!(await swapDispute(tx.db, row, { [`${side}_offered_at`]: now }, now)))
      throw new AppError('state.already_decided');
    await audit(tx, 'dispute.offered', `dispute:${row.id}`, {});
    const agreed = await settleIfMet(tx.db, row.id, now);
    if (agreed === null) return;
    await signalWorkflow(tx, 'disputeCase', row.id, 'agreed', `v${row.version + 2}`);
    await audit(tx, 'dispute.agreed', `dispute:${row.id}`, { kept: agreed });
  });
}

/** A side gives all of it to the other, at once. */
export async function concede(ctx: OrgContext, input: z.output<typeof actInput>): Promise<DisputeRoomDto> {
  requireRight(ctx, 'escrow.cancel');
  return perform(ctx, 'concede', input, async (acting) => {
    const { tx, row, side, now } = acting;
    const kept = allTo(otherSide(side), row.amount);
    await requireShare(acting, kept);
    await move(acting, 'conceded', {
      state: 'executing',
      outcome: 'conceded',
      kept,
      settled_at: now,
      phase_ends_at: new Date(now.getTime() + row.execution_ms),
    });
    await audit(tx, 'dispute.conceded', `dispute:${row.id}`, { kept });
  });
}

/** The side that opened it alone takes it back: the clocks go on. Throws dispute.not_yours, dispute.too_late_to_withdraw, escrow.on_hold. */
export async function withdraw(ctx: OrgContext, input: z.output<typeof actInput>): Promise<DisputeRoomDto> {
  requireRight(ctx, 'escrow.cancel');
  return perform(ctx, 'withdraw', input, async (acting) => {
    const { tx, row, now } = acting;
    await move(acting, 'withdrawn', {
      state: 'withdrawing',
      outcome: 'withdrawn',
      settled_at: now,
      phase_ends_at: new Date(now.getTime() + row.execution_ms),
    });
    await audit(tx, 'dispute.withdrawn', `dispute:${row.id}`, {});
  });
}

/** Once, against a decision or a loss by silence, before it is carried out. Throws dispute.executed, escrow.deadline_passed. */
export async function appeal(ctx: OrgContext, input: z.output<typeof appealInput>): Promise<DisputeRoomDto> {
  requireRight(ctx, 'escrow.cancel');
  return perform(ctx, 'appeal', input, async (acting) => {
    const { tx, row, side, now } = acting;
    await write(acting, 'appeal', input.text);
    await move(acting, 'appealed', {
      state: 'appealed',
      appealed_side: side,
      appealed_at: now,
      phase_ends_at: appealDueAt(row.settled_at ?? now, now, row),
    });
    await audit(tx, 'dispute.appealed', `dispute:${row.id}`, {});
  });
}
