import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  taxRequest: { noun: 'tax-request', queue: 'accounts' },
} as const satisfies Record<string, WorkflowSpec>;
