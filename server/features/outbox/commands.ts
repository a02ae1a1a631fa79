import { sql } from 'kysely';
import type { ServiceContext } from '../../context.ts';
import {
  TASK_QUEUES,
  WORKFLOWS,
  ROW_MOVED,
  workflowId,
  type SearchAttributeValues,
  type WorkflowType,
} from '../../../workflows/contracts.ts';
import { nextGeneration, startIsPending } from './queries.ts';

/*
 * The inserts name no conflict column: with one, row security requires the right to read the row, which the API's role
 * lacks.
 */

/**
 * Writes the command that starts a workflow, in the caller's transaction; the dispatcher delivers it after commit.
 * Repeating it is harmless: one start per row and generation.
 */
export async function startWorkflow(
  ctx: ServiceContext,
  type: WorkflowType,
  id: string,
  options: { resume?: boolean; generation?: number; attributes?: SearchAttributeValues } = {},
): Promise<void> {
  const wid = workflowId(type, id);
  const generation = options.generation ?? 1;
  await ctx.db
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: generation === 1 ? `start:${wid}` : `start:${wid}:${generation}`,
      kind: 'start',
      workflow_id: wid,
      workflow_type: type,
      task_queue: TASK_QUEUES[WORKFLOWS[type].queue],
      payload: JSON.stringify({ id, ...(options.resume ? { resume: true } : {}) }),
      attributes: JSON.stringify({ SponsioKind: WORKFLOWS[type].noun, ...options.attributes }),
      generation,
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

/**
 * Starts the workflow of a row once more, in the caller's transaction, at most once at a time however many sweeps call:
 * a start that is still undelivered counts, and one that was written after `since`. True when it wrote one.
 */
export async function restartWorkflow(
  tx: ServiceContext,
  type: WorkflowType,
  id: string,
  options: { since?: Date } = {},
): Promise<boolean> {
  const wid = workflowId(type, id);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`repair:${wid}`}, 0))`.execute(tx.db);
  if (await startIsPending(tx.db, { workflowId: wid, since: options.since ?? null })) return false;
  await startWorkflow(tx, type, id, { resume: true, generation: await nextGeneration(tx.db, { workflowId: wid }) });
  return true;
}

/** Writes the command that signals a running workflow that its row moved. `key` must be unique per act. */
export async function signalWorkflow(
  ctx: ServiceContext,
  type: WorkflowType,
  id: string,
  event: string,
  key: string,
): Promise<void> {
  const wid = workflowId(type, id);
  await ctx.db
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: `signal:${wid}:${event}:${key}`,
      kind: 'signal',
      workflow_id: wid,
      name: ROW_MOVED,
      payload: JSON.stringify({ key: `${event}:${key}`, event }),
    })
    .onConflict((c) => c.doNothing())
    .execute();
}
