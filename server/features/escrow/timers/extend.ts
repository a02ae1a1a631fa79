import type * as z from 'zod';
import type { OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { perform } from '../act.ts';
import { factsOf } from '../milestone/facts.ts';
import { milestoneMove, notifyParty } from '../milestone/moves.ts';
import type { DealDto } from '../schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { deadlines, moreDays } from './rules.ts';
import type { extendWorkInput } from './schema.ts';

/**
 * The brand gives overdue work more days before its refund. It is in the creator's favour alone, so no addendum is signed.
 * Throws escrow.no_more_time, escrow.on_hold, escrow.deadline_passed.
 */
export async function extendWork(ctx: OrgContext, input: z.output<typeof extendWorkInput>): Promise<DealDto> {
  return perform(ctx, {
    action: 'extendWork',
    event: 'work_extended',
    input,
    async apply(tx, row) {
      const { days } = input;
      if (!row.deadline_at || days > moreDays(factsOf(row))) throw new AppError('escrow.no_more_time');
      const until = deadlines.moreTime(row.deadline_at, days);
      const moved = await milestoneMove(tx, row, 'extendWork', { deadline_at: until });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'work_extended',
        data: { days, until: until.toISOString() },
      });
      await notifyParty(tx, moved, 'creator', 'work_extended', `v${moved.version}`);
      return moved;
    },
  });
}
