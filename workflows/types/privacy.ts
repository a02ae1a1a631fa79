import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  dataExport: { noun: 'export', queue: 'accounts' },
  accountDeletion: { noun: 'deletion', queue: 'accounts' },
} as const satisfies Record<string, WorkflowSpec>;
