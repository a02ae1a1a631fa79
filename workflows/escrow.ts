import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { EscrowActivities } from './activities/escrow.ts';
import type { RowMoved, SearchAttributeValues, WorkflowInput } from './contracts.ts';
import { DATABASE_STEP, PROVIDER_STEP } from './lib/activity-options.ts';
import { continueAsNewWhenSuggested } from './lib/continue-as-new.ts';
import { watchRow } from './lib/row-watch.ts';
import { createDetails } from './lib/workflow-details.ts';

type Snapshot = Awaited<ReturnType<EscrowActivities['readMilestone']>>;
type ScheduledStep = Snapshot['steps'][number];
type Act = ScheduledStep['act'];

// A read runs as a local activity, within the workflow task.
const { readMilestone } = proxyLocalActivities<EscrowActivities>({
  startToCloseTimeout: '8 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '10 seconds' },
});
// A task lost with its worker is retried after this timeout, so it is short. A step that takes longer runs twice at the
// same time, which its claims and idempotency keys allow.
const LOOK_UP = { ...PROVIDER_STEP, startToCloseTimeout: '20 seconds' } as const;
// Two answers of the provider at their slowest (10 s each) fit; a worker that dies twice in a row delays money by less than a minute.
const MOVE_MONEY = { ...PROVIDER_STEP, startToCloseTimeout: '25 seconds' } as const;

const { confirmFunding } = proxyActivities<EscrowActivities>({
  ...LOOK_UP,
  summary: 'ask the provider for the payment and book it',
});
const { endFunding } = proxyActivities<EscrowActivities>({ ...DATABASE_STEP, summary: 'not paid in time: void' });
const { markOverdue } = proxyActivities<EscrowActivities>({ ...DATABASE_STEP, summary: 'nothing delivered: overdue' });
const { autoApprove } = proxyActivities<EscrowActivities>({
  ...MOVE_MONEY,
  summary: 'review time is over: approve, then clear or pay',
});
const { endGrace } = proxyActivities<EscrowActivities>({ ...MOVE_MONEY, summary: 'grace is over: refund' });
const { endCancelRequest } = proxyActivities<EscrowActivities>({
  ...MOVE_MONEY,
  summary: 'no answer to a request to cancel: refund, or go on',
});
const { releaseMilestone } = proxyActivities<EscrowActivities>({
  ...MOVE_MONEY,
  summary: 'clear, or claim, transfer and confirm',
});
const { refundMilestone } = proxyActivities<EscrowActivities>({ ...MOVE_MONEY, summary: 'claim, refund and confirm' });
const { settleLive } = proxyActivities<EscrowActivities>({
  ...MOVE_MONEY,
  summary: 'settle what waits for the post: release, refund, or wait',
});
const { remindMilestone } = proxyActivities<EscrowActivities>({ ...DATABASE_STEP, summary: 'send a reminder' });
const { warnOfLastDay } = proxyActivities<EscrowActivities>({
  ...DATABASE_STEP,
  summary: 'notify both sides of the last day of held money',
});

const FIRST_PAUSE_MS = 500;
const REFUSED_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/**
 * The money of one milestone, from the agreement to its end: payment, work and verdict, each with a deadline, then
 * release or refund. Acts of people change the row and send a signal; deadlines are timers. Each turn begins with the
 * row, so the workflow may be started, reset or replayed at any time and in any state.
 */
