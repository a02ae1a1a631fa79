import type { ServiceContext } from '../../context.ts';
import {
  TASK_QUEUES,
  WORKFLOWS,
  ROW_MOVED,
  workflowId,
  type SearchAttributeValues,
  type WorkflowType,
} from '../../../workflows/contracts.ts';
import { insertSignals, insertStart, lockRestart, nextGeneration, startIsPending } from './queries.ts';

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
  await insertStart(ctx.db, {
    dedupeKey: generation === 1 ? `start:${wid}` : `start:${wid}:${generation}`,
    workflowId: wid,
    type,
    taskQueue: TASK_QUEUES[WORKFLOWS[type].queue],
    payload: { id, ...(options.resume ? { resume: true } : {}) },
    attributes: { SponsioKind: WORKFLOWS[type].noun, ...options.attributes },
    generation,
  });
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
  await lockRestart(tx.db, wid);
  if (await startIsPending(tx.db, { workflowId: wid, since: options.since ?? null })) return false;
  await startWorkflow(tx, type, id, { resume: true, generation: await nextGeneration(tx.db, { workflowId: wid }) });
  return true;
}

/** Writes the command that signals a running workflow that its row moved. `key` must be unique per act. */
export const signalWorkflow = (
  ctx: ServiceContext,
  type: WorkflowType,
  id: string,
  event: string,
  key: string,
): Promise<void> => signalWorkflows(ctx, [{ type, id }], event, key);

/** The same for several workflows. */
export const signalWorkflows = (
  ctx: ServiceContext,
  targets: readonly { type: WorkflowType; id: string }[],
  event: string,
  key: string,
): Promise<void> =>
  insertSignals(ctx.db, {
    workflowIds: targets.map(({ type, id }) => workflowId(type, id)),
    name: ROW_MOVED,
    event,
    key,
  });
