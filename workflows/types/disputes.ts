import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  disputeCase: { noun: 'disputeCase', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