export async function escrowLifecycle({ id }: WorkflowInput): Promise<string> {
  const milestone = { milestoneId: id };
  const perform: Record<Act, (step: ScheduledStep | null) => Promise<Snapshot>> = {
    confirmFunding: () => confirmFunding(milestone),
    endFunding: () => endFunding(milestone),
    markOverdue: () => markOverdue(milestone),
    autoApprove: () => autoApprove(milestone),
    endGrace: () => endGrace(milestone),
    endCancelRequest: () => endCancelRequest(milestone),
    release: () => releaseMilestone(milestone),
    refund: () => refundMilestone(milestone),
    settleLive: () => settleLive(milestone),
    remind: (step) => remindMilestone({ ...milestone, hours: step?.hours ?? 0 }),
    warnOfLastDay: (step) => warnOfLastDay({ ...milestone, hours: step?.hours ?? 0 }),
  };
  /** A refusal does not fail the workflow: it is added to the timeline, and the row is read again after a pause. */
  async function act(name: Act, step: ScheduledStep | null): Promise<Snapshot> {
    try {
      return await perform[name](step);
    } catch (error) {
      const refusal =
        error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.nonRetryable
          ? error.cause
          : null;
      if (!refusal) throw error;
      details.log(`${name} was refused: ${refusal.type ?? refusal.message}`);
      await row.pause(REFUSED_PAUSE_MS, `${name} was refused: look again`);
      return readMilestone(milestone);
    }
  }

  const row = watchRow();
  const details = createDetails('Escrow of a milestone', startedWith());
  let now = await readMilestone(milestone);
  let checkBefore: number | null = null;
  let pause = FIRST_PAUSE_MS;

  // A signal during the last step may reopen the deal: read the row once more.
  while (!now.closed || row.pendingAtTheEnd()) {
    if (checkBefore === null) await continueAsNewWhenSuggested(row);
    const next = sooner(now.steps[0] ?? null, checkBefore);
    details.update({
      state: now.state,
      waitsFor: next?.label ?? 'a signal',
      until: next ? new Date(next.at) : null,
      attributes: now.attributes,
    });

    if (await row.movedBefore(next ? new Date(next.at) : null, next?.label ?? 'a signal')) {
      const acts = row.take();
      for (const { event } of acts) details.log(event.replaceAll('_', ' '));
      const reaction = answerTo(acts, now);
      if (reaction.checkWithinMs !== null) checkBefore = Date.now() + reaction.checkWithinMs;
      if (reaction.acts.length === 0 && !reaction.read) continue;
      for (const name of reaction.acts) now = await act(name, null);
      if (reaction.acts.length === 0) now = await readMilestone(milestone);
      pause = FIRST_PAUSE_MS;
    } else if (next) {
      const before = now;
      now = await act(next.act, next);
      // The same step is due again at once: the other side is not ready. Pause, to avoid a busy loop.
      if (isStuck(before, now, next)) {
        await row.pause(pause, `${next.label}: once more`);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      } else pause = FIRST_PAUSE_MS;
    }
    // The row was read just now: what a signal had it look at is among its own steps.
    checkBefore = null;
    if (now.outcome) details.log(now.outcome);
  }
  details.log(`ended: ${now.state}`);
  details.update({ state: now.state, waitsFor: null, until: null, attributes: now.attributes });
  return now.state;
}

/** Search attributes of the start command, as snapshots carry them. */
const startedWith = (): SearchAttributeValues =>
  Object.fromEntries(
    workflowInfo()
      .typedSearchAttributes.getAll()
      .map(({ key, value }) => [key.name, value instanceof Date ? value.toISOString() : value]),
  );

/** The next step, or an earlier read that a signal requires. */
function sooner(step: ScheduledStep | null, checkBefore: number | null): ScheduledStep | null {
  if (checkBefore === null) return step;
  if (step && Date.parse(step.at) <= checkBefore) return step;
  return { at: new Date(checkBefore).toISOString(), act: 'confirmFunding', label: 'end of the payment page', hours: 0 };
}

function isStuck(before: Snapshot, after: Snapshot, acted: ScheduledStep): boolean {
  const again = after.steps[0];
  return before.state === after.state && again?.act === acted.act && Date.parse(again.at) <= Date.now();
}

interface Reaction {
  /** In the order of the signals, each once. */
  acts: Act[];
  read: boolean;
  /** Read the row within so many milliseconds. */
  checkWithinMs: number | null;
}

/** The steps that the signals require, by the last snapshot. */
function answerTo(signals: readonly RowMoved[], { answers }: Snapshot): Reaction {
  const reaction: Reaction = { acts: [], read: false, checkWithinMs: null };
  for (const { event } of signals) {
    const answer = answers[event];
    if (!answer) reaction.read = true;
    else if ('act' in answer) {
      if (!reaction.acts.includes(answer.act)) reaction.acts.push(answer.act);
    } else reaction.checkWithinMs = answer.lookWithinMs;
  }
  return reaction;
}
