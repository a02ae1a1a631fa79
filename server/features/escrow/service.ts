import type { z } from 'zod';
import { withTx, type OrgContext, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireStepUp } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { decideReopening } from '../campaigns/places.ts';
import { audit } from '../audit/audit.ts';
import { briefOf } from '../terms/rules.ts';
import type { Side } from '../terms/schema.ts';
import { postingsOf } from '../ledger/service.ts';
import { mandateOf } from '../orgs/mandate.ts';
import { requiresProof } from '../security/rules.ts';
import { dealFor, factsOf, listDeals } from './deals.ts';
import { appendEvent, verifyChain } from './events.ts';
import {
  endDealIfOver,
  lockedMilestone,
  milestoneMove,
  openContractMilestones,
  signalEscrow,
  notifyParty,
} from './moves.ts';
import { commentsToCite, decideSubmission, markAsked } from './queries/reviews.ts';
import { contractOf } from './queries/contracts.ts';
import { milestoneById, type MilestoneRow } from './queries/milestones.ts';
import { cancellationOf, cancelReason, CLAIM_LIMIT_MS, deadlines, refusalOf, type DealAction } from './rules.ts';
import type {
  cancelInput,
  ChainVerdict,
  DealDto,
  decideInput,
  EventType,
  PostingDto,
  requestChangesInput,
} from './schema.ts';

export const sideOf = (row: { brand_org: string }, orgId: string): Side =>
  row.brand_org === orgId ? 'brand' : 'creator';

/**
 * Throws unless the actor may do `action` on this milestone now and saw its newest version. A milestone that was
 * decided meanwhile throws state.already_decided; a row that moved but still admits the act throws state.changed.
 */
export async function assertMay(
  ctx: OrgContext,
  action: DealAction,
  row: MilestoneRow,
  seenVersion: number,
): Promise<void> {
  const refused = refusalOf(action, factsOf(row), {
    side: sideOf(row, ctx.actor.orgId),
    role: ctx.actor.role,
    mandate: await mandateOf(ctx, row.creator_org),
    now: ctx.clock.now(),
  });
  if (refused === 'state.wrong' && row.version !== seenVersion)
    throw new AppError('state.already_decided', { state: row.state });
  if (refused) throw new AppError(refused, refused === 'state.wrong' ? { state: row.state } : {});
  if (row.version !== seenVersion) throw new AppError('state.changed', { state: row.state });
}

interface Act {
  action: DealAction;
  /** The event that stands for the act. */
  event: EventType;
  input: { milestoneId: string; version: number };
  /** Moves the row and writes the event; returns the new row. */
  apply(tx: OrgContext, row: MilestoneRow): Promise<MilestoneRow>;
}

/**
 * One act of a person on a milestone: lock, decide, move, event, signal, in one transaction. Repeated, it returns the
 * same.
 */
async function perform(ctx: OrgContext, { action, event, input, apply }: Act): Promise<DealDto> {
  return withTx(ctx, async (tx) => {
    const bound = await bindRequestKey(tx, `escrow.${event}`, input);
    const row = await lockedMilestone(tx, input.milestoneId, ctx.actor.orgId);
    if (bound === 'first') {
      await assertMay(tx, action, row, input.version);
      const moved = await apply(tx, row);
      await signalEscrow(tx, moved, event);
      await audit(tx, `escrow.${event}`, `milestone:${row.id}`, { state: moved.state });
    }
    return dealFor(tx, { contractId: row.contract_id });
  });
}

/**
 * The brand accepts the work and clearing starts. Past the review window the effect is that of the automatic approval.
 */
