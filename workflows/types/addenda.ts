import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  addendumSigning: { noun: 'addendum', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
