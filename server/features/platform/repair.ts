import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { workflowId } from '../../../workflows/contracts.ts';
import { signalWorkflow, restartWorkflow } from '../outbox/commands.ts';
import { openRowPages, overdueIds } from './open-rows.ts';
import { wasRestored } from './queries.ts';
import type { RowRef } from '../outbox/rows.ts';

export interface RepairReport {
  /** Open rows that were compared with their workflow. */
  checked: number;
  /** Workflow ids that were missing or closed and are started again. */
  repaired: string[];
  /** Running workflows that are signalled to read their overdue row again. */
  woken: string[];
}

const SETTLING_MS = 2 * 60_000;
/** A workflow is signalled once in this time, however often and by however many workers rows are compared. */
const WAKE_EVERY_MS = 5 * 60_000;
/** So long after a restore every running workflow is signalled: what it last read of its row may be of the lost minutes. */
const RESTORED_MS = 60 * 60_000;
const AT_A_TIME = 8;
const CALL_DEADLINE_MS = 10_000;

async function isRunning(client: Client, id: string): Promise<boolean> {
  try {
    const { status } = await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () =>
      client.workflow.getHandle(id).describe(),
    );
    return status.name === 'RUNNING' || status.name === 'PAUSED' || status.name === 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Signals a running workflow to read its row again: the signal of the row's move was lost, as after a restore of
 * Temporal.
 */
async function signalRead(ctx: SystemContext, row: RowRef): Promise<void> {
  const turn = Math.floor(ctx.clock.now().getTime() / WAKE_EVERY_MS);
  await withTx(ctx, (tx) => signalWorkflow(tx, row.type, row.id, 'look_again', `sweep${turn}`));
}

/**
 * Compares every open row that did not move for two minutes with its workflow, starts the missing ones again from the
 * row, and signals those that run although their row is overdue; after a restore of the database all that run. Describes each workflow by id; it never lists, since
 * listing is limited to ten calls a second. `settlingMs` 0 compares all open rows, for after a restore.
 */
export async function repairWorkflows(
  ctx: SystemContext,
  client: Client,
  options: { settlingMs?: number } = {},
): Promise<RepairReport> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - (options.settlingMs ?? SETTLING_MS));
  const restored = await wasRestored(ctx.db, new Date(now.getTime() - RESTORED_MS));
  const repaired: string[] = [];
  const woken: string[] = [];
  let checked = 0;
  async function lane(queue: Iterator<RowRef> & Iterable<RowRef>, overdue: ReadonlySet<string>): Promise<void> {
    for (const row of queue) {
      const id = workflowId(row.type, row.id);
      if (await isRunning(client, id)) {
        if (!restored && !overdue.has(row.id)) continue;
        await signalRead(ctx, row);
        woken.push(id);
      } else if (await withTx(ctx, (tx) => restartWorkflow(tx, row.type, row.id))) repaired.push(id);
    }
  }
  for await (const rows of openRowPages(ctx.db, { before, now })) {
    checked += rows.length;
    const queue = rows.values();
    const overdue = await overdueIds(ctx.db, rows, { before, now });
    await Promise.all(Array.from({ length: AT_A_TIME }, () => lane(queue, overdue)));
  }
  if (repaired.length > 0)
    ctx.integrations.log.warn(
      { repaired: repaired.length, checked },
      'open rows without a running workflow were started again',
    );
  if (woken.length > 0)
    ctx.integrations.log.warn({ woken: woken.length }, 'workflows with overdue rows were signalled to read them again');
  return { checked, repaired: repaired.sort(), woken: woken.sort() };
}
