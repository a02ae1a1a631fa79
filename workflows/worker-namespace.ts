import { Connection } from '@temporalio/client';
import Long from 'long';
import { RETENTION } from '../server/features/policies/rules.ts';
import { SEARCH_ATTRIBUTES } from './contracts.ts';

// Numbers of temporal.api.enums.v1.IndexedValueType.
const TYPES = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/** What operators can search workflows by: opaque ids, states and dates, never personal data. */
export const searchAttributes: Record<string, number> = Object.fromEntries(
  Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, TYPES[type]]),
);

/** How long closed workflows are kept. */
export const RETENTION_DAYS = RETENTION.workflowDays;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const USABLE_WITHIN_MS = 30_000;
const EVERY_MS = 100;

function grpcCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined;
}

export interface NamespaceOptions {
  address: string;
  namespace: string;
  retentionDays: number;
}

/**
 * Creates the namespace, which keeps closed workflows for `retentionDays`, registers the search attributes and waits
 * until a workflow can use them. Safe to repeat; a type clash is reported by name.
 */
export async function prepareNamespace(options: NamespaceOptions): Promise<void> {
  const connection = await Connection.connect({ address: options.address });
  try {
    await ensureNamespace(connection, options);
    await ensureSearchAttributes(connection, options.namespace);
  } finally {
    await connection.close();
  }
}

async function ensureNamespace(connection: Connection, { namespace, retentionDays }: NamespaceOptions): Promise<void> {
  const workflowExecutionRetentionTtl = { seconds: Long.fromNumber(retentionDays * 86_400), nanos: 0 };
  try {
    await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
  } catch (error) {
    if (grpcCode(error) !== NOT_FOUND) throw error;
    try {
      await connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: workflowExecutionRetentionTtl,
      });
    } catch (registerError) {
      if (grpcCode(registerError) !== ALREADY_EXISTS) throw registerError;
    }
  }
}

class AttributeClash extends Error {
  override readonly name = 'AttributeClash';
}

async function ensureSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  await untilItWorks(`Temporal's namespace "${namespace}"`, async () => {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const clash = Object.entries(searchAttributes).find(
      ([name, type]) => customAttributes[name] !== undefined && customAttributes[name] !== type,
    );
    if (clash)
      throw new AttributeClash(
        `Temporal's namespace "${namespace}" has a search attribute ${clash[0]} of another type.`,
      );
    const missing = Object.fromEntries(
      Object.entries(searchAttributes).filter(([name]) => customAttributes[name] === undefined),
    );
    if (Object.keys(missing).length > 0)
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: missing });
  });
  // An accepted registration is not yet a usable one: for up to two seconds starts would be refused.
  const query = Object.keys(searchAttributes)
    .map((name) => `${name} IS NULL`)
    .join(' OR ');
  await untilItWorks("Temporal's search attributes", async () => {
    await connection.workflowService.countWorkflowExecutions({ namespace, query });
  });
}

/** A new namespace takes a moment to reach every part of the server. */
async function untilItWorks(what: string, work: () => Promise<void>): Promise<void> {
  const end = Date.now() + USABLE_WITHIN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AttributeClash) throw error;
      if (Date.now() > end)
        throw new Error(`${what} could not be prepared within ${USABLE_WITHIN_MS / 1000} seconds`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
