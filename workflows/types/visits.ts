import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  visitLifecycle: { noun: 'visit', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
