import { pino } from 'pino';
import { installTemporalRuntime } from '../../workflows/worker-temporal.ts';
import { WorkflowNotFoundError } from '@temporalio/client';
import { createWorkerRuntime, type WorkerRuntime, type WorkerRuntimeOptions } from '../../workflows/runtime.ts';
import type { TestWorld } from './people.ts';
import { services, testNamespace } from './services.ts';

/** A worker over the world's database, in this process, ready to work. Repair is left out unless requested. */
export async function startTestWorker(
  world: TestWorld,
  options: Partial<WorkerRuntimeOptions> = {},
): Promise<WorkerRuntime> {
  installTemporalRuntime(pino({ level: 'error' }));
  const runtime = createWorkerRuntime({
    databaseUrl: world.database.DATABASE_WORKER_URL,
    temporal: { address: services().temporalAddress, namespace: await testNamespace() },
    integrations: world.integrations,
    workflowBundle: { codePath: services().workflowBundle },
    ...options,
    parts: { repair: false, prepare: false, moneyCheck: false, ...options.parts },
  });
  await runtime.whenReady();
  return runtime;
}

export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** The status of a workflow's newest run, e.g. `COMPLETED`; null while its start waits in the outbox. */
export async function statusOf({ client }: WorkerRuntime, workflowId: string): Promise<string | null> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** What a workflow ends with. Its start may wait in the outbox. */
export async function resultOf(runtime: WorkerRuntime, workflowId: string): Promise<unknown> {
  await eventually(`the start of ${workflowId}`, () => statusOf(runtime, workflowId));
  return runtime.client.workflow.getHandle(workflowId).result();
}