export async function approve(ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'approve',
    event: 'approved',
    input,
    async apply(tx, row) {
      if (requiresProof(row, tx.integrations.settings.releaseStepUpAbove)) await requireStepUp(tx, 'release');
      const now = tx.clock.now();
      const work = await decideSubmission(tx.db, { milestoneId: row.id, state: 'approved', at: now, by: tx.actor });
      if (!work) throw new AppError('escrow.nothing_submitted');
      const moved = await milestoneMove(tx, row, 'approve', {
        approved_at: now,
        deadline_at: deadlines.approved(now, row.terms.clocks, row.hold_expires_at),
      });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'approved',
        data: { n: work.n, amount: row.amount },
      });
      await notifyParty(tx, moved, 'creator', 'work_approved', `v${moved.version}`);
      return moved;
    },
  });
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
      await markAsked(tx.db, { submissionId: work.id, sides: row, items: briefItems, at: now });
      const reason =
        text ||
        comments
          .map((c) => c.body)
          .join('\n')
          .slice(0, 2000);
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
      await notifyParty(tx, moved, 'creator', 'changes_requested', `round${round}`, { reason: reason.slice(0, 200) });
      return moved;
    },
  });
}

/** The brand takes the one extension the contract gives. Throws escrow.already_extended, escrow.held_too_long, escrow.deadline_passed. */
export async function extendReview(ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'extendReview',
    event: 'review_extended',
    input,
    async apply(tx, row) {
      const deadline = deadlines.extended(row.deadline_at ?? tx.clock.now(), row.terms.clocks);
      const moved = await milestoneMove(tx, row, 'extendReview', { review_extended: true, deadline_at: deadline });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'review_extended',
        data: { until: deadline.toISOString() },
      });
      await notifyParty(tx, moved, 'creator', 'review_extended', `v${moved.version}`);
      return moved;
    },
  });
}

/**
 * Ends a milestone one-sidedly where the contract allows it: unfunded it is void, funded without work or overdue the money
 * goes back (less the kill fee both sides signed, when the brand cancels before it is overdue).
 */
export async function cancel(ctx: OrgContext, input: z.output<typeof cancelInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'cancel',
    event: 'cancelled',
    input,
    async apply(tx, row) {
      const side = sideOf(row, tx.actor.orgId);
      const kind = cancellationOf(row.state);
      if (!kind) throw new AppError('state.wrong', { state: row.state });
      const now = tx.clock.now();
      const reason = cancelReason(factsOf(row), side, now);
      const deadline = kind === 'cancelUnfunded' ? null : new Date(now.getTime() + CLAIM_LIMIT_MS);
      if (side === 'brand' && row.campaign_id)
        await decideReopening(tx, { campaignId: row.campaign_id, reopens: input.lookAgain === true });
      const moved = await milestoneMove(tx, row, kind, { deadline_at: deadline, refund_reason: reason });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'cancelled',
        data: { by: side, reason: input.reason, amount: kind === 'cancelUnfunded' ? 0 : row.amount },
      });
      if (kind === 'cancelUnfunded') {
        await appendEvent(tx, { contractId: row.contract_id, milestoneId: row.id, type: 'void', data: { reason } });
        await endDealIfOver(tx, moved);
      }
      await notifyParty(tx, moved, side === 'brand' ? 'creator' : 'brand', 'milestone_cancelled', `v${moved.version}`);
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

/** Both signed: the contract's milestones await their funding, each with its workflow. In the caller's transaction. */
export const openMilestones = (tx: ServiceContext, contractId: string): Promise<void> =>
  openContractMilestones(tx, contractId);

/** The ledger's postings of a milestone, for its parties. */
export async function postings(ctx: OrgContext, input: { milestoneId: string }): Promise<PostingDto[]> {
  return withTx(ctx, async (tx) => {
    const row = await milestoneById(tx.db, input.milestoneId);
    if (!row || ![row.brand_org, row.creator_org, row.agency_org].includes(tx.actor.orgId))
      throw new AppError('not_found');
    return postingsOf(tx, row.id);
  });
}

/** Computes the deal's hash chain again on the server; the deal page does the same in the browser. */
export async function verify(ctx: OrgContext, input: { contractId: string }): Promise<ChainVerdict> {
  return withTx(ctx, async (tx) => {
    if (!(await contractOf(tx.db, { contractId: input.contractId, orgId: tx.actor.orgId })))
      throw new AppError('not_found');
    const brokenAt = await verifyChain(tx, input.contractId);
    return { valid: brokenAt === null, brokenAt };
  });
}

export { dealFor, listDeals };
