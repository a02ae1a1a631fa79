import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  accountSync: { noun: 'social-account', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
