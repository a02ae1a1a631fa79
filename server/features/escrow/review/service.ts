import type * as z from 'zod';
import type { OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { truncated } from '../../../core/text.ts';
import { briefOf } from '../../terms/rules.ts';
import { appendEvent } from '../timeline/events.ts';
import {
  lockedMilestone,
  milestoneMove,
  signalEscrow,
  notifyCreatorSide,
  notifyParty,
  notifyReleasers,
} from '../milestone/moves.ts';
import { commentsToCite, decideSubmission, markRequested } from './queries.ts';
import { deadlines } from '../timers/rules.ts';
import type { approveInput, DealDto, decideInput, requestChangesInput } from '../schema.ts';
import { assertMay, perform } from '../act.ts';
import { factsOf } from '../milestone/facts.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { proveRelease } from '../prove-release.ts';
import { restOf } from '../release/rules.ts';
import { awaitPost } from '../live/live.ts';
import { approvalOf } from '../rules.ts';
import { viewerOf } from '../viewer.ts';

/**
 * The brand accepts the work. By a person with the right to release, clearing starts; past the review window the effect is
 * that of the automatic approval. By any other, the work is accepted for good and those who may release are notified.
 */
export async function approve(ctx: OrgContext, input: z.output<typeof approveInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'approve',
    event: 'approved',
    eventOf: (moved) => (moved.state === 'delivered' ? 'accepted' : 'approved'),
    input,
    async apply(tx, row) {
      const comesTo = approvalOf(factsOf(row), await viewerOf(tx, { ...row, id: row.contract_id }));
      if (input.as && input.as !== comesTo) throw new AppError('state.changed', { state: row.state });
      return comesTo === 'release' ? approveWork(tx, row) : acceptWork(tx, row);
    },
  });
}

/** Releases the money of work that was accepted before. Throws escrow.not_accepted, escrow.over_release_limit. */
export const releaseAccepted = (ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> =>
  perform(ctx, { action: 'release', event: 'approved', input, apply: approveWork });

async function approveWork(tx: OrgContext, row: MilestoneRow): Promise<MilestoneRow> {
  await proveRelease(tx, row, restOf(row));
  return awaitPost(tx, await approveAll(tx, row), tx.actor.userId);
}

/** Releases all that is left: of delivered work an approval, before that the brand's decision not to wait for it. */
export async function approveAll(tx: OrgContext, row: MilestoneRow): Promise<MilestoneRow> {
  const now = tx.clock.now();
  const early = row.state !== 'delivered';
  const work = early
    ? undefined
    : await decideSubmission(tx.db, { milestoneId: row.id, state: 'approved', at: now, by: tx.actor });
  if (!work && !early) throw new AppError('escrow.nothing_submitted');
  const moved = await milestoneMove(tx, row, early ? 'approveEarly' : 'approve', {
    approved_at: now,
    deadline_at: deadlines.approved(now, row.terms.clocks, row.hold_expires_at),
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'approved',
    data: { n: work?.n ?? null, amount: restOf(row) },
  });
  await notifyCreatorSide(tx, moved, 'work_approved', `v${moved.version}`);
  return moved;
}

/** The review window goes on: at its end the work is approved automatically, whether or not a person released it. */
async function acceptWork(tx: OrgContext, row: MilestoneRow): Promise<MilestoneRow> {
  const moved = await milestoneMove(tx, row, 'accept', {
    accepted_at: tx.clock.now(),
    accepted_by: tx.actor.userId,
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'accepted',
    data: { amount: restOf(row) },
  });
  await notifyCreatorSide(tx, moved, 'work_accepted', `v${moved.version}`);
  await notifyReleasers(tx, moved, `v${moved.version}`);
  return moved;
}

/**
 * The brand requests another version, citing the brief, the label or its own comments. Throws input.invalid (neither
 * reason nor citation), escrow.no_rounds_left, escrow.held_too_long, escrow.deadline_passed.
 */
export async function requestChanges(ctx: OrgContext, input: z.input<typeof requestChangesInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'requestChanges',
    event: 'changes_requested',
    input,
    async apply(tx, row) {
      const now = tx.clock.now();
      const { reason: text = '', briefItems = [], label = false, commentIds = [] } = input;
      const comments = await commentsToCite(tx.db, { milestoneId: row.id, brandOrg: row.brand_org, ids: commentIds });
      if (text.length < 3 && comments.length === 0)
        throw new AppError('input.invalid', { field: 'reason', problem: 'too_small' });
      if (briefItems.length === 0 && !label && briefOf(row.terms, row.seq).length > 0)
        throw new AppError('input.invalid', { field: 'briefItems', problem: 'none' });
      const request = { reason: text, briefItems, label, commentIds: comments.map((c) => c.id) };
      const work = await decideSubmission(tx.db, {
        milestoneId: row.id,
        state: 'changes_requested',
        at: now,
        by: tx.actor,
        request,
      });
      if (!work) throw new AppError('escrow.nothing_submitted');
      await markRequested(tx.db, { submissionId: work.id, sides: row, items: briefItems, at: now });
      const reason = text || truncated(comments.map((c) => c.body).join('\n'), 2000);
      const round = row.round + 1;
      const moved = await milestoneMove(tx, row, 'requestChanges', {
        round,
        work_due_at: deadlines.revisionDue(now, row.due_at, row.terms.clocks),
        deadline_at: deadlines.changesRequested(now, row.due_at, row.terms.clocks),
      });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'changes_requested',
        data: { n: work.n, round, reason, briefItem: briefItems.join('\n'), label },
      });
      await notifyCreatorSide(tx, moved, 'changes_requested', `round${round}`, { reason: truncated(reason, 200) });
      return moved;
    },
  });
}

/**
 * The creator's work is handed in: the review window starts. Call it in the transaction that marks the submission.
 * `seen`: the milestone as the creator saw it. Throws state.already_decided, state.changed, state.wrong, escrow.deadline_passed.
 */
export async function submitWork(
  tx: OrgContext,
  seen: { milestoneId: string; version: number },
  submissionId: string,
  n: number,
): Promise<{ version: number; deadlineAt: Date }> {
  const row = await lockedMilestone(tx, seen.milestoneId, tx.actor.orgId);
  await assertMay(tx, 'submit', row, seen.version);
  const now = tx.clock.now();
  const deadlineAt = deadlines.delivered(now, row.terms.clocks);
  const moved = await milestoneMove(tx, row, 'submit', {
    submitted_at: now,
    review_extended: false,
    deadline_at: deadlineAt,
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'submitted',
    data: { n, submissionId },
  });
  await notifyParty(tx, moved, 'brand', 'work_submitted', submissionId);
  await signalEscrow(tx, moved, 'submitted');
  return { version: moved.version, deadlineAt };
}
