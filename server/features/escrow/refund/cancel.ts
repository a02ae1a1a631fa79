import type * as z from 'zod';
import type { OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { decideReopening } from '../../campaigns/places.ts';
import { factsOf, sideOf } from '../milestone/facts.ts';
import { appendEvent } from '../timeline/events.ts';
import { endDealIfOver } from '../milestone/end-deal.ts';
import { milestoneMove, notifyParty } from '../milestone/moves.ts';
import { restOf } from '../release/rules.ts';
import { cancellationOf, cancelReason } from './rules.ts';
import { CLAIM_LIMIT_MS } from '../timers/rules.ts';
import type { cancelInput, DealDto } from '../schema.ts';
import { perform } from '../act.ts';

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
        await decideReopening(tx, { campaignId: row.campaign_id, reopens: input.reopens === true });
      const moved = await milestoneMove(tx, row, kind, { deadline_at: deadline, refund_reason: reason });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'cancelled',
        data: { by: side, reason: input.reason, amount: kind === 'cancelUnfunded' ? 0 : restOf(row) },
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
