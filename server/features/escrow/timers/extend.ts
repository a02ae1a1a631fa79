import type { Updateable } from 'kysely';
import type * as z from 'zod';
import type { DB } from '../../../../db/types.ts';
import type { OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { perform } from '../act.ts';
import { factsOf } from '../milestone/facts.ts';
import { postTime } from '../live/rules.ts';
import { milestoneMove, notifyCreatorSide } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import type { DealDto, decideInput } from '../schema.ts';
import { appendEvent } from '../timeline/events.ts';
import { deadlines, moreDays } from './rules.ts';
import type { extendWorkInput } from './schema.ts';

/** The events of the brand's extensions; each is also the kind of its notice. */
const EXTENDED = {
  extendReview: 'review_extended',
  extendWork: 'work_extended',
  extendPost: 'post_extended',
} as const;

interface Extension {
  until: Date;
  /** Columns that change besides the deadline. */
  set?: Updateable<DB['milestones']>;
  /** How many days were given, where the brand chooses. */
  days?: number;
}

/** The brand moves the deadline of a milestone, by what `next` says of its locked row: row, timeline and notice. */
const extend = (
  ctx: OrgContext,
  action: keyof typeof EXTENDED,
  input: z.output<typeof decideInput>,
  next: (tx: OrgContext, row: MilestoneRow) => Extension,
): Promise<DealDto> =>
  perform(ctx, {
    action,
    event: EXTENDED[action],
    input,
    async apply(tx, row) {
      const { until, set = {}, days } = next(tx, row);
      const moved = await milestoneMove(tx, row, action, { ...set, deadline_at: until });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: EXTENDED[action],
        data: { ...(days === undefined ? {} : { days }), until: until.toISOString() },
      });
      await notifyCreatorSide(tx, moved, EXTENDED[action], `v${moved.version}`);
      return moved;
    },
  });

/** The brand takes the one extension the contract gives. Throws escrow.already_extended, escrow.held_too_long, escrow.deadline_passed. */
export const extendReview = (ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> =>
  extend(ctx, 'extendReview', input, (tx, row) => ({
    until: deadlines.extended(row.deadline_at ?? tx.clock.now(), row.terms.clocks),
    set: { review_extended: true },
  }));

/**
 * The brand gives overdue work more days before its refund. It is in the creator's favour alone, so no addendum is signed.
 * Throws escrow.no_more_time, escrow.on_hold, escrow.deadline_passed.
 */
export const extendWork = (ctx: OrgContext, input: z.output<typeof extendWorkInput>): Promise<DealDto> =>
  extend(ctx, 'extendWork', input, (_tx, row) => {
    const { days } = input;
    if (!row.deadline_at || days > moreDays(factsOf(row))) throw new AppError('escrow.no_more_time');
    return { until: deadlines.moreTime(row.deadline_at, days), days };
  });

/** The brand gives an overdue post more time, once. Throws escrow.already_extended, escrow.held_too_long, escrow.deadline_passed. */
export const extendPost = (ctx: OrgContext, input: z.output<typeof decideInput>): Promise<DealDto> =>
  extend(ctx, 'extendPost', input, (tx, row) => {
    const until = postTime(row, row.post)?.extension;
    if (!(until instanceof Date)) throw new AppError('state.wrong', { state: row.state });
    return { until, set: { post_extended_at: tx.clock.now() } };
  });
