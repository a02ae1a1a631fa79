import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plus } from '../../server/core/clock.ts';
import { CODE_LIFE_MS } from '../../server/features/codes/rules.ts';
import type { Clocks, DealTerms } from '../../server/features/terms/schema.ts';
import { deadlines, fundableFrom, holdEnd } from '../../server/features/escrow/timers/rules.ts';
import type { MilestoneState } from '../../server/features/escrow/schema.ts';
import { plan } from '../../server/features/escrow/timers/plan.ts';
import type { EscrowSnapshot } from '../../server/features/escrow/timers/snapshot.ts';
import { SHIPPED_CLOCKS } from '../../server/features/policies/rules.ts';
import { hoursBefore, toScheduledSteps } from '../../workflows/activities/scheduled-steps.ts';
import { SEARCH_ATTRIBUTES, type RowSnapshot, type WorkflowType } from '../../workflows/contracts.ts';
import { installTemporalRuntime } from '../../workflows/worker-temporal.ts';
import { recordHistory } from '../support/histories.ts';
import { services } from '../support/services.ts';
import { eventually } from '../support/worker.ts';
import { timeSkippingServer } from '../support/time-skipping.ts';

/*
 * Every deadline at its real length, by the workflows as shipped, on a server that skips the time between. Postgres has no
 * such clock, so the rows are in memory and the steps note when they were taken on the server's clock; what a step does to
 * a real row is tested beside its service.
 */
const server = timeSkippingServer();
const needs = 'missing' in server ? ` (did not run: ${server.missing})` : '';

const SECOND = 1_000;
/** A timer starts when its task is done; a busy machine takes its time for that. Wrong deadlines are hours away. */
const SLOW_MACHINE_MS = 60 * SECOND;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const clocks: Clocks = Object.fromEntries(
  Object.entries(SHIPPED_CLOCKS).map(([name, range]) => [name, range.fallback]),
) as unknown as Clocks;

/** The library gives the server five seconds to start, which Java on a busy machine may need more than. */
async function startServer(path: string): Promise<TestWorkflowEnvironment> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path } },
      });
    } catch (error) {
      if (attempt === 6) throw error;
    }
  }
}

interface Row {
  state: string;
  deadlineAt: Date;
  dueAt: Date;
  /** Until when the money may be held. */
  holdEnd?: Date;
  /** Its steps change nothing and stay due. */
  stuck?: boolean;
  /** What was done by itself, with the server's time. */
  done: { act: string; at: number }[];
}
const rows = new Map<string, Row>();
const rowOf = (id: string): Row => rows.get(id)!;

