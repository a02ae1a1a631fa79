import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { StartFailure } from './failure.ts';
import { waitUntil } from './launch.ts';

// Numbers of temporal.api.enums.v1.IndexedValueType.
const keyword = 2;
const int = 3;
const datetime = 6;

/** What operators can search workflows by: opaque ids, states and dates, never personal data. */
export const searchAttributes: Record<string, number> = {
  SponsioKind: keyword,
  SponsioState: keyword,
  ContractId: keyword,
  MilestoneId: keyword,
  CampaignId: keyword,
  BrandOrg: keyword,
  CreatorOrg: keyword,
  SponsioDeadline: datetime,
  AmountMinor: int,
};

const notFound = 5;
const alreadyExists = 6;

function grpcCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

export interface NamespaceOptions {
  address: string;
  namespace: string;
  retentionDays: number;
}

/**
 * Makes the namespace keep closed workflows for `retentionDays`, registers the search attributes and
 * waits until a workflow may really use them. Safe to repeat; a type clash is reported by name.
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
  const workflowExecutionRetentionTtl = msToTs(`${retentionDays} days`);
  try {
    await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
  } catch (error) {
    if (grpcCode(error) !== notFound) throw error;
    try {
      await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: workflowExecutionRetentionTtl });
    } catch (registerError) {
      if (grpcCode(registerError) !== alreadyExists) throw registerError;
    }
  }
}

async function ensureSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  await waitUntil(
    async () => {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      const clash = Object.entries(searchAttributes).find(([name, type]) => customAttributes[name] !== undefined && customAttributes[name] !== type);
      if (clash) throw new StartFailure(`Temporal's namespace "${namespace}" has a search attribute ${clash[0]} of another type.`);
      const missing = Object.fromEntries(Object.entries(searchAttributes).filter(([name]) => customAttributes[name] === undefined));
      if (Object.keys(missing).length > 0) await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: missing });
      return true;
    },
    { what: `Temporal's namespace "${namespace}"`, timeoutMs: 30_000, everyMs: 100 },
  );
  // An accepted registration is not yet a usable one: for up to two seconds starts would be refused.
  const query = Object.keys(searchAttributes).map((name) => `${name} IS NULL`).join(' OR ');
  await waitUntil(
    async () => {
      await connection.workflowService.countWorkflowExecutions({ namespace, query });
      return true;
    },
    { what: "Temporal's search attributes", timeoutMs: 30_000, everyMs: 100 },
  );
}
