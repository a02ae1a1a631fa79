import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  paymentMethod: { noun: 'payment-method', queue: 'money' },
  autoFunding: { noun: 'auto-funding', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
