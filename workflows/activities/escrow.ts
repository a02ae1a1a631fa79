import { refund } from '../../server/features/escrow/refund.ts';
import { release } from '../../server/features/escrow/release.ts';
import { escrowSnapshot, type EscrowSnapshot } from '../../server/features/escrow/snapshot.ts';
import {
  autoApprove,
  endFunding,
  endGrace,
  markOverdue,
  remind,
  warnOfLastDay,
} from '../../server/features/escrow/timers.ts';
import { confirmFunding } from '../../server/features/payments/confirm.ts';
import { bindActivities, type ActivityContext } from './context.ts';

type Step<Input> = (ctx: ActivityContext, input: Input) => Promise<string>;
interface Milestone {
  milestoneId: string;
}

/** A step and the new snapshot of the row, in one activity. */
const thenLook =
  <Input extends Milestone>(step: Step<Input>) =>
  async (ctx: ActivityContext, input: Input): Promise<EscrowSnapshot> => {
    const outcome = await step(ctx, input);
    return escrowSnapshot(ctx, { milestoneId: input.milestoneId, outcome });
  };

/** The end of grace and its refund in one activity; each half finds the effects of the other when it is repeated. */
const endGraceAndRefund: Step<Milestone> = async (ctx, input) => {
  const outcome = await endGrace(ctx, input);
  return outcome.startsWith('not due') ? outcome : `${outcome}; ${await refund(ctx, input)}`;
};

/** Automatic approval and its release, or the start of clearing, in one activity. */
const autoApproveAndRelease: Step<Milestone> = async (ctx, input) => {
  const outcome = await autoApprove(ctx, input);
  return outcome.startsWith('not due') ? outcome : `${outcome}; ${await release(ctx, input)}`;
};

export const createEscrowActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'escrowLifecycle', {
    readMilestone: (c: ActivityContext, input: Milestone): Promise<EscrowSnapshot> => escrowSnapshot(c, input),
    confirmFunding: thenLook(confirmFunding),
    endFunding: thenLook(endFunding),
    markOverdue: thenLook(markOverdue),
    autoApprove: thenLook(autoApproveAndRelease),
    endGrace: thenLook(endGraceAndRefund),
    releaseMilestone: thenLook(release),
    refundMilestone: thenLook(refund),
    remindMilestone: thenLook(remind),
    warnOfLastDay: thenLook(warnOfLastDay),
  });
export type EscrowActivities = ReturnType<typeof createEscrowActivities>;