describe.skipIf('missing' in server)(`deadlines at their real length${needs}`, () => {
  let env: TestWorkflowEnvironment;
  let worker: Worker;
  let running: Promise<void>;

  const now = () => env.currentTimeMs();
  async function note(
    id: string,
    act: string,
    state: string,
    deadlineAt?: (at: Date, row: Row) => Date,
  ): Promise<Date> {
    const at = new Date(await now());
    const row = rowOf(id);
    row.done.push({ act, at: at.getTime() });
    if (row.stuck) return at;
    row.state = state;
    if (deadlineAt) row.deadlineAt = deadlineAt(at, row);
    return at;
  }

  const ENDED = ['released', 'refunded', 'void', 'releasing'];
  async function escrow(id: string): Promise<EscrowSnapshot> {
    const row = rowOf(id);
    const at = new Date(await now());
    const planned = ENDED.includes(row.state)
      ? []
      : plan(
          {
            state: row.state as MilestoneState,
            deadline_at: row.deadlineAt,
            due_at: row.dueAt,
            bonus: false,
            holds: [],
            hold_expires_at: row.holdEnd ?? null,
            terms: { clocks } as DealTerms,
          },
          at,
        ).sort((a, b) => a.at.getTime() - b.at.getTime());
    return {
      outcome: null,
      state: row.state as MilestoneState,
      closed: planned.length === 0,
      answers: {},
      attributes: { SponsioState: row.state },
      steps: planned.map(({ at, act, label, hours = 0 }) => ({
        at: at.toISOString(),
        act,
        label,
        hours,
      })),
    };
  }
  const step =
    (act: string, state: string, deadlineAt?: (at: Date, row: Row) => Date) =>
    async ({ milestoneId }: { milestoneId: string }) => {
      await note(milestoneId, act, state, deadlineAt);
      return escrow(milestoneId);
    };
  const follow =
    (reminders: number[], closedIn: string) =>
    async ({ id }: { id: string }): Promise<RowSnapshot> => {
      const row = rowOf(id);
      return {
        state: row.state,
        closed: row.state === closedIn || row.state === 'answered',
        attributes: {},
        steps: toScheduledSteps(new Date(await now()), [
          ...hoursBefore(row.deadlineAt, reminders, 'remind', 'reminder'),
          { at: row.deadlineAt, act: 'expire', label: 'deadline', always: true },
        ]),
      };
    };
  const expire = (key: 'offerId' | 'contractId' | 'id') => async (input: Record<string, string>) => {
    await note(input[key]!, 'expire', 'expired');
    return { done: true, state: 'expired', next: null };
  };
  const remind = (key: 'offerId' | 'contractId' | 'milestoneId') => async (input: Record<string, string | number>) => {
    const id = String(input[key]);
    rowOf(id).done.push({ act: 'remind', at: await now() });
    return key === 'milestoneId' ? escrow(id) : undefined;
  };
  const activities = {
    readMilestone: ({ milestoneId }: { milestoneId: string }) => escrow(milestoneId),
    endFunding: step('endFunding', 'void'),
    markOverdue: step('markOverdue', 'overdue', (at, row) => deadlines.overdue(at, clocks, row.holdEnd ?? null)),
    endGrace: step('endGrace', 'refunded'),
    autoApprove: step('autoApprove', 'clearing', (at, row) => deadlines.approved(at, clocks, row.holdEnd ?? null)),
    releaseMilestone: step('release', 'released'),
    settleLive: step('settleLive', 'released'),
    endCancelRequest: step('endCancelRequest', 'refunded'),
    publicationSnapshot: async ({ id }: { id: string }): Promise<RowSnapshot> => ({
      state: rowOf(id).state,
      closed: rowOf(id).state === 'kept',
      attributes: {},
      steps: toScheduledSteps(new Date(await now()), [
        { at: rowOf(id).deadlineAt, act: 'look', label: 'next look', always: true },
      ]),
    }),
    lookAtPost: async ({ id }: { id: string }) => {
      await note(id, 'look', 'kept');
      return { outcome: 'live' };
    },
    remindMilestone: remind('milestoneId'),
    warnOfLastDay: async ({ milestoneId, hours }: { milestoneId: string; hours: number }) => {
      rowOf(milestoneId).done.push({ act: `warn ${hours / 24}`, at: await now() });
      return escrow(milestoneId);
    },
    offerSnapshot: follow([24, 4], 'expired'),
    remindOffer: remind('offerId'),
    expireOffer: expire('offerId'),
    contractSnapshot: follow([48, 24], 'expired'),
    remindContract: remind('contractId'),
    expireContract: expire('contractId'),
    codeSnapshot: follow([], 'expired'),
    expireCode: expire('id'),
  };

  beforeAll(async () => {
    installTemporalRuntime(pino({ level: 'silent' }));
    env = await startServer((server as { path: string }).path);
    // Unknown attributes would fail every workflow task.
    const types = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;
    await env.connection.operatorService.addSearchAttributes({
      namespace: env.namespace ?? 'default',
      searchAttributes: Object.fromEntries(
        Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, types[type]]),
      ),
    });
    worker = await Worker.create({
      connection: env.nativeConnection,
      taskQueue: 'deadlines',
      workflowBundle: { codePath: services().workflowBundle },
      activities,
    });
    running = worker.run();
  }, 180_000);
  afterAll(async () => {
    worker?.shutdown();
    await running;
    await env?.teardown();
  });

  let n = 0;
  async function start(type: WorkflowType, row: (at: Date) => Omit<Row, 'done'>, noun: string = type) {
    n += 1;
    const id = `row-${n}`;
    rows.set(id, { ...row(new Date(await now())), done: [] });
    const handle = await env.client.workflow.start(type, {
      workflowId: `${noun}/${id}`,
      taskQueue: 'deadlines',
      args: [{ id }],
    });
    return { row: rowOf(id), handle, act: (event: string) => handle.signal('rowMoved', { key: event, event }) };
  }
  const until = async (at: number) => env.sleep(Math.max(0, at - (await now())));

  /** A second before: not yet. At the moment: done, however slow this machine is. A second later: done once. */
  async function heldTo(row: Row, act: string, deadline: number): Promise<void> {
    await until(deadline - SECOND);
    const before = row.done.map((d) => d.act);
    // On a slow machine the second may have passed during the read.
    if ((await now()) < deadline) expect(before, `a second before ${act}`).not.toContain(act);
    await until(deadline + SECOND);
    await eventually(`${act} to be done`, async () => row.done.some((d) => d.act === act));
    const times = row.done.filter((d) => d.act === act).map((d) => d.at - deadline);
    expect(times, act).toHaveLength(1);
    expect(times[0], `${act} is never early`).toBeGreaterThanOrEqual(0);
    expect(times[0], `${act} is not late`).toBeLessThanOrEqual(SLOW_MACHINE_MS);
  }
  const reminders = (row: Row, deadline: number) =>
    row.done.filter((d) => d.act === 'remind').map((d) => Math.round((deadline - d.at) / HOUR));

  test('an offer expires when its time to answer is over, after reminders a day and four hours before', async () => {
    const { row, handle } = await start('offerExpiry', (at) => ({
      state: 'sent',
      deadlineAt: plus(at, SHIPPED_CLOCKS.offerAnswer.fallback),
      dueAt: at,
    }));
    const deadline = row.deadlineAt.getTime();
    await heldTo(row, 'expire', deadline);
    expect(await handle.result()).toBe('expired');
    expect(reminders(row, deadline)).toEqual([24, 4]);
  });

  test('an answer in the last seconds keeps the clock from expiring the offer', async () => {
    const { row, handle, act } = await start('offerExpiry', (at) => ({
      state: 'sent',
      deadlineAt: plus(at, SHIPPED_CLOCKS.offerAnswer.fallback),
      dueAt: at,
    }));
    await until(row.deadlineAt.getTime() - 20 * SECOND);
    row.state = 'answered';
    await act('accepted');
    expect(await handle.result()).toBe('answered');
    await until(row.deadlineAt.getTime() + SECOND);
    expect(row.done.map((d) => d.act)).not.toContain('expire');
  });

  test('a contract that was not signed by both in its seven days expires', async () => {
    const { row, handle } = await start('contractSigning', (at) => ({
      state: 'sent',
      deadlineAt: plus(at, clocks.signature),
      dueAt: at,
    }));
    const deadline = row.deadlineAt.getTime();
    await heldTo(row, 'expire', deadline);
    expect(await handle.result()).toBe('expired');
    expect(reminders(row, deadline)).toEqual([48, 24]);
  });

  test('a milestone without funding in time is void', async () => {
    const { row, handle } = await start('escrowLifecycle', (at) => {
      const dueAt = new Date(at.getTime() + 20 * DAY);
      return {
        state: 'awaiting_funding',
        deadlineAt: deadlines.funding(at, clocks, null, { dueAt, bonus: false }),
        dueAt,
      };
    });
    await heldTo(row, 'endFunding', row.deadlineAt.getTime());
    expect(await handle.result()).toBe('void');
  });

  test('silence approves at the end of the review window, and clearing lasts to the second', async () => {
    const { row, handle } = await start('escrowLifecycle', (at) => ({
      state: 'delivered',
      deadlineAt: deadlines.delivered(at, clocks),
      dueAt: at,
    }));
    const review = row.deadlineAt.getTime();
    await heldTo(row, 'autoApprove', review);
    expect(reminders(row, review)).toEqual([72, 24, 2]);
    await heldTo(row, 'release', row.deadlineAt.getTime());
    expect(await handle.result()).toBe('released');
  });

  test('work that is due and not delivered is overdue a day later, and the brand is refunded when the grace is over', async () => {
    const { row, handle } = await start('escrowLifecycle', (at) => {
      const dueAt = new Date(at.getTime() + 12 * DAY);
      return { state: 'funded', dueAt, deadlineAt: deadlines.funded(dueAt, at, clocks) };
    });
    await heldTo(row, 'markOverdue', row.deadlineAt.getTime());
    expect(row.state).toBe('overdue');
    const grace = row.deadlineAt.getTime();
    await heldTo(row, 'endGrace', grace);
    // Two days before the due date, and the last day of the grace.
    expect(reminders(row, grace)).toEqual([48 + 24 + 7 * 24, 24]);
    expect(await handle.result()).toBe('refunded');
  });

  test('money held for 75 days is on its way back by then: work that never comes, funded as early as it may be', async () => {
    let end = 0;
    const { row, handle } = await start('escrowLifecycle', (at) => {
      const dueAt = new Date(
        at.getTime() + (at.getTime() - fundableFrom({ dueAt: at, bonus: false }, clocks)!.getTime()),
      );
      end = holdEnd(at).getTime();
      return { state: 'funded', dueAt, deadlineAt: deadlines.funded(dueAt, at, clocks), holdEnd: new Date(end) };
    });
    await heldTo(row, 'warn 21', end - 21 * DAY);
    await heldTo(row, 'markOverdue', row.deadlineAt.getTime());
    await heldTo(row, 'endGrace', row.deadlineAt.getTime());
    expect(await handle.result()).toBe('refunded');
    expect(row.done.at(-1)!.at).toBeLessThan(end);
  });

  test.each([
    ['escrowLifecycle', 'escrow', 'release'],
    ['offerExpiry', 'offer', 'expire'],
  ] as const)(
    'a signal ends the pause of a step of %s that is stuck, and the row is read again',
    async (type, noun, act) => {
      const {
        row,
        handle,
        act: report,
      } = await start(type, (at) => ({ state: 'clearing', deadlineAt: at, dueAt: at, stuck: true }), noun);
      // The pauses have grown to a minute.
      await env.sleep(5 * 60 * SECOND);
      const tries = row.done.length;
      expect(row.done.every((d) => d.act === act)).toBe(true);
      row.stuck = false;
      await report('hold_cleared');
      await handle.result();
      expect(row.done).toHaveLength(tries + 1);
      const { events } = await handle.fetchHistory();
      const after = events!.slice(events!.findIndex((e) => e.workflowExecutionSignaledEventAttributes));
      expect(
        after.some((e) => e.timerCanceledEventAttributes),
        'the pause ended early',
      ).toBe(true);
      expect(
        after.some((e) => e.timerFiredEventAttributes),
        'no pause ended by itself',
      ).toBe(false);
      await recordHistory(env.client, handle.workflowId, `${noun}-pause-ended`);
    },
  );

  test('both sides are notified of the last day of held money 21, 7 and 3 days before it', async () => {
    const { row, handle } = await start('escrowLifecycle', (at) => ({
      state: 'clearing',
      deadlineAt: new Date(at.getTime() + 30 * DAY),
      dueAt: at,
      holdEnd: new Date(at.getTime() + 30 * DAY),
    }));
    const end = row.holdEnd!.getTime();
    for (const days of [21, 7, 3]) await heldTo(row, `warn ${days}`, end - days * DAY);
    await heldTo(row, 'release', end);
    expect(await handle.result()).toBe('released');
  });

  test('money held for 75 days is paid out by then: a review that ends on the last day leaves no time to clear', async () => {
    const { row, handle } = await start('escrowLifecycle', (at) => ({
      state: 'delivered',
      deadlineAt: deadlines.delivered(at, clocks),
      dueAt: at,
      holdEnd: plus(at, clocks.review),
    }));
    const end = row.holdEnd!.getTime();
    await heldTo(row, 'autoApprove', end);
    await eventually('the release', async () => row.done.some((d) => d.act === 'release'));
    expect(await handle.result()).toBe('released');
    expect(row.done.at(-1)!.at).toBeLessThan(end + 2 * SLOW_MACHINE_MS);
  });

  test.each([
    ['escrowLifecycle', 'cancel_requested', 'endCancelRequest', 'refunded'],
    ['escrowLifecycle', 'awaiting_live', 'settleLive', 'released'],
    ['escrowLifecycle', 'retention', 'settleLive', 'released'],
    ['publicationCheck', 'watching', 'look', 'kept'],
  ] as const)(
    '%s: an addendum moves the deadline of %s while it runs: it ends at the new one, later or earlier',
    async (type, state, done, closedIn) => {
      for (const days of [9, 4]) {
        const { row, handle, act } = await start(type, (at) => ({ state, deadlineAt: plus(at, 'P6D'), dueAt: at }));
        await until(row.deadlineAt.getTime() - 4 * DAY);
        row.deadlineAt = new Date(row.deadlineAt.getTime() + (days - 6) * DAY);
        await act('amended');
        await heldTo(row, done, row.deadlineAt.getTime());
        expect(await handle.result()).toBe(closedIn);
      }
    },
  );

  test('a mailed code ends after ten minutes', async () => {
    const { row, handle } = await start('verificationCodeExpiry', (at) => ({
      state: 'mailed',
      deadlineAt: new Date(at.getTime() + CODE_LIFE_MS),
      dueAt: at,
    }));
    await heldTo(row, 'expire', row.deadlineAt.getTime());
    expect(await handle.result()).toBe('expired');
  });
});
