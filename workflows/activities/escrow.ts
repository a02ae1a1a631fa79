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

/** A step followed by a look at the row, in one activity: what the workflow does next comes with what it did. */
const thenLook =
  <Input extends Milestone>(step: Step<Input>) =>
  async (ctx: ActivityContext, input: Input): Promise<EscrowSnapshot> => {
    const outcome = await step(ctx, input);
    return escrowSnapshot(ctx, { milestoneId: input.milestoneId, outcome });
  };

/** Grace that ends is refunded in the same breath; each half finds what the other did. */
const endGraceAndRefund: Step<Milestone> = async (ctx, input) => {
  const outcome = await endGrace(ctx, input);
  return outcome.startsWith('not due') ? outcome : `${outcome}; ${await refund(ctx, input)}`;
};

/** Silence that approves is paid out in the same breath, or starts clearing. */
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
