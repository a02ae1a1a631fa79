import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  escrowLifecycle: { noun: 'escrow', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
