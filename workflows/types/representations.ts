import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  representation: { noun: 'representation', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
