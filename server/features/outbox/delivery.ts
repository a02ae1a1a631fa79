import {
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { TypedSearchAttributes, type SearchAttributePair } from '@temporalio/common';
import {
  SEARCH_ATTRIBUTES,
  type SearchAttributeName,
  type SearchAttributeValues,
} from '../../../workflows/contracts.ts';
import type { OutboxCommand } from './queries.ts';

/** Outcome of sending one command to Temporal. */
export type Delivery =
  | { kind: 'delivered'; runId: string | null; note: string | null }
  /** The target workflow is closed or never existed. */
  | { kind: 'gone' }
  /** Try again. `away`: Temporal could not be reached, which is no fault of the command. */
  | { kind: 'later'; error: string; away: boolean }
  /**
   * Temporal lacks the namespace or the search attributes: they have to be created, which is no fault of the command
   * either.
   */
  | { kind: 'unprepared'; error: string }
  | { kind: 'refused'; error: string };

const DEADLINE_MS = 10_000;

// Numbers of google.rpc.Code.
const GRPC = {
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  UNIMPLEMENTED: 12,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
  CANCELLED: 1,
};
const AWAY = new Set([GRPC.UNAVAILABLE, GRPC.DEADLINE_EXCEEDED, GRPC.CANCELLED]);
const HOPELESS = new Set([GRPC.INVALID_ARGUMENT, GRPC.PERMISSION_DENIED, GRPC.UNIMPLEMENTED, GRPC.UNAUTHENTICATED]);

function grpcCode(error: unknown): number | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'number') return e.code;
  }
  return null;
}

/**
 * Whether Temporal reports a missing namespace or search attribute: its data was lost, or an attribute was registered a
 * moment ago.
 */
export function isUnprepared(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (
      e.name === 'NamespaceNotFoundError' ||
      /no mapping defined for search attribute|is not a valid search attribute|Namespace .* is not found/i.test(
        e.message,
      )
    )
      return true;
  }
  return false;
}

function classify(error: unknown): Delivery {
  const message =
    error instanceof Error
      ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
      : String(error);
  const code = grpcCode(error);
  if (isUnprepared(error)) return { kind: 'unprepared', error: message };
  if (code !== null && HOPELESS.has(code)) return { kind: 'refused', error: message };
  const away =
    code !== null ? AWAY.has(code) : error instanceof ServiceError || /connect|ECONNREFUSED|channel/i.test(message);
  return { kind: 'later', error: message, away };
}

function typedAttributes(values: SearchAttributeValues): TypedSearchAttributes {
  const pairs = Object.entries(values).flatMap(([name, value]): SearchAttributePair[] => {
    const type = SEARCH_ATTRIBUTES[name as SearchAttributeName];
    if (type === undefined || value === null || value === undefined) return [];
    if (type === 'DATETIME') return [{ key: { name, type }, value: new Date(value) }];
    return [
      type === 'INT' ? { key: { name, type }, value: Number(value) } : { key: { name, type }, value: String(value) },
    ];
  });
  return new TypedSearchAttributes(pairs);
}

async function start(client: Client, command: OutboxCommand): Promise<Delivery> {
  const options: WorkflowStartOptions = {
    workflowId: command.workflow_id,
    taskQueue: command.task_queue ?? '',
    args: [command.payload],
    // The first start of a row happens once, whatever is delivered twice. A later generation follows a closed one.
    workflowIdReusePolicy: command.generation === 1 ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: typedAttributes(command.attributes),
    staticSummary: `${command.workflow_type} of ${command.workflow_id}${command.generation > 1 ? `, resumed (${command.generation})` : ''}`,
  };
  try {
    const handle = await client.workflow.start(command.workflow_type ?? '', options);
    return { kind: 'delivered', runId: handle.firstExecutionRunId, note: null };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError)
      return { kind: 'delivered', runId: null, note: 'was started before' };
    throw error;
  }
}

async function send(client: Client, command: OutboxCommand): Promise<Delivery> {
  const handle = client.workflow.getHandle(command.workflow_id);
  try {
    if (command.kind === 'cancel') await handle.cancel();
    else await handle.signal(command.name ?? '', command.payload);
    return { kind: 'delivered', runId: null, note: null };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { kind: 'gone' };
    throw error;
  }
}

/** Sends one command to Temporal, within ten seconds. Never throws. */
export async function deliver(client: Client, command: OutboxCommand): Promise<Delivery> {
  try {
    return await client.withDeadline(Date.now() + DEADLINE_MS, () =>
      command.kind === 'start' ? start(client, command) : send(client, command),
    );
  } catch (error) {
    return classify(error);
  }
}
