import { failpoint } from '../../server/failpoint.ts';
import { settleLive } from '../../server/features/escrow/live/live.ts';
import { escrowSnapshot, type EscrowSnapshot } from '../../server/features/escrow/timers/snapshot.ts';
import {
  autoApprove,
  endCancelRequest,
  endFunding,
  endGrace,
  markOverdue,
  remind,
  warnOfLastDay,
  type DeadlineResult,
} from '../../server/features/escrow/timers/deadlines.ts';
import { releaseCovered } from '../../server/features/payments/card-disputes/guarantee.ts';
import { refundNetted } from '../../server/features/payments/card-disputes/netting.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import { bindActivities, type ActivityContext } from './context.ts';

type Step<Input> = (ctx: ActivityContext, input: Input) => Promise<string>;
interface Milestone {
  milestoneId: string;
}

/** A step and the new snapshot of the row, in one activity. */
const thenRead =
  <Input extends Milestone>(step: Step<Input>) =>
  async (ctx: ActivityContext, input: Input): Promise<EscrowSnapshot> => {
    const outcome = await step(ctx, input);
    return escrowSnapshot(ctx, { milestoneId: input.milestoneId, outcome });
  };

/** A step at a deadline, for the timeline. */
const summaryOf =
  (step: (ctx: ActivityContext, input: Milestone) => Promise<DeadlineResult>): Step<Milestone> =>
  async (ctx, input) =>
    (await step(ctx, input)).summary;

/**
 * A deadline and the refund where it ends the milestone, in one activity. A repetition after the worker ended between both
 * refunds at once, instead of at the next poll of the refund.
 */
const thenRefund =
  (step: (ctx: ActivityContext, input: Milestone) => Promise<DeadlineResult>): Step<Milestone> =>
  async (ctx, input) => {
    const ended = await step(ctx, input);
    if (ended.outcome === 'not_due' && ended.state !== 'refunding') return ended.summary;
    return `${ended.summary}; ${await refundNetted(ctx, input)}`;
  };

/** Automatic approval and its release, or the start of clearing, in one activity. */
const autoApproveAndRelease: Step<Milestone> = async (ctx, input) => {
  await failpoint('auto_approved.before');
  const { outcome, summary } = await autoApprove(ctx, input);
  if (outcome === 'not_due') return summary;
  await failpoint('auto_approved.claimed');
  const released = await releaseCovered(ctx, input);
  await failpoint('auto_approved.called');
  return `${summary}; ${released}`;
};

/** What a post or its deadline came to, and the release or the refund that follows from it. */
const settleLiveAndPay: Step<Milestone> = async (ctx, input) => {
  const { state, summary } = await settleLive(ctx, input);
  return `${summary}; ${await (state === 'refunding' ? refundNetted(ctx, input) : releaseCovered(ctx, input))}`;
};

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'escrowLifecycle', {
    readMilestone: (c: ActivityContext, input: Milestone): Promise<EscrowSnapshot> => escrowSnapshot(c, input),
    confirmFunding: thenRead(confirmFunding),
    endFunding: thenRead(summaryOf(endFunding)),
    markOverdue: thenRead(summaryOf(markOverdue)),
    async autoApprove(c: ActivityContext, input: Milestone): Promise<EscrowSnapshot> {
      const row = await thenRead(autoApproveAndRelease)(c, input);
      await failpoint('auto_approved.stored');
      return row;
    },
    endGrace: thenRead(thenRefund(endGrace)),
    endCancelRequest: thenRead(thenRefund(endCancelRequest)),
    releaseMilestone: thenRead(releaseCovered),
    refundMilestone: thenRead(refundNetted),
    settleLive: thenRead(settleLiveAndPay),
    remindMilestone: thenRead(remind),
    warnOfLastDay: thenRead(warnOfLastDay),
  });
export type EscrowActivities = ReturnType<typeof createActivities>;
