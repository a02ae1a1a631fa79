import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  documentExport: { noun: 'document-export', queue: 'accounts' },
} as const satisfies Record<string, WorkflowSpec>;
