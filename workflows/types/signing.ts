import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  contractSigning: { noun: 'contract', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
