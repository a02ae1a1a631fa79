import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { sql } from 'kysely';
import type { SystemContext } from '../../../context.ts';
import { withTx } from '../../../context.ts';
import { workflowId } from '../../../../workflows/contracts.ts';
import { startWorkflow } from './commands.ts';
import { openRows, type RowRef } from './open-rows.ts';
import { nextGeneration, startIsPending } from './queries.ts';

export interface RepairReport {
  /** Open rows that were compared with their workflow. */
  checked: number;
  /** Workflow ids that were missing or closed and are started again. */
  repaired: string[];
}

const SETTLING_MS = 2 * 60_000;
const AT_A_TIME = 8;
const CALL_DEADLINE_MS = 10_000;

async function isRunning(client: Client, id: string): Promise<boolean> {
  try {
    const { status } = await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () => client.workflow.getHandle(id).describe());
    return status.name === 'RUNNING' || status.name === 'PAUSED' || status.name === 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Writes the next start for a row whose workflow is gone, unless one is on its way already. */
async function startAgain(ctx: SystemContext, row: RowRef): Promise<boolean> {
  const id = workflowId(row.type, row.id);
  return withTx(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`repair:${id}`}, 0))`.execute(tx.db);
    if (await startIsPending(tx.db, { workflowId: id })) return false;
    await startWorkflow(tx, row.type, row.id, { resume: true, generation: await nextGeneration(tx.db, { workflowId: id }) });
    return true;
  });
}

/**
 * Compares every open row that did not move for two minutes with its workflow and starts the missing ones again from the
 * row. Asks for each workflow by id; it never lists, since listing is limited to ten calls a second.
 * `settlingMs` 0 looks at all open rows, for after a restore.
 */
export async function repairWorkflows(ctx: SystemContext, client: Client, options: { settlingMs?: number } = {}): Promise<RepairReport> {
  const now = ctx.clock.now();
  const rows = await openRows(ctx.db, { before: new Date(now.getTime() - (options.settlingMs ?? SETTLING_MS)), now });
  const repaired: string[] = [];
  const queue = rows.values();
  async function lane(): Promise<void> {
    for (const row of queue) {
      const id = workflowId(row.type, row.id);
      if (await isRunning(client, id)) continue;
      if (await startAgain(ctx, row)) repaired.push(id);
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  if (repaired.length > 0) ctx.integrations.log.warn({ repaired: repaired.length, checked: rows.length }, 'open rows without a running workflow were started again');
  return { checked: rows.length, repaired: repaired.sort() };
}
