import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  offerExpiry: { noun: 'offer', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
