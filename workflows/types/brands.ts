import type { WorkflowSpec } from '../contracts.ts';

export const TYPES = {
  brandVerification: { noun: 'brand-verification', queue: 'discovery' },
} as const satisfies Record<string, WorkflowSpec>;
