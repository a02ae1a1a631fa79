import type * as z from 'zod';
import type { OrgContext, ServiceContext, SystemContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { truncated } from '../../../core/text.ts';
import type { Side } from '../../terms/schema.ts';
import { perform } from '../act.ts';
import { requireGrant } from '../grant.ts';
import { sideOf } from '../milestone/facts.ts';
import { milestoneMove, notifyBoth, notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { restOf } from '../release/rules.ts';
import { otherSide } from '../rules.ts';
import type {
  answerCancelInput,
  CancelFrom,
  DealDto,
  decideInput,
  MilestoneState,
  proposeCancelInput,
} from '../schema.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';
import { appendEvent } from '../timeline/events.ts';
import { answerBy, BACK_TO, endOfRequest, keepsProblem, silentOutcome } from './rules.ts';
import { endRequest, insertRequest, openRequest, type CancelRequestRow } from './queries.ts';
import { proposalOf, silenceFacts } from './dto.ts';

/** The request that a milestone waits for; its state guarantees one. */
async function requestOf(tx: ServiceContext, row: MilestoneRow): Promise<CancelRequestRow> {
  const request = await openRequest(tx.db, row.id);
  if (!request) throw new Error(`milestone ${row.id} has no open request to cancel`);
  return request;
}

/** What the creator shall keep of what is held. Throws input.invalid. */
function keepsOf(row: MilestoneRow, { keeps }: { keeps: number }): number {
  const held = restOf(row);
  const problem = keepsProblem(keeps, held, row.currency);
  if (problem)
    throw new AppError('input.invalid', { field: 'keeps', problem, amountMinor: held, currency: row.currency });
  return keeps;
}

/**
 * One side asks the other to end a milestone, with a reason and what the creator keeps of what is held. The clock of the
 * interrupted state counts on. Throws input.invalid (keeps), escrow.on_hold, escrow.deadline_passed.
 */
export const proposeCancel = (ctx: OrgContext, input: z.output<typeof proposeCancelInput>): Promise<DealDto> =>
  perform(ctx, {
    action: 'proposeCancel',
    event: 'cancel_proposed',
    input,
    keeps: (_, row) => keepsOf(row, input),
    async apply(tx, row) {
      const side = sideOf(row, tx.actor.orgId);
      const keeps = keepsOf(row, input);
      const id = newId();
      if (side === 'brand') await requireGrant(tx, row, keeps, { kind: 'cancel', id });
      const now = tx.clock.now();
      const request = {
        id,
        proposedBy: side,
        byUser: tx.actor.userId,
        reason: input.reason,
        keeps,
        from: row.state as CancelFrom,
        fromDeadlineAt: row.deadline_at ?? now,
        answerBy: answerBy(now, row.terms.clocks),
        at: now,
      };
      await insertRequest(tx.db, row, request);
      const moved = await milestoneMove(tx, row, 'proposeCancel', {
        deadline_at: endOfRequest(request),
        cancel_proposed_by: side,
      });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'cancel_proposed',
        data: { by: side, reason: input.reason, amount: keeps },
      });
      await notifyParty(tx, moved, otherSide(side), 'cancel_proposed', request.id, {
        reason: truncated(input.reason, 200),
        deadlineAt: endOfRequest(request).toISOString(),
      });
      return moved;
    },
  });

