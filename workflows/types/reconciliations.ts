import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  reconciliation: { noun: 'reconciliation', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
