import type * as z from 'zod';
import type { OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { perform } from '../act.ts';
import { milestoneMove, notifyParty } from '../milestone/moves.ts';
import type { DealDto, decideInput } from '../schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { postTime } from './rules.ts';

/** The brand gives an overdue post more time, once. Throws escrow.already_extended, escrow.held_too_long, escrow.deadline_passed. */
export async function extendPost(ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'extendPost',
    event: 'post_extended',
    input,
    async apply(tx, row) {
      const until = postTime(row, row.post)?.extension;
      if (!(until instanceof Date)) throw new AppError('state.wrong', { state: row.state });
      const moved = await milestoneMove(tx, row, 'extendPost', {
        post_extended_at: tx.clock.now(),
        deadline_at: until,
      });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'post_extended',
        data: { until: until.toISOString() },
      });
      await notifyParty(tx, moved, 'creator', 'post_extended', `v${moved.version}`);
      return moved;
    },
  });
}