/** The other side agrees: the milestone ends, and what is held is shared as the request says. */
export const acceptCancel = (ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> =>
  perform(ctx, {
    action: 'acceptCancel',
    event: 'cancelled',
    input,
    keeps: async (tx, row) => (await requestOf(tx, row)).keeps,
    async apply(tx, row) {
      const request = await requestOf(tx, row);
      if (request.proposed_by === 'creator')
        await requireGrant(tx, row, request.keeps, { kind: 'cancel', id: request.id });
      return endByAgreement(tx, row, request, { keeps: request.keeps, as: 'accepted', by: 'both' });
    },
  });

/** The other side declines, or the asking side withdraws: the milestone goes on where it was. */
export const declineCancel = (ctx: OrgContext, input: z.output<typeof answerCancelInput>): Promise<DealDto> =>
  perform(ctx, {
    action: 'declineCancel',
    event: 'cancel_declined',
    input,
    apply: async (tx, row) => goBack(tx, row, await requestOf(tx, row), 'declined', input.reason),
  });

export const withdrawCancel = (ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> =>
  perform(ctx, {
    action: 'withdrawCancel',
    event: 'cancel_withdrawn',
    input,
    apply: async (tx, row) => goBack(tx, row, await requestOf(tx, row), 'withdrawn'),
  });

async function endByAgreement(
  tx: OrgContext | SystemContext,
  row: MilestoneRow,
  request: CancelRequestRow,
  { keeps, as, by }: { keeps: number; as: 'accepted' | 'expired'; by: 'both' | Side },
): Promise<MilestoneRow> {
  const now = tx.clock.now();
  await endRequest(tx.db, request.id, { to: as, at: now });
  const moved = await milestoneMove(tx, row, as === 'accepted' ? 'acceptCancel' : 'expireCancel', {
    deadline_at: new Date(now.getTime() + CLAIM_LIMIT_MS),
    cancel_proposed_by: null,
    refund_reason: 'agreed',
    agreed_kept: keeps,
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'cancelled',
    data: { by, reason: request.reason, amount: restOf(row), keeps },
  });
  await notifyBoth(tx, moved, 'cancel_agreed', request.id, { amountMinor: restOf(row) - keeps });
  return moved;
}

const ENDED_BY = {
  declined: { event: 'cancel_declined', notice: 'cancel_declined' },
  withdrawn: { event: 'cancel_withdrawn', notice: 'cancel_withdrawn' },
  lapsed: { event: 'cancel_lapsed', notice: 'cancel_lapsed' },
} as const;

async function goBack(
  tx: OrgContext | SystemContext,
  row: MilestoneRow,
  request: CancelRequestRow,
  as: keyof typeof ENDED_BY,
  reason = '',
): Promise<MilestoneRow> {
  await endRequest(tx.db, request.id, { to: as, at: tx.clock.now() });
  const moved = await milestoneMove(tx, row, BACK_TO[request.from_state], {
    deadline_at: request.from_deadline_at,
    cancel_proposed_by: null,
  });
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: ENDED_BY[as].event,
    data: { to: request.from_state, reason },
  });
  const { notice } = ENDED_BY[as];
  if (as === 'lapsed') await notifyBoth(tx, moved, notice, request.id);
  else
    await notifyParty(
      tx,
      moved,
      as === 'declined' ? request.proposed_by : otherSide(request.proposed_by),
      notice,
      request.id,
    );
  return moved;
}

/** The request ends by itself; call it when the milestone's deadline has passed. */
export async function settleSilence(tx: SystemContext, row: MilestoneRow): Promise<string> {
  const request = await requestOf(tx, row);
  const silent = silentOutcome(proposalOf(request), silenceFacts(row));
  if (silent.outcome === 'cancel') {
    await endByAgreement(tx, row, request, { keeps: silent.keeps, as: 'expired', by: request.proposed_by });
    return 'no answer: cancelled';
  }
  // Delivered work goes on: the clock of the interrupted state counted on and decides.
  const moved = await goBack(tx, row, request, 'lapsed');
  return `the request lapsed: ${moved.state}`;
}

/** The state and deadline that a milestone has apart from a proposal to cancel, which interrupts them. */
export async function interrupted(
  tx: ServiceContext,
  row: MilestoneRow,
): Promise<{ state: MilestoneState; deadlineAt: Date | null }> {
  if (row.state !== 'cancel_requested') return { state: row.state, deadlineAt: row.deadline_at };
  const { from_state: state, from_deadline_at: deadlineAt } = await requestOf(tx, row);
  return { state, deadlineAt };
}

/** What keeps the money where it is, a hold that stops refunds or a decision of staff, ends the request. */
export async function lapseRequest(tx: SystemContext, row: MilestoneRow): Promise<void> {
  if (row.state !== 'cancel_requested') return;
  Object.assign(row, await goBack(tx, row, await requestOf(tx, row), 'lapsed'));
}
