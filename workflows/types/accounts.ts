import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  verificationCodeExpiry: { noun: 'code', queue: 'accounts' },
  factorRemoval: { noun: 'factor-removal', queue: 'accounts' },
} as const satisfies Record<string, WorkflowSpec>;
