import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  moneyCheck: { noun: 'money-check', queue: 'money' },
} as const satisfies Record<string, WorkflowSpec>;
