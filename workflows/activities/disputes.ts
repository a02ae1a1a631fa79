import { announce } from '../../server/features/disputes/announce.ts';
import { close, endPhase, execute, remind, resume } from '../../server/features/disputes/phases.ts';
import { disputeFacts } from '../../server/features/disputes/facts.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { hoursBefore, toScheduledSteps, type PlannedStep } from './scheduled-steps.ts';

type Act = 'announce' | 'remind' | 'endPhase' | 'execute' | 'close' | 'resume';

/** A settlement that is under way reports its end; this covers a lost signal. */
const SETTLING_POLL_MS = 3_600_000;

export async function readDispute(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<Act>> {
  const { row, milestone } = await disputeFacts(ctx, id);
  const now = ctx.clock.now();
  const closed = row.ended_at !== null && row.announced === row.state;
  const end = row.phase_ends_at;
  const steps: PlannedStep<Act>[] = [];
  const atOnce = (act: Act, label: string) => steps.push({ at: row.updated_at, act, label, always: true });
  if (row.announced !== row.state) atOnce('announce', 'notify both sides');
  else if (row.state === 'withdrawing') atOnce('resume', 'resume the clocks');
  else if (row.state === 'executing' && milestone.state === 'disputed') atOnce('execute', 'settlement');
  else if (row.state === 'executing' && milestone.state === 'settling')
    steps.push({ at: new Date(now.getTime() + SETTLING_POLL_MS), act: 'close', label: 'end of the settlement' });
  else if (row.state === 'executing') atOnce('close', 'the settlement is over');
  else if (end && !closed) {
    if (row.state === 'talk' || row.state === 'evidence' || row.state === 'appeal')
      steps.push(...hoursBefore(end, [24], 'remind' as const, `end of ${row.state}`));
    steps.push({ at: end, act: 'endPhase', label: `end of ${row.state}`, always: true });
  }
  return {
    state: row.state,
    closed,
    steps: toScheduledSteps(now, steps),
    attributes: {
      ContractId: row.contract_id,
      MilestoneId: row.milestone_id,
      BrandOrg: row.brand_org,
      CreatorOrg: row.creator_org,
      AmountMinor: row.amount,
      ...(end ? { SponsioDeadline: end.toISOString() } : {}),
    },
  };
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'disputeCase', {
    disputeSnapshot: readDispute,
    announceDispute: announce,
    remindOfDispute: remind,
    endDisputePhase: endPhase,
    executeDispute: execute,
    closeDispute: close,
    resumeDisputed: resume,
  });
export type DisputeActivities = ReturnType<typeof createActivities>;
